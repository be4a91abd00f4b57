import assert from "node:assert/strict";
import { test } from "node:test";
import type { Skill } from "../../model/skill.ts";
import { parseSkill } from "../../parse/skill.ts";
import { openSkills } from "./skills.ts";

async function skillOf(fields: string): Promise<Skill> {
  const text = `---\nname: a\ndescription: b\n${fields}---\nBody\n`;
  const files = [{ path: "SKILL.md", content: text, executable: false }];
  const skill = await parseSkill("a", { path: "skills/a/SKILL.md", text }, files, () => undefined);
  assert.ok(skill);
  return skill;
}

async function written(fields: string): Promise<unknown> {
  const [skill] = openSkills([await skillOf(fields)]);
  return skill?.files[0]?.content;
}

const page = (fields: string): string => `---\nname: a\ndescription: b\n${fields}---\nBody\n`;

test("lists of tools and runtimes become one text each, and every other byte stays", async () => {
  assert.equal(
    await written('# who\nallowed-tools: [Read, "Bash(git log *)"] # why\nlicense: MIT\ncompatibility: [x, y]\n'),
    page('# who\nallowed-tools: "Read Bash(git log *)" # why\nlicense: MIT\ncompatibility: "x, y"\n'),
  );
  assert.equal(
    await written("allowed-tools:\n  - Read\n  - Grep\nlicense: MIT\n"),
    page('allowed-tools:\n  "Read Grep"\nlicense: MIT\n'),
  );
  assert.equal(
    await written("allowed-tools:\n- Read\n- Grep\nlicense: MIT\n"),
    page('allowed-tools:\n  "Read Grep"\nlicense: MIT\n'),
  );
  assert.equal(await written("allowed-tools: []\n"), page('allowed-tools: ""\n'));
});

test("a text stays as written, and so does a list next to an anchor", async () => {
  for (const fields of ["allowed-tools: Read Grep\n", "allowed-tools: &t [Read]\nmetadata: { same: *t }\n"]) {
    const skill = await skillOf(fields);
    assert.equal(openSkills([skill])[0], skill);
  }
});
