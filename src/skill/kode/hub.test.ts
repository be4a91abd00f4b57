import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { kodePage } from "../../../test/support/kode-skill.ts";
import { isProblem } from "../../base/problem.ts";
import { fetchSkill } from "./hub.ts";

type Serve = (response: ServerResponse, request: IncomingMessage) => void;

const answers = new Map<string, Serve>();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const serve = answers.get(request.url ?? "");
  if (serve) serve(response, request);
  else response.writeHead(404).end("no");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const hubUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

function fileOf(path: string, text: string | Uint8Array, more: object = {}) {
  const content = Buffer.from(text as string);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const body = typeof text === "string" ? { text } : { base64: content.toString("base64") };
  return { path, size: content.length, sha256, ...body, ...more };
}

type HubFile = ReturnType<typeof fileOf>;

function bundleOf(files: readonly HubFile[], more: object = {}): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return JSON.stringify({ type: "skill", format: 1, slug: "demo", version: "0.1.0", size, files, ...more });
}

const page = fileOf("SKILL.md", kodePage("demo"));
const good = bundleOf([
  page,
  fileOf("scripts/x.sh", "#!/bin/sh\n", { executable: true }),
  fileOf("a.bin", new Uint8Array([0, 255])),
]);

let count = 0;
/** The answer under a separate address, so that tests do not interfere. */
async function ask(serve: Serve, options: { slug?: string; seconds?: number } = {}) {
  const base = `/${count++}`;
  const slug = options.slug ?? "demo";
  answers.set(`${base}/api/v1/skills/${slug}`, serve);
  return fetchSkill({ slug, hubUrl: hubUrl + base, seconds: options.seconds ?? 10 });
}

const says =
  (text: string): Serve =>
  (response) =>
    void response.end(text);

test("a skill is requested by its slug and returned as files", async () => {
  const bundle = await ask(says(good));
  assert.ok(!isProblem(bundle), JSON.stringify(bundle));
  assert.equal(bundle.slug, "demo");
  assert.deepEqual(
    bundle.files.map(({ path, executable }) => [path, executable]),
    [
      ["SKILL.md", false],
      ["scripts/x.sh", true],
      ["a.bin", false],
    ],
  );
  assert.deepEqual([...bundle.files[2]!.content], [0, 255]);
  assert.match(asked.at(-1)!, /^GET \/\d+\/api\/v1\/skills\/demo$/);
});

const hang: Serve = () => undefined;
const drip: Serve = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(timer));
};
const cutOff: Serve = (response) => {
  response.writeHead(200, { "content-length": good.length });
  response.write(good.slice(0, 40));
  setTimeout(() => response.destroy(), 20);
};
const cutOffInChunks: Serve = (response) => {
  response.write(good.slice(0, 40));
  setTimeout(() => response.destroy(), 20);
};
const endless: Serve = (response) => {
  response.writeHead(200);
  const chunk = Buffer.alloc(1024 * 1024, 32);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
};

const failures: readonly { name: string; serve: Serve; code: string; says: RegExp; seconds?: number }[] = [
  { name: "404", serve: (r) => void r.writeHead(404).end(), code: "hub-unknown-skill", says: /has no skill `demo`/ },
  { name: "500", serve: (r) => void r.writeHead(500).end("oh"), code: "hub-unreachable", says: /it answered 500/ },
  { name: "401", serve: (r) => void r.writeHead(401).end(), code: "hub-unreachable", says: /it answered 401/ },
  {
    name: "a redirect",
    serve: (r) => void r.writeHead(302, { location: "http://evil/" }).end(),
    code: "hub-bad-answer",
    says: /evil/,
  },
  { name: "no answer at all", serve: hang, seconds: 0.3, code: "hub-unreachable", says: /in 0.3 seconds/ },
  { name: "an answer byte by byte", serve: drip, seconds: 0.4, code: "hub-unreachable", says: /in 0.4 seconds/ },
  { name: "an answer that breaks off", serve: cutOff, code: "hub-unreachable", says: /did not send/ },
  { name: "chunks that break off", serve: cutOffInChunks, code: "hub-unreachable", says: /did not send/ },
  {
    name: "a connection that is closed",
    serve: (r) => void r.destroy(),
    code: "hub-unreachable",
    says: /did not send/,
  },
  {
    name: "half a document with a matching length",
    serve: says(good.slice(0, -9)),
    code: "hub-bad-answer",
    says: /not complete JSON/,
  },
  { name: "a page of HTML", serve: says("<html>"), code: "hub-bad-answer", says: /not complete JSON/ },
  { name: "nothing", serve: says(""), code: "hub-bad-answer", says: /not complete JSON/ },
  { name: "null", serve: says("null"), code: "hub-bad-answer", says: /type/ },
  { name: "an answer without end", serve: endless, code: "skill-too-large", says: /larger than 24 MB/ },
];

for (const { name, serve, code, says: words, seconds } of failures) {
  test(`the hub fails with ${name}: the only result is ${code}`, async () => {
    const result = await ask(serve, seconds === undefined ? {} : { seconds });
    assert.ok(isProblem(result), "it was accepted");
    assert.equal(result.code, code, result.message);
    assert.match(result.message, words);
    assert.notEqual(result.hint, "", "it says what to do");
  });
}

const lies: readonly { name: string; text: string; code: string; says: RegExp }[] = [
  {
    name: "the size of a file",
    text: bundleOf([page, fileOf("a", "abc", { size: 4 })]),
    code: "hub-bad-answer",
    says: /has 3 bytes instead of 4/,
  },
  {
    name: "the hash of a file",
    text: bundleOf([page, fileOf("a", "abc", { sha256: "0".repeat(64) })]),
    code: "hub-bad-answer",
    says: /sha256/,
  },
  {
    name: "no hash",
    text: bundleOf([page, fileOf("a", "abc", { sha256: undefined })]),
    code: "hub-bad-answer",
    says: /sha256/,
  },
  { name: "the size of it all", text: bundleOf([page], { size: 1 }), code: "hub-bad-answer", says: /its `size` is 1/ },
  {
    name: "its name",
    text: bundleOf([page], { slug: "other" }),
    code: "hub-bad-answer",
    says: /contains the skill "other"/,
  },
  { name: "its version", text: bundleOf([page], { version: "9.9.9" }), code: "hub-bad-answer", says: /9\.9\.9/ },
  { name: "its format", text: bundleOf([page], { format: 2 }), code: "hub-bad-answer", says: /only 1 is supported/ },
  { name: "its type", text: bundleOf([page], { type: "agent" }), code: "hub-bad-answer", says: /type/ },
  { name: "its files", text: bundleOf([page], { files: {} }), code: "hub-bad-answer", says: /no list of files/ },
  { name: "a file that is a number", text: bundleOf([page], { files: [5] }), code: "hub-bad-answer", says: /no path/ },
  {
    name: "text and base64 at once",
    text: bundleOf([fileOf("SKILL.md", "x", { base64: "eA==" })]),
    code: "hub-bad-answer",
    says: /or both/,
  },
  {
    name: "broken base64",
    text: bundleOf([page, fileOf("a", new Uint8Array(3), { base64: "AAA!" })]),
    code: "hub-bad-answer",
    says: /base64/,
  },
  {
    name: "a path upwards",
    text: bundleOf([page, fileOf("../../.bashrc", "x")]),
    code: "skill-unsafe",
    says: /points outside/,
  },
  {
    name: "an absolute path",
    text: bundleOf([page, fileOf("/etc/cron.d/x", "x")]),
    code: "skill-unsafe",
    says: /absolute/,
  },
  {
    name: "a link",
    text: bundleOf([page, fileOf("a", "/etc", { kind: "symlink" })]),
    code: "skill-unsafe",
    says: /symlink/,
  },
  {
    name: "a device",
    text: bundleOf([page, fileOf("a", "", { kind: "device" })]),
    code: "skill-unsafe",
    says: /device/,
  },
  { name: "one path twice", text: bundleOf([page, page]), code: "skill-unsafe", says: /share the path/ },
  {
    name: "too many files",
    text: bundleOf(Array.from({ length: 1001 }, (_, i) => fileOf(`f${i}`, ""))),
    code: "skill-too-large",
    says: /1001 files/,
  },
  {
    name: "too many bytes",
    text: bundleOf([page, fileOf("a", new Uint8Array(10 * 1024 * 1024))]),
    code: "skill-too-large",
    says: /10 MB/,
  },
  { name: "no SKILL.md", text: bundleOf([fileOf("a", "x")]), code: "skill-broken", says: /no SKILL.md/ },
  {
    name: "a SKILL.md of another skill",
    text: bundleOf([fileOf("SKILL.md", kodePage("other"))]),
    code: "skill-broken",
    says: /`other` is in/,
  },
];

for (const { name, text, code, says: words } of lies) {
  test(`the hub lies about ${name}: the skill is refused as a whole`, async () => {
    const result = await ask(says(text));
    assert.ok(isProblem(result), "it was accepted");
    assert.equal(result.code, code, result.message);
    assert.match(result.message, words);
  });
}

test("plain http works only for this machine, and an address cannot contain a password", async () => {
  for (const url of [
    "http://hub.example.com",
    "http://127.0.0.1.example.com",
    "ftp://localhost",
    "https://me:secret@hub.example.com",
    "https://",
    "https://x/?a=b",
  ]) {
    const result = await fetchSkill({ slug: "demo", hubUrl: url, seconds: 1 });
    assert.ok(isProblem(result) && result.code === "hub-url", url);
  }
});

test("an unreachable hub is a clear error", async () => {
  const result = await fetchSkill({ slug: "demo", hubUrl: "http://127.0.0.1:9", seconds: 5 });
  assert.ok(isProblem(result) && result.code === "hub-unreachable");
  assert.match(result.hint ?? "", /install from a directory/);
});

test("an invalid slug is never sent to a hub", async () => {
  const before = asked.length;
  for (const slug of ["../x", "A", "a b", "-a", "a%2f", ""]) {
    const result = await fetchSkill({ slug, hubUrl, seconds: 1 });
    assert.ok(isProblem(result) && result.code === "hub-unknown-skill", slug);
  }
  assert.equal(asked.length, before);
});
