import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf } from "../../test/support/policy.ts";
import type { Tool } from "../model/permission.ts";
import { parseRule } from "../parse/permissions.ts";
import { findAllowsMore, findUnreachable } from "./rule-checks.ts";

function covered(tool: Tool, ...texts: string[]): readonly (readonly [number, number])[] {
  const rules = texts.map((text) => {
    const rule = parseRule(text);
    if ("problem" in rule) throw new Error(rule.problem);
    return { tool, ...rule, from: "a:1:1" };
  });
  return findUnreachable(rules, tool).map(({ index, coveredBy }) => [index, coveredBy] as const);
}

const never: readonly (readonly [Tool, ...string[]])[] = [
  ["bash", "git push*:ask", "git push --force*:deny"],
  ["bash", "git *:ask", "git:deny"],
  ["bash", "git *:ask", "git push:deny"],
  ["bash", "*:ask", "rm -rf *:deny"],
  ["bash", "a ** b:ask", "a x * b:deny"],
  ["bash", "a:ask", "a:deny"],
  ["bash", "npm * x:ask", "npm run-* x:deny"],
  ["edit", "src/**:allow", "src/*.ts:deny"],
  ["edit", "src/**:allow", "src:deny"],
  ["edit", "**/*.lock:deny", "*.lock:allow"],
  ["edit", "**/*.lock:deny", "a/b/*.lock:allow"],
  ["edit", "**:deny", "/etc/passwd:allow"],
  ["edit", "/etc/**:deny", "/etc/ssh/*:allow"],
  ["edit", "~/x/**:deny", "~/x/y:allow"],
  ["webfetch", "https://example.com/**:allow", "https://example.com/private/*:deny"],
  ["webfetch", "https://EXAMPLE.com:443/**:allow", "https://example.com/private/*:deny"],
  ["question", "a*:allow", "a b/c*:deny"],
];

for (const [tool, ...texts] of never) {
  test(`${tool}: ${texts[1]} never matches after ${texts[0]}`, () => {
    assert.deepEqual(covered(tool, ...texts), [[1, 0]]);
  });
}

const live: readonly (readonly [Tool, ...string[]])[] = [
  ["bash", "git push --force*:deny", "git push*:ask"],
  ["bash", "git * push:ask", "git push:deny"],
  ["bash", "git push:ask", "git push *:deny"],
  ["bash", "git *:ask", "git*:deny"],
  ["bash", "git * x:ask", "git ** x:deny"],
  ["bash", "git * x:ask", "git *:deny"],
  ["bash", "git push:ask", "git  push:deny"],
  ["edit", "*.lock:deny", "**/*.lock:allow"],
  ["edit", "*:allow", "a/b:deny"],
  ["edit", "src/*:deny", "src:allow"],
  ["edit", "**/passwd:deny", "/etc/passwd:allow"],
  ["edit", "/etc/**:deny", "etc/passwd:allow"],
  ["webfetch", "https://example.com/*:allow", "https://example.com/a/b:deny"],
  ["webfetch", "https://example.com/**:allow", "https://EXAMPLE.com:443/private/*:deny"],
];

for (const [tool, ...texts] of live) {
  test(`${tool}: ${texts[1]} can match after ${texts[0]}`, () => assert.deepEqual(covered(tool, ...texts), []));
}

test("a rule of another tool covers nothing", () => {
  const rules = [
    { tool: "edit", pattern: "**", verdict: "allow", from: "a:1:1" },
    { tool: "bash", pattern: "git", verdict: "allow", from: "a:2:1" },
  ] as const;
  assert.deepEqual(findUnreachable(rules, "bash"), []);
});

const allowed: readonly (readonly [rules: readonly string[], programs: readonly string[]])[] = [
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

for (const [rules, programs] of allowed) {
  test(`${rules.join(", ")}: ${programs.join(", ") || "nothing more"}`, () => {
    const found = findAllowsMore(policyOf({ bash: ["ask", ...rules], edit: ["deny"] }));
    assert.deepEqual(
      found.map(({ program }) => program),
      programs,
    );
    assert.deepEqual(findAllowsMore(policyOf({ bash: ["ask", ...rules], edit: ["ask"] })), []);
  });
}
