/** Steering files: every entry of every harness asks for the shipped agents that may edit, by each tool that can write it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { harnesses } from "../src/harness/all.ts";
import type { Agent } from "../src/model/agent.ts";
import type { ToolCall } from "../src/model/permission.ts";
import { decide } from "../src/policy/decide.ts";
import { steeringFiles } from "../src/policy/path/steering.ts";
import { readDefinitions } from "./clients/trees.ts";
import { projectRoot } from "./house/source-files.ts";
import { surroundingsOf } from "./support/policy.ts";

const editors = ["chiron-forge", "writer", "tester"];
let agents: readonly Agent[];

before(async () => {
  agents = (await readDefinitions(projectRoot)).agents;
});

/** Paths that a pattern matches, in the project root and deeper where it may be anywhere. */
function pathsOf(pattern: string): readonly string[] {
  const named = pattern.replace(/\/\*\*$/, "/x.json");
  return named.startsWith("**/") ? [named.slice(3), `packages/a/${named.slice(3)}`] : [named];
}

/** Three ways to write one file. */
const callsFor = (path: string): readonly ToolCall[] => [
  { tool: "edit", subject: path },
  { tool: "bash", subject: `echo x > ${path}` },
  { tool: "bash", subject: `cp notes.txt ${path}` },
];

test("each harness names steering files, and the engine has all of them", () => {
  const known = new Set(steeringFiles.entries.map(({ pattern }) => pattern));
  for (const { id, steeringFiles: own } of harnesses) {
    assert.ok(own.length > 0, id);
    for (const pattern of own) assert.ok(known.has(pattern), `${id}: ${pattern}`);
  }
});

for (const { pattern } of steeringFiles.entries) {
  test(`nobody edits ${pattern} unasked`, () => {
    for (const name of editors) {
      const agent = agents.find((each) => each.name === name);
      assert.ok(agent?.policy, name);
      for (const call of pathsOf(pattern).flatMap(callsFor)) {
        const { verdict } = decide(agent.policy, call, surroundingsOf());
        assert.notEqual(verdict, "allow", `${name}: ${call.tool} ${call.subject}`);
      }
    }
  });
}

test("ordinary files beside them are edited unasked where the agent may edit", () => {
  const forge = agents.find(({ name }) => name === "chiron-forge")?.policy;
  assert.ok(forge);
  for (const path of ["src/opencode.ts", "web/tui.ts", "docs/agents.txt", ".vscode/extensions.json"]) {
    assert.equal(decide(forge, { tool: "edit", subject: path }, surroundingsOf()).verdict, "allow", path);
  }
});
