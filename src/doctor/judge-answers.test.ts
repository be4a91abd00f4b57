import assert from "node:assert/strict";
import { test } from "node:test";
import { doctor as claudeCodeExam } from "../harness/claude-code/doctor.ts";
import type { ClientVerdict } from "./decision.ts";
import { judgeAnswers } from "./judge-answers.ts";

const silent = claudeCodeExam.silent("");
const use = { tool: "Bash", input: {} };
const probes = {
  forbidden: { use, what: "bash touch x", verdict: "deny" },
  allowed: { use, what: "read y", verdict: "allow" },
} as const;
const refusal = "surcingle: keeper: deny bash `touch x`, by rule `touch *` at x:1:1";

function outcomes(first: readonly [ClientVerdict, string], second: readonly [ClientVerdict, string] = ["allow", ""]) {
  const decisions = [first, second].map(([verdict, message]) => ({ ...use, verdict, message }));
  const asked = { hasRun: true, text: "", tools: [], complaints: [], decisions };
  return judgeAnswers(silent, "keeper", probes, asked).map(({ check, outcome }) => `${check} ${outcome}`);
}

test("a gate that denies the forbidden call and allows the other is active", () => {
  assert.deepEqual(outcomes(["deny", refusal]), ["agents ok", "refused ok", "allowed ok"]);
  assert.deepEqual(outcomes(["ask", refusal]), ["agents ok", "refused ok", "allowed ok"]);
});

test("a call that ran, that was only asked about, or that the client refused by itself: the gate is not active", () => {
  for (const verdict of ["allow", "ask", "deny", "hidden"] as const) {
    assert.deepEqual(outcomes([verdict, "not by us"]), ["agents ok", "refused failed"], verdict);
  }
  assert.deepEqual(outcomes(["allow", refusal]), ["agents ok", "refused failed"]);
});

test("a broken gate that denies is distinguished from a working one", () => {
  const missing = "surcingle: the gate did not answer, so the call is denied";
  assert.deepEqual(outcomes(["deny", missing]), ["agents ok", "gate-program failed"]);
  const unread =
    "surcingle: unknown agent: deny bash `x`, because the call could not be judged: the policy /a b/c cannot be read";
  assert.deepEqual(outcomes(["deny", unread]), ["agents ok", "policy failed"]);
  assert.deepEqual(outcomes(["deny", refusal], ["deny", missing]), ["agents ok", "refused ok", "gate-program failed"]);
});

test("an allowed call that was refused is reported", () => {
  assert.deepEqual(outcomes(["deny", refusal], ["deny", "no"]), ["agents ok", "refused ok", "allowed failed"]);
});

test("an agent that did not run is not loaded, and the reason is the client's", () => {
  const asked = { hasRun: false, text: "", tools: [], complaints: ["no such agent"], decisions: [] };
  const [found, ...others] = judgeAnswers(silent, "keeper", probes, asked);
  assert.equal(found?.message, "keeper is not loaded: no such agent");
  assert.deepEqual(others, []);
});
