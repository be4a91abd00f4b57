/** Tests the table of the command vocabulary for Pi, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, frontMatter, renderCommand } from "../../../test/support/command.ts";
import type { Behavior, Command } from "../../model/command.ts";
import { pi } from "./index.ts";

const prompt = "prompts/x.md";
const agent = "agents/x.md";
const render = (behavior: Partial<Behavior>, fields: Partial<Command> = {}, options = {}) =>
  renderCommand(pi, commandOf(behavior, fields), options);

const cases: readonly [Partial<Behavior>, string[]][] = [
  [{}, []],
  [{ execution: "isolated" }, ["lost behavior.execution"]],
  [{ capability: "strong" }, ["lost behavior.capability"]],
  [{ effort: "high" }, ["lost behavior.effort"]],
  [{ tools: "none" }, ["lost behavior.tools"]],
  [{ tools: "full" }, []],
  [{ invocation: "explicit" }, []],
  [{ invocation: "automatic" }, ["lost behavior.invocation"]],
  [{ visibility: "user" }, []],
  [{ visibility: "model" }, ["lost behavior.visibility"]],
  [{ visibility: "both" }, ["lost behavior.visibility"]],
  [{ color: "red" }, ["lost behavior.color"]],
];

for (const [behavior, losses] of cases) {
  test(`${JSON.stringify(behavior)} is a prompt${losses.length > 0 ? " without it" : ""}`, () => {
    const rendered = render(behavior, {}, { settings: { tiers: { pi: { strong: "m" } } } });
    assert.deepEqual([...rendered.files.keys()], [prompt]);
    assert.deepEqual(frontMatter(rendered.files.get(prompt)), ["description: Does x"]);
    assert.deepEqual(rendered.losses, losses);
  });
}

const extension = "subagentOnlyExtensions: ../extensions/surcingle/x/index.ts";
const agents: readonly [Partial<Behavior>, string[], string[]][] = [
  [{}, ["advertise: true"], []],
  [{ tools: "full" }, ["advertise: true"], []],
  [{ tools: "none" }, ["tools:", "advertise: true", extension], ["gate behavior.tools"]],
  [{ tools: "read-only" }, ["tools: read, grep, find, ls", "advertise: true", extension], ["gate behavior.tools"]],
  [
    { tools: "write" },
    ["tools: read, grep, find, ls, edit, write", "advertise: true", extension],
    ["gate behavior.tools"],
  ],
  [
    { tools: { custom: "Read Bash(ls *)" } },
    ["tools: read, bash", "advertise: true", extension],
    ["gate behavior.tools"],
  ],
  [{ effort: "low" }, ["thinking: low", "advertise: true"], []],
  [{ effort: "max" }, ["thinking: xhigh", "advertise: true"], []],
  [{ capability: "strong" }, ["model: m", "advertise: true"], []],
  [{ capability: "fast" }, ["advertise: true"], ["lost behavior.capability"]],
  [{ invocation: "explicit" }, [], []],
  [{ invocation: "automatic" }, ["advertise: true"], []],
];

for (const [behavior, lines, losses] of agents) {
  test(`${JSON.stringify(behavior)} is ${lines.join(" | ") || "nothing"} in an agent`, () => {
    const rendered = render({ ...behavior, execution: "agent" }, {}, { settings: { tiers: { pi: { strong: "m" } } } });
    assert.deepEqual(frontMatter(rendered.files.get(agent)), ["name: x", "description: Does x", ...lines]);
    assert.deepEqual(rendered.losses, losses);
    assert.equal(rendered.files.has("extensions/surcingle/x/policy.json"), lines.includes(extension));
  });
}

test("an agent that only users may start is not listed for the main agent", () => {
  assert.ok(render({ execution: "agent" }).files.has("AGENTS.md"));
  assert.ok(!render({ execution: "agent", invocation: "explicit" }).files.has("AGENTS.md"));
});

test("the author's own fields are plain lines, and others are reported", () => {
  const overrides = new Map([
    [
      "pi",
      [
        ["excludeTools", ["a", "b"]],
        ["toolBudget", { fields: [["hard", 2]] }],
        ["output", "two\nlines"],
        ["alias", "it's: fine # really"],
      ] as const,
    ],
  ]);
  const { files, losses } = render({ execution: "agent" }, { overrides });
  const lines = frontMatter(files.get(agent)).slice(3);
  assert.deepEqual(lines, ["excludeTools: a, b", "alias: it's: fine # really"]);
  assert.deepEqual(losses, ["lost agents.pi.toolBudget", "lost agents.pi.output"]);
});

test("the author's extensions do not replace the gate", () => {
  const overrides = new Map([["pi", [["subagentOnlyExtensions", "/tmp/none.ts"]] as const]]);
  const { files } = render({ execution: "agent", tools: "none" }, { overrides });
  assert.ok(frontMatter(files.get(agent)).includes(extension));
});
