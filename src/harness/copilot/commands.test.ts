/** Tests the table of the command vocabulary for Copilot, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, frontMatter, renderCommand } from "../../../test/support/command.ts";
import type { Behavior, Command } from "../../model/command.ts";
import { copilot } from "./index.ts";

const path = "agents/x.agent.md";
const reading = ["read_file", "list_directory", "search_files", "read", "search"];
const list = (...names: string[]): string[] => ["tools:", ...names.map((name) => `  - ${name}`)];
const render = (behavior: Partial<Behavior>, fields: Partial<Command> = {}, options = {}) =>
  renderCommand(copilot, commandOf(behavior, fields), options);

const cases: readonly [Partial<Behavior>, string[], string[]][] = [
  [{}, [], []],
  [{ execution: "isolated" }, ["mode: agent"], []],
  [{ execution: "agent" }, ["mode: agent"], []],
  [{ capability: "strong" }, [], ["lost behavior.capability"]],
  [{ effort: "high" }, [], ["lost behavior.effort"]],
  [{ tools: "none" }, ["tools: []"], []],
  [{ tools: "read-only" }, list(...reading), []],
  [{ tools: "write" }, list(...reading, "edit"), []],
  [{ tools: "full" }, [], []],
  [{ tools: { custom: "Read Write Bash" } }, list("read_file", "read", "execute", "edit"), []],
  [{ tools: { custom: "Glob Grep WebFetch" } }, list("grep", "glob", "web_fetch"), []],
  [{ tools: { custom: "Task" } }, ["tools: []"], ["narrowed behavior.tools"]],
  [{ invocation: "explicit" }, ["disable-model-invocation: true"], []],
  [{ invocation: "automatic" }, [], []],
  [{ visibility: "user" }, [], []],
  [{ visibility: "model" }, [], ["lost behavior.visibility"]],
  [{ visibility: "both" }, [], []],
  [{ color: "red" }, [], ["lost behavior.color"]],
];

for (const [behavior, lines, losses] of cases) {
  test(`${JSON.stringify(behavior)} is ${lines.join(" ") || "nothing"}`, () => {
    for (const scope of ["user", "project"]) {
      const rendered = render(behavior, {}, { scope });
      assert.deepEqual([...rendered.files.keys()], [path]);
      assert.deepEqual(frontMatter(rendered.files.get(path)), ["name: x", "description: Does x", ...lines]);
      assert.deepEqual(rendered.losses, losses);
    }
  });
}

test("dots in a name stay", () => {
  const { files } = render({}, { name: "speckit.revenge.extract" });
  assert.deepEqual([...files.keys()], ["agents/speckit.revenge.extract.agent.md"]);
});

test("the gate enforces a pattern; where the gate may not run, the tool is left out", () => {
  const behavior = { execution: "agent", tools: { custom: "Read Bash(git *)" } } as const;
  const user = render(behavior);
  assert.deepEqual([...user.files.keys()], [path, "surcingle/x.json"]);
  assert.match(user.files.get(path)!, /- execute\nhooks:\n {2}preToolUse:/);
  assert.deepEqual(user.losses, ["gate behavior.tools"]);
  const project = render(behavior, {}, { scope: "project" });
  assert.doesNotMatch(project.files.get(path)!, /execute\n/);
  assert.deepEqual(project.losses, ["narrowed behavior.tools"]);
});

test("a tier needs a model in the settings", () => {
  const settings = { tiers: { copilot: { fast: "gpt-mini" } } };
  const { files, losses } = render({ capability: "fast" }, {}, { settings });
  assert.deepEqual(frontMatter(files.get(path)).slice(2), ["model: gpt-mini"]);
  assert.deepEqual(losses, []);
});

test("a command with the name of a built-in agent is reported as unused", () => {
  assert.deepEqual(render({}, { name: "explore" }).losses, ["narrowed name"]);
});
