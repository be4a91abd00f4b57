/** Resolves a skill's body: substitutes arguments, lists commands, and runs them on request. */
import { describeError } from "../../base/errno.ts";
import { findCommands, replacePlaceholders } from "../../formats/skill-body.ts";
import { profileRules, type SkillProfile } from "../../model/skill.ts";
import { runGuarded } from "../../process/run-guarded.ts";
import { hasArguments, type Substitution, substitute } from "./substitute.ts";

interface ResolvedCommand {
  /** As the author wrote it. */
  readonly command: string;
  /** Its position in the body. */
  readonly start: number;
  readonly end: number;
  readonly outcome: "listed" | "run" | "failed";
  readonly problem?: string;
}

interface ResolvedSkill {
  readonly text: string;
  readonly commands: readonly ResolvedCommand[];
}

/** Without `place`, no command is run. Commands are searched in the author's text, so arguments cannot inject one. */
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
  // Claude Code 2.1 appends arguments that the text does not use, so that they are not lost.
  if (profile === "claude" && values.all !== "" && !hasArguments(body))
    text = `${text.trimEnd()}\n\nARGUMENTS: ${values.all}\n`;
  return { text, commands };
}

/** Arguments reach a command through its environment: in its text they could be commands. */
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

const commandLimits = { milliseconds: 10_000, outputBytes: 64 * 1024 } as const;

interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly milliseconds?: number;
  readonly outputBytes?: number;
}

interface CommandResult {
  readonly stdout: string;
  /** Why it failed; undefined if it did not. */
  readonly problem: string | undefined;
}

/** Stops everything that the command started, not only its shell. */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  const { cwd, env, milliseconds = commandLimits.milliseconds, outputBytes = commandLimits.outputBytes } = options;
  const [program, words] = ["/bin/sh", ["-c", command]];
  const run = { program, words, cwd, env, input: "", seconds: milliseconds / 1000, mostOutput: outputBytes };
  try {
    const end = await runGuarded(run);
    const { stdout } = end;
    if (end.isTimeout) return { stdout, problem: `it ran longer than ${milliseconds / 1000} seconds` };
    if (end.isOutputCut) return { stdout, problem: `it printed more than ${outputBytes} bytes` };
    if (end.exitCode === 0) return { stdout, problem: undefined };
    const [firstLine] = end.stderr.trim().split("\n");
    return { stdout, problem: `exit code ${end.exitCode ?? "unknown"}${firstLine ? `: ${firstLine}` : ""}` };
  } catch (error) {
    return { stdout: "", problem: describeError(error) };
  }
}
