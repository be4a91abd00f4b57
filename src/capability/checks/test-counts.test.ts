import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../../test/support/cost.ts";
import { readTestCounts } from "./test-counts.ts";

const recordings = join(import.meta.dirname, "../../../test/ecosystems");

/** Real output of each program: passed, failed, skipped. */
const wanted: Readonly<Record<string, readonly [passed: number, failed: number, skipped: number] | undefined>> = {
  "cargo-test": [3, 0, 1],
  "cargo-test-failed": [1, 1, 1],
  "go-test": undefined,
  "go-test-json": [2, 0, 1],
  "go-test-v": [2, 0, 1],
  "go-test-v-failed": [1, 1, 1],
  jest: [2, 0, 2],
  "jest-failed": [3, 1, 2],
  make: [3, 0, 2],
  mocha: [2, 0, 2],
  "mocha-failed": [1, 1, 2],
  "node-spec": [2, 0, 1],
  "node-spec-failed": [1, 1, 0],
  "node-tap": [2, 0, 1],
  "node-tap-failed": [1, 1, 0],
  "npm-test": [2, 0, 1],
  pytest: [2, 0, 1],
  "pytest-colour": [2, 0, 1],
  "pytest-failed": [3, 1, 1],
  "pytest-none": undefined,
  "pytest-quiet": [2, 0, 1],
  unittest: [1, 0, 1],
  vitest: [2, 0, 2],
  "vitest-failed": [3, 1, 2],
};

for (const file of readdirSync(recordings)) {
  const name = file.replace(".txt", "");
  test(`the counts of ${name} are read from what it printed`, () => {
    assert.ok(Object.hasOwn(wanted, name), `${file} has no counts in this table`);
    const found = readTestCounts(readFileSync(join(recordings, file), "utf8"));
    assert.deepEqual(found && [found.passed, found.failed, found.skipped], wanted[name]);
  });
}

test("line endings do not matter", () => {
  const text = readFileSync(join(recordings, "pytest.txt"), "utf8").replaceAll("\n", "\r\n");
  assert.equal(readTestCounts(text)?.passed, 2);
});

test("plain TAP is counted line by line", () => {
  const text = "TAP version 13\n1..4\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no\nnot ok 4 - d # TODO later\n";
  assert.deepEqual(readTestCounts(text), { passed: 1, failed: 1, skipped: 2, by: "TAP" });
});

test("several runs of one program are added up", () => {
  const line = "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
  assert.deepEqual(readTestCounts(line + line), { passed: 4, failed: 0, skipped: 2, by: "cargo test" });
});

test("nextest and unittest that failed", () => {
  const nextest = "     Summary [   0.012s] 5 tests run: 4 passed, 1 failed, 2 skipped\n";
  assert.deepEqual(readTestCounts(nextest), { passed: 4, failed: 1, skipped: 2, by: "cargo nextest" });
  const unittest = "Ran 6 tests in 0.001s\n\nFAILED (failures=1, errors=2, skipped=1)\n";
  assert.deepEqual(readTestCounts(unittest), { passed: 2, failed: 3, skipped: 1, by: "unittest" });
});

test("text that only looks like a summary is not counted", () => {
  for (const text of [
    "",
    "all good\n",
    "I saw 3 passed tests\n",
    "# passing 3\n",
    "ok  \ttiny\t0.013s\n",
    "Tests: many\n",
  ])
    assert.equal(readTestCounts(text), undefined, text);
});

test("a long output is read in linear time", async () => {
  await assertGrowsLinearly(100_000, (size) => {
    const [half, passed, passing] = [size / 2, "1 passed, ".repeat(size), " 1 passing".repeat(size / 2)];
    readTestCounts(`${passed}\n${passing}\n${"Tests: 1 a, ".repeat(half)}`);
  });
});
