import assert from "node:assert/strict";
import { test } from "node:test";
import { askAgents, callFindings, shownAgentFindings } from "./conformance-findings.ts";

const question = { agent: "a", position: "main", offered: ["read"], withheld: ["bash"], texts: ["prompt"] } as const;
const call = {
  agent: "a",
  position: "main",
  tool: "bash",
  input: {},
  verdict: "deny",
  wanted: ["deny", "hidden"],
} as const;
const failures = (found: readonly { outcome: string; kind: string }[]): string[] =>
  found.filter(({ outcome }) => outcome === "failed").map(({ kind }) => kind);

test("an agent that shows what it should has no failure", () => {
  assert.deepEqual(failures(shownAgentFindings(question, { tools: ["read"], text: "the prompt" })), []);
});

test("a missing tool, a tool too many, a lost text and a wrong mode are failures", () => {
  const found = shownAgentFindings({ ...question, mode: "primary" }, { mode: "all", tools: ["bash"], text: "" });
  assert.deepEqual(failures(found), ["mode", "tools", "tools", "texts"]);
});

test("an unexpected verdict and a missing answer are failures", () => {
  const allowed = { tool: "bash", input: {}, verdict: "allow", message: "" } as const;
  assert.deepEqual(failures(callFindings([call], [allowed])), ["calls"]);
  assert.deepEqual(failures(callFindings([call], [])), ["calls"]);
  assert.deepEqual(failures(callFindings([call], [{ ...allowed, verdict: "hidden" }])), []);
});

test("an agent that the client does not run is a failure even when nothing else is asked", async () => {
  const asked = { hasRun: false, text: "", tools: [], complaints: [], decisions: [] };
  const quiet = { ...question, offered: [], withheld: [], texts: [] };
  const found = await askAgents(
    { agents: [quiet], calls: [] },
    async () => asked,
    () => undefined,
  );
  assert.deepEqual(failures(found), ["accepted"]);
});
