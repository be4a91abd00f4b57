/** A skill's body as an agent receives it: arguments filled in, commands listed, and run when a person says so. */
import { findCommands, replacePlaceholders } from "../../formats/skill-body.ts";
import { profileRules, type SkillProfile } from "../../model/skill-fields.ts";
import { type CommandOptions, runCommand } from "./run-command.ts";
import { hasArguments, type Substitution, substitute } from "./substitute.ts";

export interface ResolvedCommand {
  /** As the author wrote it. */
  readonly command: string;
  /** Where it stands in the body. */
  readonly start: number;
  readonly end: number;
  readonly outcome: "listed" | "run" | "failed";
  readonly problem?: string;
}

export interface ResolvedSkill {
  readonly text: string;
  readonly commands: readonly ResolvedCommand[];
}

/** `place` undefined: no command is run. Commands are looked for in the author's text, so arguments cannot bring one along. */
export async function resolveSkill(
  body: string,
  values: Substitution,
  profile: SkillProfile,
  place: CommandOptions | undefined,
): Promise<ResolvedSkill> {
  const commands: ResolvedCommand[] = [];
  let text = "";
  let from = 0;
  for (const { command, start, end } of profileRules[profile].isPlainTemplate ? [] : findCommands(body)) {
    text += substitute(body.slice(from, start), values, profile);
    from = end;
    if (!place) {
      text += `!\`${substitute(command, values, profile)}\``;
      commands.push({ command, start, end, outcome: "listed" });
      continue;
    }
    const { stdout, problem } = await runCommand(asShell(command), { ...place, env: shellEnvironment(values, place) });
    const outcome = problem === undefined ? "run" : "failed";
    text += problem === undefined ? stdout.replace(/\n+$/, "") : `[command failed: ${problem}]`;
    commands.push({ command, start, end, outcome, ...(problem === undefined ? {} : { problem }) });
  }
  text += substitute(body.slice(from), values, profile);
  // Claude Code 2.1 appends arguments that have no place in the text, so that they are not lost.
  if (profile === "claude" && values.all !== "" && !hasArguments(body))
    text = `${text.trimEnd()}\n\nARGUMENTS: ${values.all}\n`;
  return { text, commands };
}

/** Arguments reach a command through its environment: as part of its text they could be commands of their own. */
function asShell(command: string): string {
  return replacePlaceholders(command, (name) => `\${${variableOf(name)}}`);
}

const variableOf = (name: string | number): string =>
  `SURCINGLE_${typeof name === "number" ? `ARGUMENT_${name}` : name}`;

function shellEnvironment(
  { all, words, session, directory }: Substitution,
  { env }: CommandOptions,
): CommandOptions["env"] {
  return {
    ...env,
    ...Object.fromEntries(words.map((word, i) => [variableOf(i), word])),
    [variableOf("ARGUMENTS")]: all,
    [variableOf("CLAUDE_SESSION_ID")]: session ?? "",
    [variableOf("SKILL_DIR")]: directory,
  };
}
