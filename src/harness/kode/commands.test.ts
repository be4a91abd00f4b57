/** Tests the table of the command vocabulary for Kode, entry by entry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelOf } from "../../../test/support/agent.ts";
import { commandOf, frontMatter } from "../../../test/support/command.ts";
import type { Behavior, Command } from "../../model/command.ts";
import { renderCommands } from "./commands.ts";

function render(behavior: Partial<Behavior>, fields: Partial<Command> = {}) {
  const losses: string[] = [];
  const model = { ...modelOf([]), commands: [commandOf(behavior, fields)] };
  const files = renderCommands(model, { id: "kode", title: "Kode" }, ({ loss }) => {
    if (loss) losses.push(`${loss.support} ${loss.field}`);
  });
  const [file] = files;
  return { paths: files.map(({ path }) => path), page: file?.kind === "whole" ? String(file.content) : "", losses };
}

const cases: readonly [Partial<Behavior>, string[]][] = [
  [{}, []],
  [{ execution: "isolated" }, ["lost behavior.execution"]],
  [{ capability: "fast" }, ["lost behavior.capability"]],
  [{ effort: "low" }, ["lost behavior.effort"]],
  [{ tools: "write" }, ["lost behavior.tools"]],
  [{ tools: "full" }, []],
  [{ invocation: "explicit" }, ["lost behavior.invocation"]],
  [{ invocation: "automatic" }, []],
  [{ visibility: "model" }, ["lost behavior.visibility"]],
  [{ color: "red" }, ["lost behavior.color"]],
];

for (const [behavior, losses] of cases) {
  test(`${JSON.stringify(behavior)} is a skill with a version${losses.length > 0 ? ", without it" : ""}`, () => {
    const rendered = render(behavior);
    assert.deepEqual(rendered.paths, ["skills/x/SKILL.md"]);
    assert.deepEqual(frontMatter(rendered.page), ["name: x", "description: Does x", 'version: "0.1.0"']);
    assert.deepEqual(rendered.losses, ["lost version", ...losses]);
  });
}

test("an agent is reported as lost", () => {
  assert.deepEqual(render({ execution: "agent" }), { paths: [], page: "", losses: ["lost behavior.execution"] });
});

test("the author's version is kept without a note", () => {
  const overrides = new Map([["kode", [["version", "2.0.0"]] as const]]);
  const { page, losses } = render({}, { overrides });
  assert.deepEqual(frontMatter(page), ["name: x", "description: Does x", 'version: "2.0.0"']);
  assert.deepEqual(losses, []);
});
