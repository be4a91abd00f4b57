/** The corpus of skills on disk, and the text a person sees for each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { excerpt } from "../../src/base/excerpt.ts";
import { type SkillProfile, skillProfiles } from "../../src/model/skill.ts";
import { checkSkill, type SkillVerdict } from "../../src/skill/lint/check.ts";
import { type CorpusCase, corpus } from "../skills/corpus.ts";

const directory = join(import.meta.dirname, "../skills/expected");

export function writeCorpus(): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), "surcingle-corpus-"));
  for (const { name, file = "SKILL.md", content } of corpus) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, file), content);
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export function verdictOf(root: string, { name }: CorpusCase, profile: SkillProfile): Promise<SkillVerdict> {
  return checkSkill(join(root, name), join(root, name), { profile, isStrict: false });
}

/** One section per profile; profiles with the same text share one. */
export async function corpusText(root: string, each: CorpusCase): Promise<string> {
  const sections = new Map<string, SkillProfile[]>();
  for (const profile of skillProfiles) {
    const { valid, diagnostics } = await verdictOf(root, each, profile);
    const text = diagnostics.map((diagnostic) => excerpt(diagnostic)).join("\n");
    const shown = `${valid ? "valid" : "invalid"}\n\n${text}`.replaceAll(`${root}/`, "");
    sections.set(shown, [...(sections.get(shown) ?? []), profile]);
  }
  const text = [...sections].map(([shown, profiles]) => `### ${profiles.join(", ")}: ${shown}`.trimEnd()).join("\n\n");
  // An incomplete character is written as U+FFFD.
  return `${Buffer.from(text).toString("utf8")}\n`;
}

/** A name with 64 letters or from another script is a poor file name. */
function expectedPath({ name }: CorpusCase): string {
  const plain = name.replace(/^(.)\1{9,}$/, (run) => `name-${run.length}`).replace(/[^\w-]+/g, "_");
  return join(directory, `${plain.replace(/^-/, "_")}.txt`);
}

export function expectedCorpusText(each: CorpusCase): string {
  try {
    return readFileSync(expectedPath(each), "utf8");
  } catch {
    return "";
  }
}

export async function writeExpectedSkills(): Promise<number> {
  const { root, remove } = writeCorpus();
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const each of corpus) writeFileSync(expectedPath(each), await corpusText(root, each));
  remove();
  return corpus.length;
}
