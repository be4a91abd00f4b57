/** `surcingle skill check`: checks skills and prints one verdict for each. */
import { resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { explainErrno } from "../../../base/errno.ts";
import { excerpt } from "../../../base/excerpt.ts";
import { fileStart, lineCol } from "../../../base/source.ts";
import { plural, visible } from "../../../base/text.ts";
import { checkSkill, type SkillTokens, type SkillVerdict } from "../../../skill/lint/check.ts";
import { findSkills } from "../../../skill/lint/find-skills.ts";
import { defineCommand } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { profileOptions, skillOptions } from "./kode.ts";

export const skillCheck = defineCommand({
  name: "check",
  summary: "check skills against the standard and the quality checklist",
  description: [
    "Checks every skill at DIR, in DIR and in DIR/skills, and prints one verdict for each. Errors make a skill invalid; warnings do not. Exits with 1 if a skill is invalid or none is found.",
    "Also estimates how many tokens the skill costs at each stage of loading: its description in every session, its body when it is used, its references when they are opened.",
    "`skills.ignore` in the settings disables warnings by code. With --json, each line has path, name, profile, valid, tokens and diagnostics.",
  ],
  arguments: [{ name: "DIR", text: "directory to check (default: .)", isOptional: true, many: true }],
  options: { ...profileOptions, strict: { text: "treat warnings as errors" }, ...skillOptions },
  examples: [
    "surcingle skill check",
    "surcingle skill check skills/code-review --profile open",
    "surcingle skill check ~/.claude/skills ~/.kode/skills --json",
  ],
  run: async (context) => {
    const { printer, words, options } = context;
    const { profile, strict: isStrict } = options;
    const ignore = readMachineSettings(context)?.settings.skills.ignore;
    if (!ignore) return 1;
    const columns = context.isTerminal ? 80 : undefined;
    const show = (diagnostic: Diagnostic): string => `${excerpt(diagnostic, printer.paint, columns)}\n`;
    const directories = words.length > 0 ? words : ["."];
    let [valid, invalid, warnings, isMissing] = [0, 0, 0, false];
    for (const directory of directories) {
      const skills = find(directory, (diagnostic) => context.err(show(diagnostic)));
      isMissing ||= skills.length === 0;
      for (const skill of skills) {
        // A path on the command line is relative to the working directory, which is also ours.
        const verdict = await checkSkill(skill, resolve(context.cwd, skill), { profile, isStrict, ignore });
        if (verdict.valid) valid++;
        else invalid++;
        warnings += verdict.diagnostics.filter(({ severity }) => severity === "warning").length;
        if (printer.isJson) context.out(`${verdictJson(verdict)}\n`);
        else context.err(shownOf(verdict, printer.isQuiet).map(show).join(""));
        printer.say(`${visible(verdict.path)}: ${summary(verdict)}`);
      }
    }
    const counts = [`${plural(valid, "skill")} valid`, `${invalid} invalid`, plural(warnings, "warning")].join(", ");
    printer.say(`${counts}; profile ${profile}`);
    return invalid > 0 || isMissing ? 1 : 0;
  },
});

function find(directory: string, report: (diagnostic: Diagnostic) => void): string[] {
  const span = fileStart({ path: directory, text: "" });
  try {
    const found = findSkills(directory);
    if (found.length > 0) return found;
    const message = `no skill found in \`${directory}\``;
    const hint = "a skill is a directory with a SKILL.md";
    report({ code: "no-skills", severity: "error", message, span, hint });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = explainErrno(code);
    report({ code: "unreadable-file", severity: "error", message: `cannot read \`${directory}\`: ${why}`, span });
  }
  return [];
}

/** Stable names, because scripts read them. `file` is present only if it is not the main file. */
function verdictJson({ path, name, profile, valid, diagnostics, tokens }: SkillVerdict): string {
  const list = diagnostics.map(({ code, severity, message, span, hint }) => {
    const { line, col } = lineCol(span.file, span.start);
    const file = span.file.path === path ? undefined : span.file.path;
    return { code, severity, message, line, col, file, hint };
  });
  return JSON.stringify({ path, name, profile, valid, tokens, diagnostics: list });
}

function shownOf({ diagnostics }: SkillVerdict, isQuiet: boolean): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error" || !isQuiet);
}

function summary({ valid, diagnostics, tokens }: SkillVerdict): string {
  const count = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const warnings = count("warning") > 0 ? `, ${plural(count("warning"), "warning")}` : "";
  if (valid && tokens) return `valid${warnings}; ${tokenText(tokens)}`;
  return valid ? `valid${warnings}` : `invalid, ${plural(count("error"), "error")}${warnings}`;
}

function tokenText({ start, body, references }: SkillTokens): string {
  const later = references > 0 ? `, ${references} in references` : "";
  return `about ${start} tokens in every session, ${body} when used${later}`;
}
