import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./did-you-mean.ts";

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
  test(`\`${name.slice(0, 20)}\` is ${want ? `taken for \`${want}\`` : "not close to any name"}`, () => {
    assert.equal(nearest(name, known), want);
  });
}

test("of two equally near names, the first is suggested", () => assert.equal(nearest("aa", ["ab", "ba", "ac"]), "ab"));

test("a known name is its own nearest name", () => {
  for (const name of known) assert.equal(nearest(name, known), name);
});
