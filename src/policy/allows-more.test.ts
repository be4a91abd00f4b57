import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf } from "../../test/support/policy.ts";
import { findAllowsMore } from "./allows-more.ts";

const cases: readonly (readonly [rules: readonly string[], programs: readonly string[]])[] = [
  [["python *:allow"], ["python"]],
  [
    ["awk *:allow", "make *:allow"],
    ["awk", "make"],
  ],
  [["python*:allow"], ["python"]],
  [["python *:ask", "python *:allow"], []],
  [["make test:allow", "python -m pytest *:allow"], []],
  [["cat *:allow", "git *:allow", "npm *:allow", "unknown-program *:allow"], []],
  [["python *:deny"], []],
];

for (const [rules, programs] of cases) {
  test(`${rules.join(", ")}: ${programs.join(", ") || "nothing more"}`, () => {
    const found = findAllowsMore(policyOf({ bash: ["ask", ...rules], edit: ["deny"] }));
    assert.deepEqual(
      found.map(({ program }) => program),
      programs,
    );
    assert.deepEqual(findAllowsMore(policyOf({ bash: ["ask", ...rules], edit: ["ask"] })), []);
  });
}
