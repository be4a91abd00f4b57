import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./text.ts";

const known = ["bash", "edit", "webfetch", "websearch", "question", "external_directory"];

const cases = [
  ["bsh", "bash"],
  ["abash", "bash"],
  ["bahs", "bash"],
  ["Bash", "bash"],
  ["webfecth", "webfetch"],
  ["web-search", "websearch"],
  ["external-directory", "external_directory"],
  ["shell", undefined],
  ["x", undefined],
  ["", undefined],
  ["bash".repeat(100), undefined],
] as const;

for (const [name, want] of cases) {
  test(`\`${name.slice(0, 20)}\` is ${want ? `taken for \`${want}\`` : "near to nothing"}`, () => {
    assert.equal(nearest(name, known), want);
  });
}

test("of two names as near, the first is taken", () => assert.equal(nearest("aa", ["ab", "ba", "ac"]), "ab"));

test("a name that is there is its own nearest", () => {
  for (const name of known) assert.equal(nearest(name, known), name);
});
