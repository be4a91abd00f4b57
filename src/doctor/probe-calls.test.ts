import assert from "node:assert/strict";
import { test } from "node:test";
import type { Policy, Verdict } from "../model/permission.ts";
import { emptySurroundings } from "../policy/surroundings.ts";
import type { Uses } from "./checks.ts";
import { chooseProbes } from "./probe-calls.ts";

const surroundings = emptySurroundings("/p", "/h");
const uses: Uses = {
  bash: (command) => ({ tool: "sh", input: { command } }),
  edit: (path) => ({ tool: "write", input: { path } }),
  read: (path) => ({ tool: "read", input: { path } }),
};

function policyOf(bash: Verdict, edit: Verdict, outside: Verdict, rules: Policy["rules"] = []): Policy {
  const otherwise = {
    bash,
    edit,
    read: "allow",
    webfetch: "ask",
    websearch: "ask",
    question: "ask",
    external_directory: outside,
  } as const;
  return { version: 2, agent: "a", limits: [], rules, otherwise, named: [], delegates: [], skills: [], allowTools: [] };
}
const rule = (pattern: string, verdict: Verdict) => ({ tool: "bash", pattern, verdict, from: "x:1:1" }) as const;

test("a denied command is tried before anything else", () => {
  const { forbidden, allowed } = chooseProbes(
    policyOf("allow", "allow", "allow", [rule("rm *", "deny")]),
    surroundings,
    {
      uses,
    },
  );
  assert.deepEqual(forbidden?.use, { tool: "sh", input: { command: "rm -rf surcingle-doctor" } });
  assert.deepEqual([allowed?.what, allowed?.use.tool], ["read readme.txt", "read"]);
});

test("a tool that is denied for every input is not tried, as the client does not offer it", () => {
  const { forbidden } = chooseProbes(policyOf("deny", "deny", "deny"), surroundings, { uses });
  assert.deepEqual(forbidden?.use, { tool: "read", input: { path: "/h/outside.txt" } });
});

test("where everything is allowed, a call that always asks is tried", () => {
  const { forbidden } = chooseProbes(policyOf("allow", "allow", "allow"), surroundings, { uses });
  assert.deepEqual([forbidden?.verdict, forbidden?.what], ["ask", "bash SURCINGLE_DOCTOR=1"]);
});

test("an agent that may only edit has no forbidden call to try", () => {
  const { forbidden, allowed } = chooseProbes(policyOf("deny", "allow", "allow"), surroundings, {
    uses: { ...uses, read: undefined },
  });
  assert.equal(forbidden, undefined);
  assert.equal(allowed?.what, "edit surcingle-doctor.txt");
});

test("a client that asks on its own is not tested with a call that it asks about", () => {
  const policy = policyOf("deny", "ask", "ask");
  assert.equal(chooseProbes(policy, surroundings, { uses }).forbidden?.what, "edit surcingle-doctor.txt");
  assert.equal(chooseProbes(policy, surroundings, { uses, asksByItself: true }).forbidden, undefined);
});
