/** Tests that the log records what it can, never blocks, and stores no secrets. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { redact } from "../base/redact.ts";
import { writeLog } from "./write-decision-log.ts";

const scratch = makeScratch("log");

const line = { agent: "a", subject: "echo `id` $HOME" };

test("a line is written to the file in the settings and to that of the variable, readable by the owner only", () => {
  const [own, other] = [join(scratch, "own.jsonl"), join(scratch, "other.jsonl")];
  writeLog({ env: { SURCINGLE_LOG: other }, home: scratch, file: "~/own.jsonl" }, line);
  writeLog({ env: {}, home: scratch, file: own }, line);
  const lines = readFileSync(own, "utf8").trimEnd().split("\n");
  assert.equal(lines.length, 2);
  assert.equal(JSON.parse(lines[0]!).subject, line.subject);
  assert.equal(JSON.parse(readFileSync(other, "utf8")).agent, "a");
  assert.equal(statSync(own).mode & 0o777, 0o600);
});

test("a line contains nothing that a shell would run", () => {
  const file = join(scratch, "shell.jsonl");
  writeLog({ env: { SURCINGLE_LOG: file }, home: scratch }, { subject: "x\";$(touch made)`touch made`'" });
  assert.doesNotMatch(readFileSync(file, "utf8"), /[$`]/);
  execFileSync("/bin/sh", ["-c", `. ${file} || :`], { cwd: scratch, stdio: "ignore" });
  assert.throws(() => statSync(join(scratch, "made")));
});

test("a file without such lines is left alone, and never blocks", () => {
  const pipe = join(scratch, "pipe");
  execFileSync("mkfifo", [pipe]);
  const [directory, foreign] = [join(scratch, "directory"), join(scratch, ".bashrc")];
  mkdirSync(directory);
  writeFileSync(foreign, "export A=1\n");
  for (const file of [pipe, directory, foreign, "/dev/full", "/nowhere/log", "\0"])
    writeLog({ env: { SURCINGLE_LOG: file }, home: scratch }, line);
  assert.equal(readFileSync(foreign, "utf8"), "export A=1\n");
});

const secrets: Readonly<Record<string, string>> = {
  "API_KEY=abc123 make": "API_KEY=*** make",
  "DB_PASSWORD='a b' psql": "DB_PASSWORD=*** psql",
  'export GITHUB_TOKEN="x y"; ls': "export GITHUB_TOKEN=***; ls",
  "mysql --password=hunter2 db": "mysql --password=*** db",
  "tool --api-key abc --verbose": "tool --api-key *** --verbose",
  'curl -H "Authorization: Bearer abc.def" https://a.b': 'curl -H "Authorization: ***" https://a.b',
  "curl -H 'X-Api-Key: abc' x": "curl -H 'X-Api-Key: ***' x",
  "curl -H 'Cookie: a=b; c=d' x": "curl -H 'Cookie: ***' x",
  "git clone https://me:pass@host/r": "git clone https://***@host/r",
  "curl -u me:pass https://a.b": "curl -u *** https://a.b",
  "echo ghp_0123456789abcdefghij": "echo ***",
};

for (const [text, want] of Object.entries(secrets))
  test(`redacted: ${text}`, () => {
    assert.equal(redact(text), want);
  });

test("plain commands stay as they are", () => {
  for (const text of ["sort --key=2 a", "FOO=1 make", "git log --author=me", "cat keys.txt"])
    assert.equal(redact(text), text);
});

test("redacting takes linear time", () => {
  for (const piece of ["a-", 'key="', "token ", "https://", "-u a:"]) {
    const text = piece.repeat(200_000);
    assert.ok(redact(text).length <= text.length + 3);
  }
});
