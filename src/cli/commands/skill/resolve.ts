/** `surcingle skill resolve`: prints a skill's text as an agent receives it. */
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { excerpt } from "../../../base/excerpt.ts";
import { visible } from "../../../base/text.ts";
import type { SkillText } from "../../../model/skill.ts";
import { profileRules, type SkillProfile, skillProfiles } from "../../../model/skill.ts";
import { readSkillText } from "../../../parse/skill.ts";
import { resolveSkill } from "../../../skill/kode/resolve.ts";
import { argumentsOf } from "../../../skill/kode/substitute.ts";
import { checkSkill } from "../../../skill/lint/check.ts";
import { findSkills } from "../../../skill/lint/find-skills.ts";
import { readMain } from "../../../skill/lint/read-folder.ts";
import { defineCommand, nearestHint, usageError } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { argsArgument, rootOptions, settingsOptions } from "../../options.ts";
import { profileOptions } from "./kode.ts";

export const skillResolve = defineCommand({
  name: "resolve",
  summary: "print a skill's text with its arguments filled in",
  description: [
    "Fills in $ARGUMENTS, $ARGUMENTS[N], $N, ${CLAUDE_SESSION_ID} and ${SKILL_DIR}; with the profile kode only $ARGUMENTS. A single argument is split into words as a shell does. Put `--` before arguments that start with a hyphen.",
    "Commands in the body, !`command`, are listed on standard error and not run. With --json there is one line: path, name, profile, text, commands.",
  ],
  arguments: [{ name: "SKILL", text: "name of a skill, or its directory" }, argsArgument],
  options: {
    ...profileOptions,
    session: { value: "ID", text: "value of ${CLAUDE_SESSION_ID}" },
    "run-commands": { text: "run the commands in the body, at most 10 seconds each, and insert their output" },
    ...rootOptions,
    ...settingsOptions,
  },
  examples: [
    "surcingle skill resolve code-review src/main.ts",
    `surcingle skill resolve ./skills/code-review "src/main.ts 'two words'" --json`,
    "surcingle skill resolve daily-report --run-commands",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const [wanted = "", ...words] = context.words;
    const own = readMachineSettings(context)?.skillDirectories;
    if (!own) return 1;
    const shown = locate(options.root, wanted, own);
    // Skills that `skill list` shows are read as in `skill exec`.
    const profile = own.includes(dirname(shown)) ? ownProfile : options.profile;
    const directory = resolve(context.cwd, shown);
    const found = await load(shown, directory, profile);
    if ("errors" in found) {
      context.err(found.errors.map((each) => `${excerpt(each, printer.paint)}\n`).join(""));
      return 1;
    }
    const session = options.session ?? context.env["CLAUDE_SESSION_ID"];
    const values = { ...argumentsOf(words), session, directory };
    const all = profileRules[profile].isPlainTemplate ? { ...values, all: words.join(" ") } : values;
    const place = options["run-commands"] ? { cwd: context.cwd, env: context.env } : undefined;
    const { text, commands } = await resolveSkill(found.text.body, all, profile, place);
    const { file, bodyOffset } = found.text;
    if (printer.isJson) {
      const list = commands.map(({ command, outcome, problem }) => ({ command, outcome, problem }));
      printer.emit({ path: file.path, name: basename(directory), profile, text, commands: list });
    } else context.out(text.endsWith("\n") ? text : `${text}\n`);
    for (const { command, start, end, outcome, problem } of commands) {
      if (outcome === "listed" && !printer.isJson)
        context.err(`not run: ${visible(command)} (--run-commands runs it)\n`);
      if (outcome !== "failed") continue;
      const span = { file, start: bodyOffset + start, end: bodyOffset + end };
      const message = "a command of the skill failed";
      const failed: Diagnostic = { code: "command-failed", severity: "error", message, span, label: problem };
      context.err(`${excerpt(failed, printer.paint)}\n`);
    }
    return commands.some(({ outcome }) => outcome === "failed") ? 1 : 0;
  },
});

/** The profile of the skills on this machine. */
const ownProfile = skillProfiles.find((each) => profileRules[each].hasOwnMetadata)!;

/**
 * A directory if written as one or if it exists; else a name, looked up in the roots and then in the `own` directories.
 */
function locate(roots: readonly string[], wanted: string, own: readonly string[]): string {
  if (wanted.includes("/") || isSkillDirectory(wanted)) {
    if (isSkillDirectory(wanted)) return wanted;
    throw usageError(`no skill in \`${wanted}\``);
  }
  const places = [...roots.toReversed().map((root) => join(root, "skills")), ...own];
  for (const place of places) if (isSkillDirectory(join(place, wanted))) return join(place, wanted);
  const names = places.flatMap((place) => (isDirectory(place) ? findSkills(place).map((path) => basename(path)) : []));
  throw usageError(`no skill \`${wanted}\` in ${places.join(", ")}${nearestHint(wanted, names)}`);
}

/** Only a valid skill is resolved: a broken one would differ from what its author wrote. */
async function load(
  shown: string,
  directory: string,
  profile: SkillProfile,
): Promise<{ readonly text: SkillText } | { readonly errors: readonly Diagnostic[] }> {
  const { path, valid, diagnostics } = await checkSkill(shown, directory, { profile, isStrict: false });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!valid) return { errors };
  const file = readMain(dirname(path), basename(path), profile, () => {});
  const name = profile === "claude" ? basename(directory) : undefined;
  const text = file && (await readSkillText(file, () => {}, name));
  if (!text) throw new Error(`${path} can no longer be read`);
  return { text };
}

function isSkillDirectory(path: string): boolean {
  try {
    return statSync(join(path, "SKILL.md")).isFile();
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
