/** Tests the table of the command vocabulary for Codex, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, frontMatter, renderCommand } from "../../../test/support/command.ts";
import { readToml } from "../../formats/toml.ts";
import { type Behavior, type Command, efforts, tiers } from "../../model/command.ts";
import { codex } from "./index.ts";

const skill = ".agents/skills/x/SKILL.md";
const role = "agents/x.toml";
const profile = "x.config.toml";
const render = (behavior: Partial<Behavior>, fields: Partial<Command> = {}, options = {}) =>
  renderCommand(codex, commandOf(behavior, fields), options);

type VocabularyEntry = [Partial<Behavior>, string[], string[]];

const cases: readonly VocabularyEntry[] = [
  [{}, [], []],
  [{ execution: "isolated" }, [], ["lost behavior.execution"]],
  ...tiers.map((capability): VocabularyEntry => [{ capability }, [], ["lost behavior.capability"]]),
  ...efforts.map((effort): VocabularyEntry => [{ effort }, [`effort: ${effort}`], ["lost behavior.effort"]]),
  [{ tools: "none" }, [], ["lost behavior.tools"]],
  [{ tools: "read-only" }, [], ["lost behavior.tools"]],
  [{ tools: "write" }, [], ["lost behavior.tools"]],
  [{ tools: { custom: "Read Bash" } }, [], ["lost behavior.tools"]],
  [{ tools: "full" }, [], []],
  [{ invocation: "automatic" }, [], []],
  [{ visibility: "user" }, [], []],
  [{ visibility: "model" }, [], ["lost behavior.visibility"]],
  [{ visibility: "both" }, [], []],
  [{ color: "red" }, [], ["lost behavior.color"]],
];

for (const [behavior, lines, losses] of cases) {
  test(`${JSON.stringify(behavior)} is ${lines.join(" ") || "nothing"} in a skill`, () => {
    const rendered = render(behavior);
    assert.deepEqual([...rendered.files.keys()], [skill]);
    assert.deepEqual(frontMatter(rendered.files.get(skill)), ["name: x", "description: Does x", ...lines]);
    assert.deepEqual(rendered.losses, losses);
  });
}

test("an explicit command is hidden from the model by the file that the client reads", () => {
  const { files, losses } = render({ invocation: "explicit" });
  assert.deepEqual([...files.keys()], [skill, ".agents/skills/x/agents/openai.yaml"]);
  assert.equal(files.get(".agents/skills/x/agents/openai.yaml"), "policy:\n  allow_implicit_invocation: false\n");
  assert.deepEqual(frontMatter(files.get(skill)).slice(2), ["disable-model-invocation: true"]);
  assert.deepEqual(losses, []);
});

test("an agent with every tool is a custom agent, with its effort in the client's words", () => {
  for (const [effort, word] of [
    ["low", "low"],
    ["max", "xhigh"],
  ] as const) {
    const { files, losses } = render({ execution: "agent", tools: "full", effort });
    assert.deepEqual([...files.keys()], [role]);
    assert.deepEqual(readToml(files.get(role)!), {
      name: "x",
      description: "Does x",
      model_reasoning_effort: word,
      developer_instructions: "Do x.\n",
    });
    assert.deepEqual(losses, []);
  }
});

for (const tools of ["none", "read-only", "write", { custom: "Read Bash" }] as const) {
  test(`an agent with ${JSON.stringify(tools)} is never a role, which could not be limited`, () => {
    const closed = render({ execution: "agent", tools });
    assert.deepEqual([...closed.files.keys()], [profile, "surcingle/x.json"]);
    assert.match(closed.files.get(profile)!, /sandbox_mode = "read-only"[\s\S]*shell_tool = false/);
    assert.deepEqual(closed.losses, ["narrowed behavior.execution", "narrowed behavior.tools"]);
    const gated = render({ execution: "agent", tools }, {}, { home: "/home/me" });
    assert.match(gated.files.get(profile)!, /surcingle-gate --harness codex/);
    assert.deepEqual(gated.losses, ["narrowed behavior.execution", "gate behavior.tools"]);
    const project = render({ execution: "agent", tools }, {}, { scope: "project", home: "/home/me" });
    assert.deepEqual([[...project.files.keys()], project.losses], [[], ["lost behavior.execution"]]);
  });
}

test("keys that would make the client ignore the file or restore a tool are left out", () => {
  const overrides = new Map([
    [
      "codex",
      [
        ["nickname_candidates", ["Ada"]],
        ["features", { fields: [["shell_tool", true]] }],
        ["unknown", 1],
        ["model", null],
      ] as const,
    ],
  ]);
  const { files, losses } = render({ execution: "agent" }, { overrides });
  assert.deepEqual(readToml(files.get(role)!)["nickname_candidates"], ["Ada"]);
  assert.doesNotMatch(files.get(role)!, /features|unknown|model/);
  assert.deepEqual(losses, ["lost agents.codex.features", "lost agents.codex.unknown", "lost agents.codex.model"]);
});
