import assert from "node:assert/strict";
import { test } from "node:test";
import { agentIdProblem } from "./task.ts";

const good = ["a", "A1", "parser-1", "a.b_c-d", "0", "_", "x".repeat(64), "console", "com10", "nulls", "lock", "a.b.c"];

const bad: Readonly<Record<string, RegExp>> = {
  "": /is empty/,
  "a..b": /two dots/,
  "..": /two dots/,
  "../../etc": /characters/,
  ".": /starts or ends with a dot/,
  ".hidden": /starts or ends with a dot/,
  "a.": /starts or ends with a dot/,
  "-rf": /hyphen/,
  "a.lock": /\.lock/,
  "a/b": /characters/,
  "a b": /characters/,
  "a\nb": /characters/,
  "a\0": /characters/,
  ü: /characters/,
  $HOME: /characters/,
  ["x".repeat(65)]: /has 65 characters; the limit is 64/,
  con: /device/,
  NUL: /device/,
  "Aux.txt": /device/,
  "prn.a.b": /device/,
  com1: /device/,
  LPT9: /device/,
};

test("letters, digits, dots, underscores and hyphens make an id", () => {
  for (const id of good) assert.equal(agentIdProblem(id), undefined, id);
});

for (const [id, problem] of Object.entries(bad)) {
  test(`${JSON.stringify(id)} is not a valid id: ${problem.source}`, () =>
    assert.match(agentIdProblem(id) ?? "", problem));
}
