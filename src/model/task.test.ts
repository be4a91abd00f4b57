import assert from "node:assert/strict";
import { test } from "node:test";
import { agentIdProblem } from "./task.ts";

const good = ["a", "A1", "parser-1", "a.b_c-d", "0", "_", "x".repeat(64), "console", "com10", "nulls", "lock", "a.b.c"];

const bad: Readonly<Record<string, RegExp>> = {
  "": /is empty/,
  "a..b": /two dots/,
  "..": /two dots/,
  "../../etc": /characters/,
  ".": /begins or ends with a dot/,
  ".hidden": /begins or ends with a dot/,
  "a.": /begins or ends with a dot/,
  "-rf": /hyphen/,
  "a.lock": /\.lock/,
  "a/b": /characters/,
  "a b": /characters/,
  "a\nb": /characters/,
  "a\0": /characters/,
  ü: /characters/,
  $HOME: /characters/,
  ["x".repeat(65)]: /has 65 characters; at most 64/,
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
  test(`${JSON.stringify(id)} is no id: ${problem.source}`, () => assert.match(agentIdProblem(id) ?? "", problem));
}
