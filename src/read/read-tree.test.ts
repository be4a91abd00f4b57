import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Files, makeRoots } from "../../test/support/make-root.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { excerpt } from "../base/excerpt.ts";
import { readTree, type SourceTree } from "./read-tree.ts";

const makeRoot = makeRoots("read");
const limits = { fileBytes: 1_000, assetBytes: 2_000, nesting: 20, entries: 50 };

function read(
  files: Files,
  prepare?: (root: string) => void,
): { tree: SourceTree; diagnostics: Diagnostic[]; root: string } {
  const root = makeRoot(files);
  prepare?.(root);
  const diagnostics: Diagnostic[] = [];
  const tree = readTree({ directory: root, index: 0, label: undefined, limits }, (each) => diagnostics.push(each));
  return { tree, diagnostics, root };
}

const said = ({ code, message, span }: Diagnostic): string => `${code} ${span.file.path}: ${message}`;

test("files are found by path, in order, and only where definitions belong", () => {
  const { tree, diagnostics } = read({
    "rules/b.md": "b",
    "rules/a/z.md": "z",
    "README.md": "x",
    "src/agents/a/agent.toml": "x",
    "agents/a/agent.toml": "x",
    "agents/a/notes.txt": "x",
    "surcingle.toml": "",
    "skills/s/SKILL.md": "x",
    "skills/s/data.csv": "1",
  });
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(
    [...tree.files.keys()],
    ["agents/a/agent.toml", "rules/a/z.md", "rules/b.md", "skills/s/SKILL.md", "skills/s/data.csv", "surcingle.toml"],
  );
});

test("a name that looks like a pattern, or has a line break, is a name", () => {
  const names = ["(a)[b]{c}!*?.md", "back\\slash.md", ".hidden.md", "two\nlines\nhere.md", "in\nside/x.md"];
  const { tree, diagnostics } = read(Object.fromEntries(names.map((name) => [`skills/s/${name}`, "x"])));
  assert.deepEqual(diagnostics, []);
  assert.deepEqual([...tree.files.keys()].sort(), names.map((name) => `skills/s/${name}`).sort());
});

test("files in a directory come before a file whose name extends the directory's", () => {
  const { tree } = read({ "rules/a.md": "x", "rules/a/b.md": "x", "rules/a-b.md": "x", "rules/a/b/c.md": "x" });
  assert.deepEqual([...tree.files.keys()], ["rules/a/b/c.md", "rules/a/b.md", "rules/a-b.md", "rules/a.md"]);
});

test("files of editors and systems are not read", () => {
  const { tree } = read({
    "rules/.DS_Store": "x",
    "skills/s/.DS_Store": "x",
    "skills/s/.git/config": "x",
    "skills/s/SKILL.md": "x",
  });
  assert.deepEqual([...tree.files.keys()], ["skills/s/SKILL.md"]);
});

test("CRLF is read as LF, a lone CR stays", () => {
  const { tree } = read({ "rules/a.md": "a\r\nb\rc\r\n" });
  const content = tree.files.get("rules/a.md")?.content;
  assert.equal(content && "text" in content && content.text, "a\nb\rc\n");
});

test("a skill's pictures and scripts keep their bytes and executable bits", () => {
  const picture = Uint8Array.from([0x89, 0x50, 0x0d, 0x0a, 0x00, 0xff]);
  const { tree } = read(
    { "skills/s/p.png": picture, "skills/s/run.sh": "#!/bin/sh\r\n", "skills/s/SKILL.md": "x" },
    (root) => chmodSync(join(root, "skills/s/run.sh"), 0o755),
  );
  assert.deepEqual(Buffer.from(tree.files.get("skills/s/p.png")!.content as Uint8Array), Buffer.from(picture));
  assert.equal(Buffer.from(tree.files.get("skills/s/run.sh")!.content as Uint8Array).toString(), "#!/bin/sh\r\n");
  assert.deepEqual(
    [...tree.files].map(([path, { executable }]) => [path, executable]),
    [
      ["skills/s/SKILL.md", false],
      ["skills/s/p.png", false],
      ["skills/s/run.sh", true],
    ],
  );
});

test("a pipe is an error and is never opened", () => {
  const { diagnostics } = read({ "rules/keep.md": "x" }, (root) => {
    execFileSync("mkfifo", [join(root, "rules/pipe.md"), join(root, "agents")]);
  });
  assert.deepEqual(diagnostics.map(said), [
    "unreadable-file agents: cannot read `agents`: it is not a regular file",
    "unreadable-file rules/pipe.md: cannot read `rules/pipe.md`: it is not a regular file",
  ]);
});

test("a pipe that an agent names as context is not opened either", () => {
  const { tree } = read({ "rules/keep.md": "x" }, (root) => execFileSync("mkfifo", [join(root, "pipe.md")]));
  assert.equal(
    tree.readText("pipe.md", () => assert.fail("nothing is reported")),
    undefined,
  );
  assert.equal(
    tree.readText("rules", () => assert.fail("nothing is reported")),
    undefined,
  );
  assert.equal(
    tree.readText("nowhere.md", () => assert.fail("nothing is reported")),
    undefined,
  );
});

test("a link that leaves the root is refused, also where an agent names the file", () => {
  const outside = makeRoot({ "secret.md": "x" });
  const { tree, diagnostics } = read({ "rules/keep.md": "x" }, (root) => {
    symlinkSync(join(outside, "secret.md"), join(root, "notes.md"));
    symlinkSync("../../..", join(root, "rules/up"));
    symlinkSync(outside, join(root, "agents"));
    symlinkSync("nowhere", join(root, "rules/broken.md"));
  });
  const codes = diagnostics.map(({ code, span }) => [code, span.file.path]);
  assert.deepEqual(codes, [
    ["outside-root", "agents"],
    ["unreadable-file", "rules/broken.md"],
    ["outside-root", "rules/up"],
  ]);
  const more: Diagnostic[] = [];
  assert.equal(
    tree.readText("notes.md", (each) => more.push(each)),
    undefined,
  );
  assert.deepEqual(
    more.map(({ code }) => code),
    ["outside-root"],
  );
});

test("a root is not confused with a directory whose name starts the same", () => {
  const root = makeRoot({ "rules/keep.md": "x" });
  mkdirSync(`${root}-other`);
  writeFileSync(join(`${root}-other`, "x.md"), "x");
  symlinkSync(join(`${root}-other`, "x.md"), join(root, "rules/x.md"));
  const diagnostics: Diagnostic[] = [];
  readTree({ directory: root, index: 0, label: undefined, limits }, (each) => diagnostics.push(each));
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["outside-root"],
  );
});

test("names with line breaks and escapes are shown without them", () => {
  const { diagnostics } = read({ "rules/a\nb\u001b[2J.md": Uint8Array.from([0xff]) });
  const printed = excerpt(diagnostics[0]!);
  assert.match(printed, /rules\/a\\u000ab\\u001b\[2J\.md/);
  assert.ok(!printed.includes("\u001b"));
});

test("a name that is not UTF-8 is an error, not a skipped file", () => {
  const { diagnostics } = read({ "rules/keep.md": "x" }, (root) => {
    writeFileSync(Buffer.concat([Buffer.from(join(root, "rules/")), Buffer.from([0xff, 0x2e, 0x6d, 0x64])]), "x");
  });
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["unreadable-file"],
  );
});

test("an unreadable directory is an error", {
  skip: process.getuid?.() === 0 && "the superuser may read everything",
}, () => {
  const { diagnostics, root } = read({ "rules/a/b.md": "x" }, (each) => chmodSync(join(each, "rules/a"), 0));
  chmodSync(join(root, "rules/a"), 0o755);
  assert.deepEqual(diagnostics.map(said), ["unreadable-file rules/a: cannot read `rules/a`: permission denied"]);
});

test("sizes at the limit are read, one more is not", () => {
  const { tree, diagnostics } = read({
    "rules/at.md": "x".repeat(1_000),
    "rules/over.md": "x".repeat(1_001),
    "skills/s/at.bin": "x".repeat(2_000),
    "skills/s/over.bin": "x".repeat(2_001),
  });
  assert.deepEqual([...tree.files.keys()], ["rules/at.md", "skills/s/at.bin"]);
  assert.deepEqual(
    diagnostics.map(({ code, span }) => [code, span.file.path]),
    [
      ["too-large", "rules/over.md"],
      ["too-large", "skills/s/over.bin"],
    ],
  );
  assert.deepEqual([...tree.failed.keys()], ["rules/over.md", "skills/s/over.bin"]);
});

test("too many files and too many levels end with an error", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`rules/${i}.md`, "x"]));
  assert.deepEqual(
    read(many).diagnostics.map(({ code }) => code),
    ["too-many"],
  );
  const deep = read({ [`rules/${"d/".repeat(30)}x.md`]: "x" });
  assert.match(deep.diagnostics[0]?.message ?? "", /nested too deep/);
});

const encodings: readonly (readonly [string, Uint8Array, string, number])[] = [
  ["invalid UTF-8", Buffer.from([0x61, 0xff, 0x62]), "not valid UTF-8", 1],
  ["an incomplete character at the end", Buffer.from([0x61, 0xc3]), "not valid UTF-8", 1],
  ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80]), "not valid UTF-8", 0],
  ["UTF-16", Buffer.from("\ufeffab", "utf16le"), "not valid UTF-8", 0],
  ["a byte order mark", Buffer.from("\ufeffab"), "byte order mark", 0],
  ["a NUL character", Buffer.from("ab\0"), "NUL", 2],
];

for (const [name, bytes, message, offset] of encodings) {
  test(`${name} in a text is rejected at its position`, () => {
    const { tree, diagnostics } = read({ "context/x.md": bytes });
    assert.equal(tree.files.size, 0);
    assert.equal(diagnostics[0]?.code, "bad-encoding");
    assert.ok(diagnostics[0].message.includes(message), diagnostics[0].message);
    assert.equal(diagnostics[0].span.start, offset);
  });
}

test("a literal U+FFFD is accepted", () => {
  const { tree, diagnostics } = read({ "context/x.md": "a \ufffd b\n" });
  assert.deepEqual(diagnostics, []);
  const content = tree.files.get("context/x.md")?.content;
  assert.ok(content && "text" in content);
  assert.equal(content.text, "a \ufffd b\n");
});

test("a root that is a file or is missing is reported", () => {
  for (const directory of [join(makeRoot({ x: "" }), "x"), "/nowhere/at/all"]) {
    const diagnostics: Diagnostic[] = [];
    const tree = readTree({ directory, index: 0, label: undefined, limits }, (each) => diagnostics.push(each));
    assert.equal(diagnostics[0]?.code, "unreadable-file");
    assert.ok(diagnostics[0].message.includes(directory));
    assert.equal(tree.files.size, 0);
  }
});
