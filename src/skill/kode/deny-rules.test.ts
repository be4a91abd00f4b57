import assert from "node:assert/strict";
import { test } from "node:test";
import { deniedBy, readDenial } from "./deny-rules.ts";

for (const [text, kind] of [
  ["skill:dangerous-*", "skill"],
  ["skill:*", "skill"],
  ["skill:exact", "skill"],
  ["tool:skill_exec", "exec"],
  ["tool:shell", "tool"],
  ["tool:write_file", "tool"],
  ["tool:WebFetch", "tool"],
  ["bash", "tool"],
  ["bash:*", "tool"],
  ["bash:rm -rf *", "rule"],
  ["fs:write", "tool"],
  ["fs:read", "tool"],
  ["fs:write:**/*.lock", "rule"],
] as const) {
  test(`\`${text}\` is a rule of kind ${kind}`, () => {
    const denial = readDenial(text);
    assert.equal(denial?.kind, kind);
    assert.equal(denial?.text, text);
  });
}

for (const text of [
  "",
  "skill",
  "skill:",
  "skill: x",
  "skill:A",
  "skill:../x",
  "tool:",
  "tool:nothing",
  "bash:",
  "fs",
  "fs:",
  "fs:read:x",
  "fs:delete",
  "allow:*",
  "skills:*",
  "*",
]) {
  test(`\`${text}\` is an error, not a rule that denies nothing`, () => {
    assert.equal(readDenial(text), undefined);
  });
}

test("the denying rule is named as written", () => {
  const denials = ["skill:a-*", "skill:*"].map((text) => readDenial(text)!);
  assert.equal(deniedBy("a-b", denials), "skill:a-*");
  assert.equal(deniedBy("b", denials), "skill:*");
});
