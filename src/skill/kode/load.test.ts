import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../test/support/make-root.ts";
import { type BrokenSkill, isBroken, type KodeSkill, loadSkillFile, loadSkillsDirectory } from "./load.ts";
import { resolveBody } from "./run.ts";

const makeRoot = makeRoots("kode");

const page = (fields: string, body = "Do $ARGUMENTS.\n"): string => `---\n${fields}---\n${body}`;
const good = (name: string): string => `name: ${name}\ndescription: Does ${name}\nversion: 0.1.0\n`;

async function load(text: string | Uint8Array, slug = "demo"): Promise<KodeSkill | BrokenSkill> {
  return loadSkillFile(join(makeRoot({ [`${slug}/SKILL.md`]: text }), slug, "SKILL.md"));
}

async function loaded(text: string): Promise<KodeSkill> {
  const skill = await load(text);
  if (isBroken(skill)) assert.fail(skill.errors.map(({ message }) => message).join("\n"));
  return skill;
}

async function errorsOf(text: string | Uint8Array, slug?: string): Promise<string[]> {
  return (await load(text, slug)).errors.map(({ code, message }) => `${code}: ${message}`);
}

test("T1 an empty SKILL.md is rejected with a clear error", async () => {
  assert.deepEqual(await errorsOf(""), ["bad-frontmatter: the file is empty"]);
  assert.deepEqual(await errorsOf(" \n\n"), ["bad-frontmatter: the file is empty"]);
});

for (const [label, key] of [
  ["T2", "name"],
  ["T3", "description"],
  ["T4", "version"],
] as const) {
  test(`${label} a SKILL.md without ${key} is rejected`, async () => {
    const without = good("demo").replace(new RegExp(`^${key}:.*\n`, "m"), "");
    assert.deepEqual(await errorsOf(page(without)), [
      `missing-field: required field \`${key}\` is missing in SKILL.md`,
    ]);
    const empty = good("demo").replace(new RegExp(`^${key}:.*`, "m"), `${key}:`);
    assert.equal((await errorsOf(page(empty))).length, 1, "an empty value counts as missing");
  });
}

test("T5 a name that differs from its directory is rejected", async () => {
  const errors = await errorsOf(page(good("other")));
  assert.deepEqual(errors, ["name-mismatch: skill `other` is in the directory `demo`"]);
});

test("T6 a loaded and resolved file has its arguments filled in", async () => {
  const skill = await loaded(
    page(good("demo"), "Look at $ARGUMENTS, then $ARGUMENTS[0] and $1: `$HOME` \\$ARGUMENTS\n"),
  );
  assert.equal(
    resolveBody(skill, ["a b", "$&", "c"]),
    "Look at a b $& c, then a b $& c[0] and $1: `$HOME` \\a b $& c\n",
    "only $ARGUMENTS is replaced, by the arguments with single spaces, and nothing in them is interpreted",
  );
  assert.equal(resolveBody({ body: "x$ARGUMENTS" }, []), "x");
  assert.equal(resolveBody({ body: "$ARGUMENTS" }, ["$ARGUMENTS", "b"]), "$ARGUMENTS b", "one pass only");
});

test("T10 a malformed skill does not hide others", async () => {
  const root = makeRoot({
    "alpha/SKILL.md": page(good("alpha")),
    "broken/SKILL.md": "---\nname: [\n---\n",
    "charlie/SKILL.md": page(good("charlie")),
    "README.md": "no skill",
    "empty/notes.md": "no skill",
    ".alpha.surcingle.1.0123456789ab/SKILL.md": page(good("hidden")),
  });
  const skills = await loadSkillsDirectory(root);
  assert.deepEqual(
    skills.map((skill) => [skill.slug, isBroken(skill)]),
    [
      ["alpha", false],
      ["broken", true],
      ["charlie", false],
    ],
  );
  assert.equal(skills[1]?.errors[0]?.code, "bad-yaml", "and its reason is kept");
  assert.deepEqual(await loadSkillsDirectory(join(root, "nowhere")), []);
});

test("every field is read, and all other keys are kept unchanged", async () => {
  const skill = await loaded(
    page(`${good("demo")}license: MIT
metadata:
  author: someone
  kode:
    primary_env: bash
    requires: { bins: [git, jq], env: [FOO_TOKEN] }
    permission_mode: plan
    tools: [read_file, shell]
    later: 1
`),
  );
  assert.equal(skill.primaryEnv, "bash");
  assert.deepEqual(skill.requires, { bins: ["git", "jq"], env: ["FOO_TOKEN"] });
  assert.equal(skill.permissionMode, "plan");
  assert.deepEqual(skill.tools, ["read_file", "shell"]);
  assert.deepEqual(skill.extra, { license: "MIT", metadata: { author: "someone", kode: { later: 1 } } });
});

test("a skill without a tool list has no tools; allowed-tools is used if Kode's own list is missing", async () => {
  assert.equal((await loaded(page(good("demo")))).tools, undefined);
  assert.deepEqual((await loaded(page(`${good("demo")}metadata: { kode: { tools: [] } }\n`))).tools, []);
  const text = `${good("demo")}allowed-tools: Read, Bash(git log *) Edit\n`;
  assert.deepEqual((await loaded(page(text))).tools, ["Read", "Bash(git log *)", "Edit"]);
  assert.deepEqual((await loaded(page(`${text}metadata: { kode: { tools: [shell] } }\n`))).tools, ["shell"]);
});

test("an invalid value is an error, never ignored", async () => {
  const inKode = (line: string): string => page(`${good("demo")}metadata:\n  kode:\n    ${line}\n`);
  for (const line of [
    "tools: read_file",
    "tools: [1]",
    "tools: { a: b }",
    "requires: [git]",
    "requires: { bins: git }",
    "requires: { env: [1] }",
    "permission_mode: yolo",
    "primary_env: perl",
  ])
    assert.match((await errorsOf(inKode(line)))[0] ?? line, /^bad-field: /, line);
  assert.match((await errorsOf(page(`${good("demo")}metadata: { kode: 5 }\n`)))[0]!, /^bad-field: /);
});

test("a version that is not semantic warns and loads", async () => {
  for (const [written, version] of [
    ["1.0", "1"],
    ["'1.0'", "1.0"],
    ["new", "new"],
  ] as const)
    assert.equal((await loaded(page(good("demo").replace("0.1.0", written)))).version, version, written);
  for (const written of ["", "''", "~", "[1]"])
    assert.notDeepEqual(await errorsOf(page(good("demo").replace("0.1.0", written))), [], written);
});

test("keys of other tools never make a skill invalid", async () => {
  for (const line of [
    "argument-hint: [path]",
    "argument-hint: ''",
    "triggers: x",
    "arguments: [{name: path, required: true}]",
    "user-invocable: maybe",
    "context: spoon",
    "hooks: nonsense",
    "model: 5",
    "metadata: text",
    "license: {}",
    "anything: [1, {a: b}]",
  ]) {
    const skill = await loaded(page(`${good("demo")}${line}\n`));
    const [key = ""] = line.split(":");
    if (key !== "metadata") assert.ok(Object.hasOwn(skill.extra, key), `${line} is kept`);
  }
  assert.deepEqual((await loaded(page(`${good("demo")}allowed-tools: {a: b}\n`))).tools, [], "grants nothing");
});

test("a slug has lower-case letters, digits and hyphens, and does not start with a hyphen", async () => {
  const errors = (slug: string) => errorsOf(page(`name: "${slug}"\ndescription: x\nversion: 0.1.0\n`), slug);
  for (const slug of ["a", "0", "a-b", "a--b", "a-"]) assert.deepEqual(await errors(slug), [], slug);
  for (const slug of ["-a", "A", "a_b", "a.b"]) assert.match((await errors(slug))[0]!, /^bad-name/, slug);
});

test("invalid UTF-8 and special files are reported", async () => {
  assert.match((await errorsOf(Buffer.from([0xff, 0xfe, 0x41])))[0]!, /^bad-encoding: the file is not UTF-8/);
  assert.match((await errorsOf(`\ufeff${page(good("demo"))}`))[0]!, /byte order mark/);
  assert.match((await errorsOf(page(good("demo"), "a\0b")))[0]!, /NUL/);
  assert.match((await errorsOf(page(good("demo"), "x".repeat(1024 * 1024))))[0]!, /^too-large/);
  const root = makeRoot({ "x/y.md": "" });
  mkdirSync(join(root, "dir/SKILL.md"), { recursive: true });
  mkdirSync(join(root, "dangling"));
  symlinkSync("nowhere", join(root, "dangling/SKILL.md"));
  assert.deepEqual(
    (await loadSkillsDirectory(root)).map(({ slug, errors }) => [slug, errors[0]?.code]),
    [
      ["dangling", "unreadable-file"],
      ["dir", "unreadable-file"],
    ],
  );
});

test("a linked folder is a valid skill", async () => {
  const root = makeRoot({ "store/linked/SKILL.md": page(good("linked")), "skills/x": "" });
  symlinkSync(join(root, "store/linked"), join(root, "skills/linked"));
  assert.deepEqual(
    (await loadSkillsDirectory(join(root, "skills"))).map((skill) => [skill.slug, isBroken(skill)]),
    [["linked", false]],
  );
  writeFileSync(join(root, "store/linked/SKILL.md"), page(good("linked")).replaceAll("\n", "\r\n"));
  const skill = await loadSkillFile(join(root, "skills/linked/SKILL.md"));
  assert.ok(!isBroken(skill) && skill.body === "Do $ARGUMENTS.\n", "CRLF is read as LF");
});
