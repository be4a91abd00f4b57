/** Tests allow rules of packs: what a program always does, and what an option or operand adds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { surroundingsOf } from "../../test/support/policy.ts";
import type { Verdict } from "../model/permission.ts";
import { compilePolicy } from "./compile.ts";
import { decide } from "./decide.ts";

const patterns = [
  "awk *",
  "git branch *",
  "hostname *",
  "pytest *",
  "npm test *",
  "npm run build *",
  "python --version",
  "* --version",
];

function judge(edit: Verdict, subject: string, isPacked: boolean): Verdict {
  const rules = patterns.map((pattern, i) => {
    return { pattern, verdict: "allow" as const, from: `p:${i}:1`, ...(isPacked && { isPacked }) };
  });
  const permissions = { bash: { intent: "ask", rules }, edit: { intent: edit, rules: [] } } as const;
  return decide(compilePolicy({ agent: "a", permissions }), { tool: "bash", subject }, surroundingsOf()).verdict;
}

const cases: readonly (readonly [line: string, reading: Verdict, editing: Verdict, own: Verdict])[] = [
  ["awk '{print $1}' x", "allow", "allow", "allow"],
  ["awk 'BEGIN{system(\"ls\")}'", "ask", "ask", "allow"],
  ["awk -f x.awk y", "ask", "ask", "allow"],
  ["git branch -a", "allow", "allow", "allow"],
  ["git branch -D x", "deny", "ask", "allow"],
  ["hostname", "allow", "allow", "allow"],
  ["hostname x", "deny", "ask", "allow"],
  ["pytest -x", "ask", "allow", "allow"],
  ["npm test", "ask", "allow", "allow"],
  ["npm run build", "ask", "allow", "allow"],
  ["python --version", "allow", "allow", "allow"],
  ["node --version", "allow", "allow", "allow"],
  ["yarn --version", "ask", "ask", "allow"],
  ["evil --version", "ask", "ask", "allow"],
];

for (const [line, reading, editing, own] of cases) {
  test(`${line}: ${reading} where nothing may be edited, ${editing} elsewhere, ${own} by a rule of the agent`, () => {
    assert.equal(judge("deny", line, true), reading);
    assert.equal(judge("allow", line, true), editing);
    assert.equal(judge("allow", line, false), own);
  });
}
