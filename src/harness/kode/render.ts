/** Renders Kode: skills only. It has no agents, so every agent is reported as lost. */

import type { Report } from "../../base/diagnostic.ts";
import { splitFrontMatter } from "../../formats/markdown.ts";
import { findCommands, placeholdersIn } from "../../formats/skill-body.ts";
import type { OutputFile } from "../../model/output.ts";
import { isSemver, metadataVersion, type Skill, type SkillFile } from "../../model/skill.ts";
import type { Renderer } from "../harness.ts";
import { renderSkills } from "../render/skills.ts";
import { renderCommands } from "./commands.ts";
import { kode } from "./index.ts";

const slug = /^[a-z0-9][a-z0-9-]*$/;
const firstVersion = "0.1.0";

/** Skills as Kode loads them: the name must be a slug, and there must be a version. Other keys are kept. */
function kodeSkills(skills: readonly Skill[], report: Report): Skill[] {
  return skills.flatMap((skill) => {
    reportBody(skill, report);
    if (!slug.test(skill.name)) {
      lose(skill, "name", "cannot load a skill whose name starts with a hyphen: it is not rendered", report);
      return [];
    }
    return [
      { ...skill, files: skill.files.map((file) => (file.path === "SKILL.md" ? page(skill, file, report) : file)) },
    ];
  });
}

function page(skill: Skill, file: SkillFile, report: Report): SkillFile {
  const { fields } = skill.text;
  if (Object.hasOwn(fields, "version") || typeof file.content !== "string") return file;
  const own = metadataVersion(fields);
  const isOwn = typeof own === "string" && isSemver(own);
  const content = withVersion(file.content, isOwn ? own : firstVersion);
  // The open standard has the version in another field, so nothing is lost.
  if (isOwn && content !== undefined) return { ...file, content };
  const outcome = content === undefined ? "add one by hand" : `it gets ${firstVersion}`;
  lose(skill, "version", `requires a version, which is missing: ${outcome}`, report);
  return content === undefined ? file : { ...file, content };
}

/** Kode substitutes only `$ARGUMENTS`. */
function reportBody(skill: Skill, report: Report): void {
  const others = placeholdersIn(skill.text.body).filter((name) => name !== "ARGUMENTS");
  if (others.length > 0) lose(skill, "body.placeholders", "fills in only `$ARGUMENTS`", report);
  if (findCommands(skill.text.body).length > 0)
    lose(skill, "body.commands", "does not run commands in the text of a skill", report);
}

/** A version as the last line of the front matter; undefined if that is not a block map. */
export function withVersion(text: string, version = firstVersion): string | undefined {
  const parts = splitFrontMatter(text);
  if (parts === undefined || parts === "open") return undefined;
  if (!/^(?:[ \t]*(?:#.*)?\n)*[A-Za-z"'][^\n]*:/.test(parts.yaml)) return undefined;
  const end = parts.offset + parts.yaml.length;
  return `${text.slice(0, end)}version: ${version}\n${text.slice(end)}`;
}

function lose({ name, span }: Skill, field: string, why: string, report: Report): void {
  const message = `Kode ${why}`;
  const loss = { harness: "kode", definition: name, field, support: "lost", why: message } as const;
  report({ code: "not-expressible", severity: "note", message, span, label: "for Kode", loss });
}

export const renderer: Renderer = {
  losses: {},
  enforcement: () => ({ support: "narrowed", how: "Kode has no agents, so this one is not used" }),
  render: (model, _, report): OutputFile[] => {
    return [...renderSkills(kodeSkills(model.skills, report)), ...renderCommands(model, kode, report)];
  },
};
