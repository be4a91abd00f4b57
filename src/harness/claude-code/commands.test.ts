/** Tests the table of the command vocabulary for Claude Code, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, frontMatter, renderCommand } from "../../../test/support/command.ts";
import { type Behavior, type Command, colors, efforts } from "../../model/command.ts";
import type { Entries } from "../../model/output.ts";
import { claudeCode } from "./index.ts";

const skill = "skills/x/SKILL.md";
const agent = "agents/x.md";
const render = (behavior: Partial<Behavior>, fields: Partial<Command> = {}, settings = {}) =>
  renderCommand(claudeCode, commandOf(behavior, fields), { settings });

/** The lines after `name` and `description`. */
const written = (page: string | undefined): string[] => frontMatter(page).slice(2);

type VocabularyEntry = [Partial<Behavior>, string[]];

const cases: readonly VocabularyEntry[] = [
  [{}, []],
  [{ execution: "isolated" }, ["context: fork"]],
  [{ capability: "fast" }, ["model: claude-haiku-4-5-20251001"]],
  [{ capability: "balanced" }, ["model: claude-sonnet-4-6"]],
  [{ capability: "strong" }, ["model: claude-opus-4-6"]],
  ...efforts.map((effort): VocabularyEntry => [{ effort }, [`effort: ${effort}`]]),
  [{ tools: "read-only" }, ["allowed-tools: Read Grep Glob"]],
  [{ tools: "write" }, ["allowed-tools: Read Write Edit Grep Glob"]],
  [{ tools: "none" }, ['allowed-tools: ""']],
  [{ tools: "full" }, []],
  [{ tools: { custom: "Read Write Bash" } }, ["allowed-tools: Read Write Bash"]],
  [{ invocation: "explicit" }, ["disable-model-invocation: true"]],
  [{ invocation: "automatic" }, ["disable-model-invocation: false"]],
  [{ visibility: "user" }, ["user-invocable: true"]],
  [{ visibility: "model" }, ["user-invocable: false"]],
  [{ visibility: "both" }, []],
  ...colors.map((color): VocabularyEntry => [{ color }, [`color: ${color}`]]),
];

for (const [behavior, lines] of cases) {
  test(`${JSON.stringify(behavior)} is ${lines.join(", ") || "nothing"} in a skill`, () => {
    const { files } = render(behavior);
    assert.deepEqual([...files.keys()], [skill]);
    assert.deepEqual(frontMatter(files.get(skill)).slice(0, 2), ["name: x", "description: Does x"]);
    assert.deepEqual(written(files.get(skill)), lines);
  });
}

const agentCases: readonly VocabularyEntry[] = [
  [{}, []],
  [{ capability: "strong" }, ["model: claude-opus-4-6"]],
  [{ effort: "high" }, ["effort: high"]],
  [{ tools: "none" }, ['tools: ""']],
  [{ tools: "read-only" }, ["tools: Read Grep Glob"]],
  [{ tools: "write" }, ["tools: Read Write Edit Grep Glob"]],
  [{ tools: "full" }, []],
  [{ tools: { custom: "Read, Bash" } }, ["tools: Read, Bash"]],
  [{ invocation: "explicit" }, []],
  [{ visibility: "model" }, []],
  ...colors.map((color): VocabularyEntry => [{ color }, [`color: ${color}`]]),
  [
    { color: "green", tools: "read-only", capability: "fast" },
    ["model: claude-haiku-4-5-20251001", "tools: Read Grep Glob", "color: green"],
  ],
];

for (const [behavior, lines] of agentCases) {
  test(`${JSON.stringify(behavior)} is ${lines.join(", ") || "nothing"} in an agent`, () => {
    const { files } = render({ ...behavior, execution: "agent" });
    assert.deepEqual([...files.keys()], [agent]);
    assert.deepEqual(written(files.get(agent)), lines);
  });
}

test("the manifest says that a list of tools does not limit a skill but limits an agent", () => {
  assert.deepEqual(render({ tools: "read-only" }).losses, ["lost behavior.tools"]);
  assert.deepEqual(render({ tools: "read-only", execution: "agent" }).losses, []);
  assert.deepEqual(render({ tools: "full" }).losses, []);
});

test("tiers of the settings come before the table", () => {
  const settings = { tiers: { "claude-code": { strong: "opus" }, opencode: { fast: "x" } } };
  assert.deepEqual(written(render({ capability: "strong" }, {}, settings).files.get(skill)), ["model: opus"]);
  const fast = render({ capability: "fast" }, {}, settings).files.get(skill);
  assert.deepEqual(written(fast), ["model: claude-haiku-4-5-20251001"]);
});

const withOverrides = (entries: Entries, name = "claude"): Partial<Command> => ({
  overrides: new Map([[name, entries]]),
});

test("the author's own fields replace ours in place, others follow", () => {
  const overrides = withOverrides([
    ["argument-hint", "PATH"],
    ["model", "opus"],
  ]);
  const { files } = render({ capability: "fast", color: "red" }, overrides);
  assert.deepEqual(written(files.get(skill)), ["model: opus", "color: red", "argument-hint: PATH"]);
});

test("both names of the harness work", () => {
  for (const name of ["claude", "claude-code"]) {
    const { files } = render({}, withOverrides([["paths", "src/**"]], name));
    assert.deepEqual(written(files.get(skill)), ["paths: src/**"]);
  }
});

test("fields that only skills have are dropped from an agent, with a note", () => {
  const overrides = withOverrides([
    ["paths", "src/**"],
    ["argument-hint", "PATH"],
    ["memory", "user"],
  ]);
  const { files, losses } = render({ execution: "agent" }, overrides);
  assert.deepEqual(written(files.get(agent)), ["memory: user"]);
  assert.deepEqual(losses, ["lost agents.claude.paths", "lost agents.claude.argument-hint"]);
});

test("the author's allowed-tools become the agent's tools; otherwise it would have all", () => {
  const { files } = render({ execution: "agent", tools: "write" }, withOverrides([["allowed-tools", "Read"]]));
  assert.deepEqual(written(files.get(agent)), ["tools: Read"]);
});

test("the gate enforces a pattern in an agent's tools, because the client would grant the whole tool", () => {
  const { files, losses } = render({ execution: "agent", tools: { custom: "Read Bash(git log *)" } });
  assert.deepEqual([...files.keys()], [agent, "surcingle/x.json"]);
  assert.match(files.get(agent)!, /\ntools: "?Read Bash\(git log \*\)"?\nhooks:\n {2}PreToolUse:\n/);
  const policy = JSON.parse(files.get("surcingle/x.json")!);
  assert.equal(policy.otherwise.bash, "deny");
  assert.deepEqual(losses, ["gate behavior.tools"]);
});

test("the author's hooks do not replace the gate", () => {
  const overrides = withOverrides([
    ["tools", ["Read", "Bash(git *)"]],
    ["hooks", { fields: [] }],
  ]);
  const { files } = render({ execution: "agent" }, overrides);
  assert.match(files.get(agent)!, /surcingle-gate --harness claude-code/);
});

test("dots in a name are hyphens in files and fields", () => {
  const { files } = render({}, { name: "speckit.revenge.extract", slug: "speckit-revenge-extract" });
  assert.deepEqual([...files.keys()], ["skills/speckit-revenge-extract/SKILL.md"]);
});
