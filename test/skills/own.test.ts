/** Tests which skills of this repository conform to which profile, and why the others do not. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import type { SkillProfile } from "../../src/model/skill.ts";
import { checkSkill, type SkillVerdict } from "../../src/skill/lint/check.ts";
import { findSkills } from "../../src/skill/lint/find-skills.ts";
import { renderRoots } from "../support/render-case.ts";

const repository = join(import.meta.dirname, "../..");
const rendered = renderRoots([repository]);
/** They show features of only some clients: forked, and for users only. The others follow the open standard. */
const extended = ["dependency-audit", "version-notes"];

function check(directory: string, profile: SkillProfile): Promise<SkillVerdict[]> {
  return Promise.all(findSkills(directory).map((path) => checkSkill(path, path, { profile, isStrict: false })));
}

const codesOf = ({ diagnostics }: SkillVerdict): string[] => [...new Set(diagnostics.map(({ code }) => code))];

test("all are valid for Claude Code, and the only advice is about tools approved in the session", async () => {
  const verdicts = await check(join(repository, "skills"), "claude");
  assert.ok(verdicts.length >= 3);
  for (const verdict of verdicts) {
    assert.ok(verdict.valid, verdict.path);
    assert.deepEqual(codesOf(verdict), verdict.name === "version-notes" ? ["skill-preapproves"] : []);
  }
});

test("the definitions of this repository have no warnings", async () => {
  const { diagnostics } = await rendered;
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity !== "note").map(({ code, message }) => `${code}: ${message}`),
    [],
  );
});

test("skills without extensions are valid in the open standard; of others only the extensions are rejected", async () => {
  for (const verdict of await check(join(repository, "skills"), "open")) {
    assert.equal(verdict.valid, !extended.includes(verdict.name), verdict.path);
    assert.deepEqual(codesOf(verdict), extended.includes(verdict.name) ? ["unknown-field"] : []);
    for (const { message } of verdict.diagnostics) assert.match(message, /is a Claude Code extension/);
  }
});

test("Kode expects the version elsewhere than the open standard, and the message says who writes it", async () => {
  for (const verdict of await check(join(repository, "skills"), "kode")) {
    const isMissing = verdict.diagnostics.find(({ code }) => code === "missing-field");
    assert.equal(verdict.valid, extended.includes(verdict.name), verdict.path);
    if (!verdict.valid) assert.match(isMissing?.hint ?? "", /`surcingle build` writes it for Kode/);
  }
});

let built: string;
before(async () => {
  built = mkdtempSync(join(tmpdir(), "surcingle-own-"));
  const { result } = await rendered;
  for (const { harness, files } of result!.rendered)
    for (const file of files)
      if (file.kind === "whole") {
        const path = join(built, harness.id, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.content);
      }
});
after(() => rmSync(built, { recursive: true, force: true }));

test("all of them are valid as rendered for Kode", async () => {
  const verdicts = await check(join(built, "kode/skills"), "kode");
  assert.ok(verdicts.length > findSkills(join(repository, "skills")).length, "commands are skills there too");
  for (const { valid, path } of verdicts) assert.ok(valid, basename(dirname(path)));
});
