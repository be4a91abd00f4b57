/** One skill folder to one Skill, by the rules of the claude profile. Advice is the business of the skill room. */
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import type { Skill, SkillFile } from "../model/skill.ts";
import { checkSkillFields } from "./skill-fields.ts";
import { readHooks } from "./skill-hooks.ts";
import { readSkillText } from "./skill-text.ts";

export async function parseSkill(
  directory: string,
  file: SourceFile,
  files: readonly SkillFile[],
  reportAny: Report,
): Promise<Skill | undefined> {
  let hasFailed = false;
  const report: Report = (diagnostic) => {
    hasFailed ||= diagnostic.severity === "error";
    reportAny(diagnostic);
  };
  const text = await readSkillText(file, report);
  const head = text && checkSkillFields(text, directory, "claude", report);
  const hooks = text ? readHooks(text, report) : [];
  if (!text || !head || hasFailed) return undefined;
  const isForked = text.fields["context"] !== undefined;
  return { ...head, files, isForked, span: text.at(["name"]), path: file.path, text, hooks };
}
