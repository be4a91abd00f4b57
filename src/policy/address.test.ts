import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import type { Verdict } from "../model/permission.ts";
import { namesHost, normaliseAddressPattern } from "./address.ts";
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

test("an unusual address asks at least", () => {
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
  test(`${tool}: one star matches any text`, () => {
    const texts = policyOf({ [tool]: ["ask", "what is */*:allow", "*secret*:deny"] });
    const verdict = (subject: string) => decide(texts, { tool, subject }, surroundingsOf()).verdict;
    assert.equal(verdict("what is a b/c d\ne"), "allow");
    assert.equal(verdict("the secret\nplace"), "deny");
    assert.equal(verdict("why"), "ask");
  });
}

const privateHosts: readonly string[] = [
  ...[
    "http://localhost/",
    "http://localhost:3000/x",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://foo.localhost/",
  ],
  ...["http://127.0.0.1/", "http://127.1/", "http://127.0.0.1./", "http://2130706433/", "http://0x7f000001/"],
  ...[
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://0/",
    "http://0.0.0.0/",
  ],
  ...["http://10.0.0.8/", "http://172.16.0.1/", "http://172.31.255.255/", "http://192.168.1.1/", "http://169.254.1.1/"],
  ...["http://169.254.169.254/latest/meta-data/", "http://100.100.100.200/latest/", "http://168.63.129.16/"],
  ...["http://192.0.0.192/", "http://100.64.0.1/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[::]/"],
  ...["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[::127.0.0.1]/", "http://[fd00:ec2::254]/"],
  ...["http://[fe80::1]/", "http://[fc00::1]/", "http://[ff02::1]/", "http://[64:ff9b::7f00:1]/", "http://[fec0::1]/"],
  ...["http://[2002:7f00:1::]/", "http://[2001:0:1:2:3:4:80ff:fffe]/", "http://[64:ff9b:1::1]/"],
  ...["http://ip6-localhost/", "http://ip6-loopback/", "http://localhost.localdomain/", "http://router/"],
  ...["http://metadata.google.internal/x", "http://metadata/", "http://instance-data/", "http://a.ec2.internal/"],
  ...["http://host.docker.internal:8080/", "http://printer.local/", "http://nas.lan/", "http://x.home.arpa/"],
  ...["http://kubernetes.default.svc/", "http://kubernetes.default/", "http://db.prod.svc.cluster.local/"],
  ...["http://127.0.0.1.nip.io/", "http://app.localtest.me/", "http://metadata.tencentyun.com/"],
  ...["https://Metadata.Google.Internal./", "http:\\\\127.0.0.1\\", "http:/127.0.0.1/", "http://1.2.3.4@127.0.0.1/"],
];
const publicHosts: readonly string[] = [
  ...["https://example.com/", "http://8.8.8.8/", "http://172.32.0.1/", "http://192.169.0.1/", "http://11.0.0.1/"],
  ...["http://100.128.0.1/", "http://[2606:4700::1111]/", "http://[2002:808:808::]/", "http://[::ffff:8.8.8.8]/"],
  ...["https://localhost.example.com/", "https://notlocalhost.com/", "https://internal.example.com/"],
  ...["https://local.example.org/", "https://127.0.0.1.example.com/", "https://nip.io.example.com/"],
  ...["http://[64:ff9b::808:808]/", "http://169.253.0.1/", "https://example.com./"],
];
const everywhere = policyOf({ webfetch: ["allow", "https://**:allow"] });
for (const url of privateHosts)
  test(`a private host asks at least: ${url}`, () => {
    const decision = decide(everywhere, { tool: "webfetch", subject: url }, surroundingsOf());
    assert.equal(decision.verdict, "ask", JSON.stringify(decision));
  });
for (const url of publicHosts)
  test(`a public host does not: ${url}`, () => {
    const decision = decide(everywhere, { tool: "webfetch", subject: url }, surroundingsOf());
    assert.equal(decision.verdict, "allow", JSON.stringify(decision));
  });

const named = policyOf({
  webfetch: [
    "allow",
    "http://127.0.0.1:9/*:allow",
    "http://localhost:*/**:allow",
    "http://[::1]/**:allow",
    "http://*.internal/**:allow",
    "https://db.internal/**:deny",
    "http*://nas.lan/**:allow",
    "http://0x7f.2/**:allow",
  ],
});
for (const [url, want] of [
  ["http://127.0.0.1:9/x", "allow"],
  ["http://127.0.0.1:8/x", "ask"],
  ["http://127.0.0.1:9/x/y", "ask"],
  ["http://2130706433:9/x", "ask"],
  ["http://localhost:3000/a/b", "allow"],
  ["http://localhost/a", "ask"],
  ["http://foo.localhost:3000/a", "ask"],
  ["http://[::1]/x", "allow"],
  ["http://a.internal/x", "ask"],
  ["https://db.internal/x", "deny"],
  ["https://nas.lan/x", "allow"],
  ["http://127.0.0.2/x", "allow"],
  ["https://example.com/", "allow"],
] as const)
  test(`a rule that names a private host decides: ${want} ${url}`, () => {
    const decision = decide(named, { tool: "webfetch", subject: url }, surroundingsOf());
    assert.equal(decision.verdict, want, JSON.stringify(decision));
  });

test("a host is named by literal text, whatever the port", () => {
  assert.equal(namesHost("http://localhost:*/**", "localhost."), true);
  assert.equal(namesHost("HTTP://LocalHost/**", "localhost"), true);
  assert.equal(namesHost("http*://localhost/x", "localhost"), true);
  assert.equal(namesHost("http://*localhost/**", "localhost"), false);
  assert.equal(namesHost("http://**", "localhost"), false);
  assert.equal(namesHost("**localhost**", "localhost"), false);
  assert.equal(namesHost("http://a@localhost/**", "localhost"), false);
});
