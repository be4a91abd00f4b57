/** `surcingle skill resolve`: a skill's text as an agent receives it. */
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { excerpt } from "../../../base/excerpt.ts";
import { nearest } from "../../../base/nearest.ts";
import { visible } from "../../../base/visible.ts";
import type { SkillText } from "../../../model/skill.ts";
import { profileRules, type SkillProfile } from "../../../model/skill.ts";
import { readSkillText } from "../../../parse/skill.ts";
import { resolveSkill } from "../../../skill/kode/resolve.ts";
import { argumentsOf } from "../../../skill/kode/substitute.ts";
import { checkSkill } from "../../../skill/lint/check.ts";
import { findSkills } from "../../../skill/lint/find-skills.ts";
import { readMain } from "../../../skill/lint/read-folder.ts";
import { readMachine } from "../../machine-settings.ts";
import { type Command, type Given, listOption, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { chosenProfile } from "./check.ts";
import { skillOptions } from "./options.ts";

export const skillResolve: Command = {
  help: `Usage: surcingle skill resolve NAME|DIR [ARGS…] [OPTIONS]

Prints the body of a skill with its arguments filled in: $ARGUMENTS, $ARGUMENTS[N], $N, \${CLAUDE_SESSION_ID},
\${SKILL_DIR}. One argument is split into words as a shell does; several are words already. Put -- before
arguments that begin with a hyphen. Commands in the body, !\`command\`, are listed on standard error and not run.

Options:
  --profile NAME   claude (default), open or kode; kode fills in $ARGUMENTS and nothing else
  --session ID     the value of \${CLAUDE_SESSION_ID}
  --run-commands   run the commands in the body, at most 10 seconds each, and put their output in their place
  --root DIR       where skills/NAME is looked for; repeat for layers, later ones win (default: .)
  --settings FILE  settings of this machine; with --profile kode its skills are looked for too
  --json           one line: path, name, profile, text, commands
  --help           this text

Examples:
  surcingle skill resolve code-review src/main.ts
  surcingle skill resolve ./skills/code-review "src/main.ts 'two words'" --json
  surcingle skill resolve daily-report --run-commands
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 1, max: Number.POSITIVE_INFINITY });
    const profile = chosenProfile(given);
    const printer = makePrinter(context, given);
    const [wanted = "", ...words] = given.positionals;
    const own = profileRules[profile].hasOwnMetadata ? readMachine(context, given, printer)?.skillDirectories : [];
    if (!own) return 1;
    const shown = locate(given, wanted, own);
    const directory = resolve(context.cwd, shown);
    const found = await load(shown, directory, profile);
    if ("errors" in found) {
      context.err(found.errors.map((each) => `${excerpt(each, printer.paint)}\n`).join(""));
      return 1;
    }
    const session = textOption(given, "session") ?? context.env["CLAUDE_SESSION_ID"];
    const values = { ...argumentsOf(words), session, directory };
    const all = profileRules[profile].isPlainTemplate ? { ...values, all: words.join(" ") } : values;
    const place = given.values["run-commands"] === true ? { cwd: context.cwd, env: context.env } : undefined;
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
};

const options = {
  profile: { type: "string" },
  session: { type: "string" },
  "run-commands": { type: "boolean" },
  ...skillOptions,
} as const;

/** A directory when it is written as one or exists; else a name, looked up in the roots and then in the `own` directories. */
function locate(given: Given, wanted: string, own: readonly string[]): string {
  if (wanted.includes("/") || isSkillDirectory(wanted)) {
    if (isSkillDirectory(wanted)) return wanted;
    throw usageError(`there is no skill in \`${wanted}\``);
  }
  const roots = listOption(given, "root");
  const places = [...(roots.length > 0 ? roots : ["."]).toReversed().map((root) => join(root, "skills")), ...own];
  for (const place of places) if (isSkillDirectory(join(place, wanted))) return join(place, wanted);
  const names = places.flatMap((place) => (isDirectory(place) ? findSkills(place).map((path) => basename(path)) : []));
  const guess = nearest(wanted, names);
  throw usageError(
    `there is no skill \`${wanted}\` in ${places.join(", ")}${guess ? `; did you mean \`${guess}\`?` : ""}`,
  );
}

/** Only a valid skill is resolved: a broken one would be something else than its author wrote. */
async function load(
  shown: string,
  directory: string,
  profile: SkillProfile,
): Promise<{ readonly text: SkillText } | { readonly errors: readonly Diagnostic[] }> {
  const { path, valid, diagnostics } = await checkSkill(shown, directory, { profile, isStrict: false });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!valid) return { errors };
  const file = readMain(dirname(path), basename(path), () => {});
  const text = file && (await readSkillText(file, () => {}));
  if (!text) throw new Error(`${path} was valid and cannot be read`);
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
