import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import type { Verdict } from "../model/permission.ts";
import { normaliseAddressPattern } from "./addresses.ts";
import { decide } from "./decide.ts";

const policy = policyOf({
  webfetch: [
    "ask",
    "https://a.test/private/**:deny",
    "https://a.test/**:allow",
    "https://*.b.test/*:allow",
    "HTTPS://Docs.C.test:443/**:allow",
    "http://d.test:8080/**:allow",
    "https://*.E.test:443/**:deny",
    "**evil**:deny",
    "ftp://**:allow",
    "https://f.test:allow",
  ],
});

const cases: readonly (readonly [url: string, want: Verdict])[] = [
  ["https://a.test/", "allow"],
  ["https://a.test/x/y?q=1#z", "allow"],
  ["https://a.test/private/x", "deny"],
  ["https://a.test/x/../private/x", "deny"],
  ["https://a.test/%70rivate/x", "allow"],
  ["https://A.test/private/x", "deny"],
  ["https://a.test:443/private/x", "deny"],
  ["https:\\\\a.test\\private\\x", "deny"],
  ["https://a.test:8443/x", "ask"],
  ["http://a.test/x", "ask"],
  ["https://a.test.evil.test/x", "deny"],
  ["https://a.test@other.test/x", "ask"],
  ["https://me:pass@a.test/x", "ask"],
  ["https://@a.test/x", "ask"],
  ["https://x.b.test/y", "allow"],
  ["https://x.b.test/y/z", "ask"],
  ["https://b.test/y", "ask"],
  ["https://other.test/.b.test/y", "ask"],
  ["https://other.test\\@x.b.test/y", "ask"],
  ["https://docs.c.test/y/z", "allow"],
  ["http://d.test:8080/x", "allow"],
  ["http://d.test/x", "ask"],
  ["https://x.e.test/y", "deny"],
  ["HTTPS://X.E.TEST/y", "deny"],
  ["https://x.test/evil", "deny"],
  ["https://x.test/\tev\til", "deny"],
  ["ftp://x.test/y", "ask"],
  ["file:///etc/passwd", "ask"],
  ["javascript:alert(1)", "ask"],
  ["no address", "ask"],
  ["", "ask"],
  ["a.test/x", "ask"],
];

for (const [url, want] of cases) {
  test(`webfetch: ${want} ${JSON.stringify(url)}`, () => {
    const decision = decide(policy, { tool: "webfetch", subject: url }, surroundingsOf());
    assert.equal(decision.verdict, want, JSON.stringify(decision));
  });
}

test("what is no plain address is at best ask", () => {
  const open = policyOf({ webfetch: ["allow"] });
  for (const subject of ["nonsense", "ftp://a.test/", "https://u@a.test/", "https://@a.test/"]) {
    assert.equal(decide(open, { tool: "webfetch", subject }, surroundingsOf()).verdict, "ask", subject);
  }
  assert.equal(decide(open, { tool: "webfetch", subject: "https://a.test/" }, surroundingsOf()).verdict, "allow");
});

test("the scheme, host and port of a pattern are normalised, the rest is kept", () => {
  assert.equal(normaliseAddressPattern("HTTPS://Exämple.test:443/A*"), "https://xn--exmple-cua.test/A*");
  assert.equal(normaliseAddressPattern("http://A.test:8080/**"), "http://a.test:8080/**");
  assert.equal(normaliseAddressPattern("https://*.A.test:443/x"), "https://*.a.test/x");
  assert.equal(normaliseAddressPattern("**/x"), "**/x");
  assert.equal(normaliseAddressPattern("http*://a.test/x"), "http*://a.test/x");
});

for (const tool of ["websearch", "question"] as const) {
  test(`${tool}: one star is any run of text`, () => {
    const texts = policyOf({ [tool]: ["ask", "what is */*:allow", "*secret*:deny"] });
    const verdict = (subject: string) => decide(texts, { tool, subject }, surroundingsOf()).verdict;
    assert.equal(verdict("what is a b/c d\ne"), "allow");
    assert.equal(verdict("the secret\nplace"), "deny");
    assert.equal(verdict("why"), "ask");
  });
}
