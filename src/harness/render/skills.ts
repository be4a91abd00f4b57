/** Copies skill directories, including executable bits. */

import { rewriteFields, splitFrontMatter } from "../../formats/markdown.ts";
import type { WholeFile } from "../../model/output.ts";
import type { Skill, SkillFile } from "../../model/skill.ts";

export function renderSkills(skills: readonly Skill[], directory = "skills"): WholeFile[] {
  return skills.flatMap(({ name, files, path: from }) =>
    files.map(({ path, content, executable }) => ({
      kind: "whole" as const,
      path: `${directory}/${name}/${path}`,
      content,
      executable,
      from: [from],
    })),
  );
}

/** Whether the YAML has anchors or aliases. Rewriting a value would remove an anchor that another value refers to. */
export function hasAnchors(yaml: string): boolean {
  return /(?:^|[\s[{,])[&*][\w-]/m.test(yaml);
}

/** Fields that authors also write as a list, and the separator of their text form. */
const separators = { "allowed-tools": " ", compatibility: ", " } as const;

export function openSkills(skills: readonly Skill[]): Skill[] {
  return skills.map((skill) => {
    const content = withTexts(skill);
    if (content === undefined) return skill;
    const files = skill.files.map((file): SkillFile => (file.path === "SKILL.md" ? { ...file, content } : file));
    return { ...skill, files };
  });
}

/** Undefined if nothing changes, or an anchor makes it unsafe. */
function withTexts({ text }: Skill): string | undefined {
  const { file, fields } = text;
  const texts = new Map<string, string>();
  for (const [key, separator] of Object.entries(separators)) {
    const value = fields[key];
    if (Array.isArray(value)) texts.set(key, value.join(separator));
  }
  const parts = texts.size > 0 ? splitFrontMatter(file.text) : undefined;
  if (typeof parts !== "object" || hasAnchors(parts.yaml)) return undefined;
  const end = parts.offset + parts.yaml.length;
  return file.text.slice(0, parts.offset) + rewriteFields(text, parts, texts) + file.text.slice(end);
}
