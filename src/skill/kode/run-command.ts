/** Runs a command of a skill's body, because a person asked for it: with a limit on time and on output. */
import { runGuarded } from "../../process/run-guarded.ts";

export const commandLimits = { milliseconds: 10_000, outputBytes: 64 * 1024 } as const;

export interface CommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly milliseconds?: number;
  readonly outputBytes?: number;
}

export interface CommandResult {
  readonly stdout: string;
  /** Why it failed; undefined when it did not. */
  readonly problem: string | undefined;
}

/** All that it started ends with it, not only the shell in front. */
export async function runCommand(command: string, options: CommandOptions): Promise<CommandResult> {
  const { cwd, env, milliseconds = commandLimits.milliseconds, outputBytes = commandLimits.outputBytes } = options;
  const [program, words] = ["/bin/sh", ["-c", command]];
  const run = { program, words, cwd, env, input: "", seconds: milliseconds / 1000, mostOutput: outputBytes };
  try {
    const end = await runGuarded(run);
    const { stdout } = end;
    if (end.isTimeout) return { stdout, problem: `it took more than ${milliseconds / 1000} seconds` };
    if (end.isOutputCut) return { stdout, problem: `it printed more than ${outputBytes} bytes` };
    if (end.exitCode === 0) return { stdout, problem: undefined };
    const [said] = end.stderr.trim().split("\n");
    return { stdout, problem: `exit code ${end.exitCode ?? "unknown"}${said ? `: ${said}` : ""}` };
  } catch (error) {
    return { stdout: "", problem: error instanceof Error ? error.message : String(error) };
  }
}
