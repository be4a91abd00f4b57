/** Tests what is below the matches of a rule, and the forms of a host's first page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import type { Tool, Verdict } from "../model/permission.ts";
import { decide } from "./decide.ts";

const cases: readonly (readonly [Tool, intent: Verdict, rule: string, subject: string, want: Verdict])[] = [
  ["edit", "allow", "secrets:deny", "secrets/a/b", "deny"],
  ["edit", "allow", "secrets:ask", "secrets/a", "ask"],
  ["edit", "allow", "secrets:deny", "secrets2/a", "allow"],
  ["edit", "ask", "docs:allow", "docs/a", "ask"],
  ["edit", "allow", "*:deny", "a/b/c", "deny"],
  ["edit", "allow", "**/node_modules:deny", "a/node_modules/b/c", "deny"],
  ["edit", "ask", "./**:allow", "a/b", "allow"],
  ["edit", "ask", "./**/x.md:allow", "x.md", "allow"],
  ["edit", "ask", "./**/x.md:allow", "a/b/x.md", "allow"],
  ["edit", "ask", "./**/x.md:allow", "a/b/y.md", "ask"],
  ["read", "allow", "private:deny", "private/x", "deny"],
  ["external_directory", "allow", "/srv:deny", "/srv/x", "deny"],
  ["webfetch", "allow", "https://evil.com/:deny", "https://evil.com", "deny"],
  ["webfetch", "allow", "https://evil.com/:deny", "https://evil.com/a/b?c", "deny"],
  ["webfetch", "allow", "https://evil.com/:deny", "https://evil.com.org/", "allow"],
  ["webfetch", "allow", "https://evil.com/a:deny", "https://evil.com/a/b", "deny"],
  ["webfetch", "allow", "https://evil.com/a:deny", "https://evil.com/a?b", "deny"],
  ["webfetch", "allow", "https://evil.com/a:deny", "https://evil.com/a#b", "deny"],
  ["webfetch", "allow", "https://evil.com/a:deny", "https://evil.com/ab", "allow"],
  ["webfetch", "allow", "*:deny", "https://evil.com/ab", "deny"],
  ["webfetch", "ask", "https://docs.rs/:allow", "https://docs.rs", "allow"],
  ["webfetch", "ask", "https://docs.rs/:allow", "https://docs.rs/x", "ask"],
];

for (const [tool, intent, rule, subject, want] of cases) {
  test(`${tool} ${rule}: ${subject} is ${want}`, () => {
    const policy = policyOf({ [tool]: [intent, rule] });
    assert.equal(decide(policy, { tool, subject }, surroundingsOf()).verdict, want);
  });
}

test("a relative pattern with a dot does not reach out of the project", () => {
  const policy = policyOf({ edit: ["ask", "./**:allow"], external_directory: ["allow"] });
  assert.equal(decide(policy, { tool: "edit", subject: "/srv/x" }, surroundingsOf()).verdict, "ask");
});
