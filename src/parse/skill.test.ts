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
  "allowed-tools: {Bash: true}",
  "allowed-tools: 3",
  "context: spoon",
  "user-invocable: nope",
  "disable-model-invocation: 'true'",
  "agent: [a]",
  "model: 4",
  "hooks: 5",
];

for (const line of strict)
  test(`\`${line}\` is an error: it limits something or changes who runs`, async () => {
    const { skill, found } = await parse(line);
    assert.equal(skill, undefined);
    assert.deepEqual(found, ["error bad-field"]);
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
