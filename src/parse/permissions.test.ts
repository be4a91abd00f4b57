import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRule } from "./permissions.ts";

test("a rule is split at its last colon", () => {
  assert.deepEqual(parseRule("git status*:allow"), { pattern: "git status*", verdict: "allow" });
  assert.deepEqual(parseRule("https://a.test:8080/*:deny"), { pattern: "https://a.test:8080/*", verdict: "deny" });
});

const broken = [
  ["git status", "git status"],
  ["git status:allowed", "allowed"],
  ["git status: allow", " allow"],
  ["git status:Allow", "Allow"],
  ["git status:", ""],
  [":allow", ":"],
  [" git:allow", " "],
  ["git  :allow", "  "],
  ["\tgit:allow", "\t"],
  ["   :allow", "   "],
  ["", ""],
] as const;

for (const [text, wrong] of broken) {
  test(`${JSON.stringify(text)} is refused because of ${JSON.stringify(wrong)}`, () => {
    const rule = parseRule(text);
    assert.ok("problem" in rule);
    assert.equal(text.slice(rule.start, rule.end), wrong);
  });
}
