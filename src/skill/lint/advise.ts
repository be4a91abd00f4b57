/** The skill checks of the pipeline: the quality checklist as advice, and `kode.deny` in the settings. */
import type { Report } from "../../base/diagnostic.ts";
import type { SourceFile } from "../../base/source.ts";
import type { Skill } from "../../model/skill.ts";
import { readDenials } from "../kode/denials.ts";
import { folderOf } from "./folder.ts";
import { lintSkill } from "./lint.ts";

export const skillChecks = { settings: readDenials, skill: adviseOn };

function adviseOn({ text, files }: Skill, report: Report): void {
  const { path, label } = text.file;
  const nameOf = (inner: string, content: string): SourceFile => ({
    path: path.replace(/[^/]+$/, inner),
    text: content,
    label: label?.replace(/[^/]+$/, inner),
  });
  lintSkill({ text, folder: folderOf(files), nameOf }, "claude", (diagnostic) =>
    report({ ...diagnostic, advice: true }),
  );
}
