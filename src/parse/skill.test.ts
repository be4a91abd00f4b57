import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "../base/diagnostic.ts";
import { checkSkillFields, parseSkill, readSkillText } from "./skill.ts";

async function parse(lines: string) {
  const text = `---\nname: demo\ndescription: Does it\n${lines}\n---\nDo it.\n`;
  const found: Diagnostic[] = [];
  const skill = await parseSkill("demo", { path: "skills/demo/SKILL.md", text }, [], (each) => found.push(each));
  return { skill, found: found.map(({ severity, code }) => `${severity} ${code}`) };
}

const kept = [
  "argument-hint: [path]",
  "argument-hint: ''",
  "argument-hint:",
  "arguments: [{name: path, description: where, required: true}]",
  "arguments: {path: where}",
  "triggers: one word",
  "version: 1.2",
  "version:",
  "metadata: text",
  "license: [MIT]",
  "portable: maybe",
  "compatibility: {claude-code: true}",
  "paths: 3",
];

for (const line of kept)
  test(`\`${line}\` warns and is kept`, async () => {
    const { skill, found } = await parse(line);
    assert.deepEqual(found, ["warning bad-field"]);
    assert.ok(Object.hasOwn(skill!.text.fields, line.slice(0, line.indexOf(":"))));
  });

test("fields of other clients warn and are kept", async () => {
  const { skill, found } = await parse("globs: ['*.ts']\nalwaysApply: true\ntags: {a: b}");
  assert.deepEqual(found, Array(3).fill("warning unknown-field"));
  assert.deepEqual(skill?.text.fields["tags"], { a: "b" });
});

const strict = [
  "context: frok",
  "context: FORK",
  "agent: [a]",
  "hooks: 5",
  "hooks: [guard.sh]",
  "hooks: {PreToolUse: guard.sh}",
  "hooks: {PreToolUse: [guard.sh]}",
  "hooks: {PreTolUse: [{matcher: Write, command: guard.sh}]}",
];

for (const line of strict)
  test(`\`${line}\` is an error, because it may restrict the skill`, async () => {
    const { skill, found } = await parse(line);
    assert.equal(skill, undefined);
    assert.ok(
      found.some((each) => /^error (?:bad-field|bad-hook)$/.test(each)),
      found.join(),
    );
  });

const stricter: readonly (readonly [line: string, field: string, value: unknown])[] = [
  ["allowed-tools: {Bash: true}", "allowed-tools", []],
  ["allowed-tools: 3", "allowed-tools", []],
  ["allowed-tools:", "allowed-tools", []],
  ["allowed-tools: [Read, 5, {Bash: x}]", "allowed-tools", ["Read"]],
  ["user-invocable: nope", "user-invocable", false],
  ["user-invocable: 'true'", "user-invocable", false],
  ["user-invocable:", "user-invocable", false],
  ["disable-model-invocation: 'true'", "disable-model-invocation", true],
  ["disable-model-invocation: maybe", "disable-model-invocation", true],
  ["disable-model-invocation: [no]", "disable-model-invocation", false],
  ["disable-model-invocation: 'no'", "disable-model-invocation", false],
  ["disable-model-invocation:", "disable-model-invocation", false],
  [
    "hooks: {PreToolUse: [{matcher: Write, command: guard.sh, once: true}]}",
    "hooks",
    { PreToolUse: [{ matcher: "Write", hooks: [{ type: "command", command: "guard.sh", once: true }] }] },
  ],
  ["hooks: {SessionStart: read the notes, Stop: []}", "hooks", { Stop: [] }],
];

for (const [line, field, value] of stricter)
  test(`\`${line}\` warns and is read as ${JSON.stringify(value)}`, async () => {
    const { skill, found } = await parse(line);
    assert.equal(found.length, 1);
    assert.match(found[0]!, /^warning bad-(?:field|hook)$/);
    assert.deepEqual(skill?.text.fields[field], value);
    // What is rendered has the value, not the mistake.
    const again = await readSkillText(skill!.text.file, (each) => assert.fail(each.message));
    assert.deepEqual(again?.fields[field], value);
  });

for (const line of ["context: spoon", "context:", "context: [a, b]", "model: 4", "model:", "agent:", "hooks:"])
  test(`\`${line}\` warns and has no effect`, async () => {
    const { skill, found } = await parse(line);
    assert.deepEqual(found, ["warning bad-field"]);
    assert.equal(skill?.isForked, false);
    assert.deepEqual(skill?.hooks, []);
  });

test("a hook next to its matcher works like one in the client's own form", async () => {
  const { skill } = await parse("hooks: {PreToolUse: [{matcher: Write, command: guard.sh}]}");
  assert.deepEqual(
    skill?.hooks.map(({ event, matcher, command }) => ({ event, matcher, command })),
    [{ event: "PreToolUse", matcher: "Write", command: "guard.sh" }],
  );
});

/** Front matter that Claude Code 2.1.325 lists and the format rejects, and what is written for every client. */
const repaired: readonly (readonly [what: string, lines: string, yaml: string, codes: readonly string[]])[] = [
  ["another name", "name: other\ndescription: x", 'name: "demo"\ndescription: x', ["name-mismatch"]],
  ["a path as name", "name: ../../etc\ndescription: x", 'name: "demo"\ndescription: x', ["name-mismatch"]],
  ["no name", "description: x", 'name: "demo"\ndescription: x', ["missing-field"]],
  ["a number as name", "name: 4\ndescription: x", 'name: "demo"\ndescription: x', ["bad-field"]],
  ["a number as description", "name: demo\ndescription: 4", 'name: demo\ndescription: "4"', ["bad-field"]],
  ["a colon", "name: demo\ndescription: Use when: x", 'name: demo\ndescription: "Use when: x"', ["bad-yaml"]],
  ["a quote and a colon", 'name: demo\ndescription: a: "b"', 'name: demo\ndescription: "a: \\"b\\""', ["bad-yaml"]],
  [
    "two keys",
    "name: demo\ndescription: x\ndescription: z",
    "name: demo\n              \ndescription: z",
    ["bad-yaml"],
  ],
  [
    "everything at once",
    "name: Other Name\ndescription: a: b\nuser-invocable: off",
    'name: "demo"\ndescription: "a: b"\nuser-invocable: false',
    ["bad-yaml", "name-mismatch", "bad-field"],
  ],
];

for (const [what, lines, yaml, codes] of repaired)
  test(`front matter with ${what} is repaired with a warning, and rendered repaired`, async () => {
    const file = { path: "skills/demo/SKILL.md", text: `---\n${lines}\n---\nDo it.\n` };
    const found: Diagnostic[] = [];
    const page = { path: "SKILL.md", content: file.text, executable: false };
    const skill = await parseSkill("demo", file, [page], (each) => found.push(each));
    assert.equal(skill?.name, "demo");
    assert.equal(skill.files[0]?.content, `---\n${yaml}\n---\nDo it.\n`);
    assert.deepEqual(
      found.map(({ severity, code }) => `${severity} ${code}`),
      codes.map((code) => `warning ${code}`),
    );
  });

test("a value that is referenced by an alias is not repaired: the mistake stays an error", async () => {
  const { skill, found } = await parse("allowed-tools: [Read, &five 5]\nmine: *five");
  assert.equal(skill, undefined);
  assert.ok(found.includes("error bad-field"), found.join());
});

test("compatibility of the open standard has 1 to 500 characters", async () => {
  const errors = async (value: string): Promise<number> => {
    const text = `---\nname: demo\ndescription: Does it\ncompatibility: ${value}\n---\nDo it.\n`;
    const found: Diagnostic[] = [];
    const read = await readSkillText({ path: "skills/demo/SKILL.md", text }, (each) => found.push(each));
    checkSkillFields(read!, "demo", "open", (each) => found.push(each));
    return found.filter(({ severity }) => severity === "error").length;
  };
  for (const value of ["x", "x".repeat(500), "[a, b]"]) assert.equal(await errors(value), 0, value);
  for (const value of ['""', "[]", "x".repeat(501)]) assert.equal(await errors(value), 1, value);
});
