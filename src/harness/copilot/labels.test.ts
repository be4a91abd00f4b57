/** Tests that a label in Copilot identifies exactly one agent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, modelOf } from "../../../test/support/agent.ts";
import { compilePolicy } from "../../policy/compile.ts";
import { labelAgents, withLabels } from "./labels.ts";

const labelsOf = (names: Readonly<Record<string, string | undefined>>, scope: "user" | "project" = "user") => {
  const agents = Object.entries(names).map(([name, displayName]) => agentOf({ name, displayName }));
  return Object.fromEntries(labelAgents(modelOf(agents), scope));
};

test("the display name is the label", () => {
  assert.deepEqual(labelsOf({ a: "The A", b: undefined }), { a: "The A", b: "b" });
});

test("two agents with the same label are called by their names", () => {
  assert.deepEqual(labelsOf({ a: "Same", b: "same " }), { a: "a", b: "b" });
});

test("a label that is the name of another agent is not used", () => {
  assert.deepEqual(labelsOf({ a: "B", b: undefined }), { a: "a", b: "b" });
});

test("a label of the client's own agents is not used", () => {
  assert.deepEqual(labelsOf({ a: "Explore" }), { a: "a" });
});

test("in a project the name hides a file of the same name that was meant for another client", () => {
  assert.deepEqual(labelsOf({ a: "The A" }, "project"), { a: "a" });
});

test("delegates have the client's labels and never name built-in agents", () => {
  const policy = compilePolicy({ agent: "boss", permissions: {}, delegates: ["a", "explore"] });
  const labels = new Map([
    ["a", "The A"],
    ["explore", "explore"],
  ]);
  assert.deepEqual(withLabels(agentOf({ name: "boss", policy }), labels).policy?.delegates, ["The A"]);
});
