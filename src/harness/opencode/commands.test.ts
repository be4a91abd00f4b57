/** Tests the table of the command vocabulary for OpenCode, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, modelOf } from "../../../test/support/agent.ts";
import { commandOf, frontMatter, renderCommand } from "../../../test/support/command.ts";
import { policyOf } from "../../../test/support/policy.ts";
import type { Behavior, Command } from "../../model/command.ts";
import { opencode } from "./index.ts";
import { renderer } from "./render.ts";

const command = "commands/x.md";
const agent = "agents/x.md";
const render = (behavior: Partial<Behavior>, fields: Partial<Command> = {}, options = {}) =>
  renderCommand(opencode, commandOf(behavior, fields), options);

const cases: readonly [Partial<Behavior>, string[], string[]][] = [
  [{}, [], []],
  [{ execution: "isolated" }, ["subtask: true"], []],
  [{ capability: "strong" }, [], ["lost behavior.capability"]],
  [{ effort: "high" }, [], ["lost behavior.effort"]],
  [{ tools: "none" }, [], ["lost behavior.tools"]],
  [{ tools: "full" }, [], []],
  [{ invocation: "explicit" }, [], []],
  [{ invocation: "automatic" }, [], ["lost behavior.invocation"]],
  [{ visibility: "user" }, [], []],
  [{ visibility: "model" }, [], ["lost behavior.visibility"]],
  [{ visibility: "both" }, [], ["lost behavior.visibility"]],
  [{ color: "red" }, [], ["lost behavior.color"]],
];

for (const [behavior, lines, losses] of cases) {
  test(`${JSON.stringify(behavior)} is ${lines.join(" ") || "nothing"} in a command`, () => {
    const rendered = render(behavior);
    assert.deepEqual([...rendered.files.keys()], [command, "opencode.json"]);
    assert.deepEqual(frontMatter(rendered.files.get(command)), ["description: Does x", ...lines]);
    assert.deepEqual(rendered.losses, losses);
  });
}

/** The keys of the map, and their values if they are one word. */
function permission(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/^ {2}"?([a-z_*]+)"?:(?: (\w+))?$/gm)].map(([, key, word]) => [key, word ?? "map"]),
  );
}

for (const [tools, reading, edit] of [
  ["none", [], "deny"],
  ["read-only", ["read", "glob", "grep", "list"], "deny"],
  ["write", ["read", "glob", "grep", "list"], "allow"],
  [{ custom: "Grep Edit" }, ["grep"], "allow"],
] as const) {
  test(`an agent with ${JSON.stringify(tools)} has a map and a policy that deny the rest`, () => {
    const { files, losses } = render({ execution: "agent", tools });
    assert.deepEqual([...files.keys()], [agent, "opencode.json", "plugins/surcingle.js", "surcingle/x.json"]);
    const map = permission(files.get(agent)!);
    assert.equal(map["*"], "deny");
    assert.deepEqual(
      Object.keys(map).filter((key) => ["read", "glob", "grep", "list"].includes(key)),
      reading,
    );
    assert.deepEqual([map["bash"], map["edit"], map["webfetch"], map["task"]], ["deny", edit, "deny", "deny"]);
    assert.match(files.get("plugins/surcingle.js")!, /^const surcingleAgents = \["x"\];/);
    assert.deepEqual(losses, ["gate behavior.tools"]);
  });
}

test("an agent with every tool has no map and no policy", () => {
  const { files } = render({ execution: "agent", tools: "full" });
  assert.deepEqual([...files.keys()], [agent, "opencode.json"]);
  assert.deepEqual(frontMatter(files.get(agent)), ["description: Does x", "mode: subagent"]);
});

test("a tier is a model of the settings, in commands and in agents", () => {
  const settings = { tiers: { opencode: { fast: "a/b" } } };
  for (const [execution, path] of [
    ["command", command],
    ["agent", agent],
  ] as const) {
    const { files, losses } = render({ execution, capability: "fast" }, {}, { settings });
    assert.ok(frontMatter(files.get(path)).includes("model: a/b"));
    assert.deepEqual(losses, []);
  }
});

test("the configuration file has the same commands and agents", () => {
  const one = render({ execution: "isolated" }).files.get("opencode.json")!;
  assert.match(
    one,
    /\["command",\{"fields":\[\["x",\{"fields":\[\["description","Does x"\],\["template","Do x.\\n"\],\["subtask",true\]\]\}\]\]\}\]/,
  );
  const two = render({ execution: "agent" }).files.get("opencode.json")!;
  assert.match(
    two,
    /\["x",\{"fields":\[\["description","Does x"\],\["prompt","Do x.\\n"\],\["mode","subagent"\]\]\}\]/,
  );
});

test("arguments are counted from one", () => {
  const { files, losses } = render({}, { body: "Look at $0, then $ARGUMENTS[1].\n" });
  assert.match(files.get(command)!, /Look at \$1, then \$2\./);
  assert.deepEqual(losses, []);
});

test("an isolated command without an agent cannot start inside a governed one, and a note says so", () => {
  const governed = agentOf({ policy: policyOf({}) });
  const render = (overrides: Command["overrides"]) => {
    const fields: string[] = [];
    const model = { ...modelOf([governed]), commands: [commandOf({ execution: "isolated" }, { overrides })] };
    const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;
    renderer.render(model, context, ({ loss }) => {
      if (loss?.definition === "x") fields.push(`${loss.support} ${loss.field}`);
    });
    return fields;
  };
  assert.deepEqual(render(new Map()), ["narrowed behavior.execution"]);
  assert.deepEqual(render(new Map([["opencode", [["agent", "a"]]]])), []);
});
