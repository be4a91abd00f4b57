/** `surcingle skill check`: one verdict per skill. */
import { resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { excerpt, type Paint } from "../../../base/excerpt.ts";
import { fileStart, lineCol } from "../../../base/source.ts";
import { visible } from "../../../base/visible.ts";
import { type SkillProfile, skillProfiles } from "../../../model/skill.ts";
import { checkSkill, type SkillVerdict } from "../../../skill/lint/check.ts";
import { findSkills } from "../../../skill/lint/find-skills.ts";
import { type Command, type Given, printOptions, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter, plural } from "../../print.ts";

export const skillCheck: Command = {
  help: `Usage: surcingle skill check [DIR…] [--profile NAME] [--strict] [OPTIONS]

Looks at every skill at DIR, in DIR, or in DIR/skills (default: .) and gives one verdict for each.
Errors make a skill invalid; warnings are the quality checklist and other advice.
Exit code 0: all are valid; 1: one is not, or there is none.

Options:
  --profile NAME   claude (default): the open standard and Claude Code's extensions
                   open: the open standard, other fields are errors
                   kode: what Kode loads
  --strict         warnings count as errors
  --json           one line per skill: path, name, profile, valid, diagnostics
  --quiet          nothing but errors
  --color WHEN     auto (default), always or never
  --help           this text

Examples:
  surcingle skill check
  surcingle skill check skills/code-review --profile open
  surcingle skill check ~/.claude/skills ~/.kode/skills --json
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 0, max: Number.POSITIVE_INFINITY });
    const profile = chosenProfile(given);
    const printer = makePrinter(context, given);
    const isStrict = given.values["strict"] === true;
    const directories = given.positionals.length > 0 ? given.positionals : ["."];
    let [valid, invalid, warnings, isMissing] = [0, 0, 0, false];
    for (const directory of directories) {
      const skills = find(directory, (diagnostic) => context.err(`${excerpt(diagnostic, printer.paint)}\n`));
      isMissing ||= skills.length === 0;
      for (const skill of skills) {
        // A path that a person wrote starts at the working directory, which is also ours.
        const verdict = await checkSkill(skill, resolve(context.cwd, skill), { profile, isStrict });
        if (verdict.valid) valid++;
        else invalid++;
        warnings += verdict.diagnostics.filter(({ severity }) => severity === "warning").length;
        if (printer.isJson) context.out(`${verdictJson(verdict)}\n`);
        else context.err(verdictText(verdict, printer.isQuiet, printer.paint));
        printer.say(`${visible(verdict.path)}: ${summary(verdict)}`);
      }
    }
    const counts = [`${plural(valid, "skill")} valid`, `${invalid} invalid`, plural(warnings, "warning")].join(", ");
    printer.say(`${counts}; profile ${profile}`);
    return invalid > 0 || isMissing ? 1 : 0;
  },
};

const options = {
  profile: { type: "string" },
  strict: { type: "boolean" },
  ...printOptions,
} as const;

export function chosenProfile(given: Given): SkillProfile {
  const name = textOption(given, "profile") ?? "claude";
  const found = skillProfiles.find((each) => each === name);
  if (!found) throw usageError(`\`--profile\` is ${skillProfiles.join(", ")}, not \`${name}\``);
  return found;
}

function find(directory: string, report: (diagnostic: Diagnostic) => void): string[] {
  const span = fileStart({ path: directory, text: "" });
  try {
    const found = findSkills(directory);
    if (found.length > 0) return found;
    const message = `there is no skill at or in \`${directory}\``;
    const hint = "a skill is a directory with a SKILL.md";
    report({ code: "no-skills", severity: "error", message, span, hint });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === "ENOENT" ? "it does not exist" : code === "ENOTDIR" ? "it is not a directory" : code;
    report({ code: "unreadable-file", severity: "error", message: `cannot read \`${directory}\`: ${why}`, span });
  }
  return [];
}

/** Stable names: people write programs that read this. `file` stands only where it is not the main file. */
function verdictJson({ path, name, profile, valid, diagnostics }: SkillVerdict): string {
  const list = diagnostics.map(({ code, severity, message, span, hint }) => {
    const { line, col } = lineCol(span.file, span.start);
    const file = span.file.path === path ? undefined : span.file.path;
    return { code, severity, message, line, col, file, hint };
  });
  return JSON.stringify({ path, name, profile, valid, diagnostics: list });
}

function verdictText({ diagnostics }: SkillVerdict, isQuiet: boolean, paint: Paint): string {
  return diagnostics
    .filter(({ severity }) => severity === "error" || !isQuiet)
    .map((each) => `${excerpt(each, paint)}\n`)
    .join("");
}

function summary({ valid, diagnostics }: SkillVerdict): string {
  const count = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const warnings = count("warning") > 0 ? `, ${plural(count("warning"), "warning")}` : "";
  return valid ? `valid${warnings}` : `invalid, ${plural(count("error"), "error")}${warnings}`;
}
