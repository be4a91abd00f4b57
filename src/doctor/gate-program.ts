/** Checks the program that hooks start: does it exist, and is it the gate? */
import { existsSync } from "node:fs";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../process/run.ts";
import { type Finding, failed, ok } from "./findings.ts";

/** One hook in a generated file: the program it starts, and the policy. */
export interface HookCall {
  /** The gate alone, or its runtime and the gate. */
  readonly program: readonly string[];
  readonly agent: string;
}

const call = /exec 3<&0; \{ (.+?) --harness [a-z-]+ --policy \S*\/surcingle\/([a-z0-9-]+)\.json/g;

/** The text may quote the command once or twice; our programs have no quotes or backslashes in their names. */
export function gateCallsIn(text: string): HookCall[] {
  return [...text.matchAll(call)].map(([, program = "", agent = ""]) => {
    const quotedOnce = program.replace(/'\\+''/g, "'");
    const words = quotedOnce.match(/'[^']*'|[^\s']+/g) ?? [];
    return { program: words.map((word) => word.replaceAll("'", "")), agent };
  });
}

/** Each command once, in the order of the list. */
export function differentPrograms(calls: readonly HookCall[]): readonly (readonly string[])[] {
  return [...new Map(calls.map(({ program }) => [program.join("\n"), program])).values()];
}

const denied = "so every call of a governed agent is denied";

/** `programs` are the commands that the hooks name. */
export async function checkGate(
  programs: readonly (readonly string[])[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const program of programs) found.push(await checkProgram(program, directory, environment));
  return found;
}

async function checkProgram(
  [word = "", ...rest]: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Finding> {
  // A hook is started wherever the user works, so a relative path cannot be resolved from any one directory.
  const program = findProgram(word, environment);
  const script = rest.find((each) => !existsSync(each));
  if (program === undefined && rest.length > 0) {
    const fix = "run `surcingle apply` again to record the path of the current runtime";
    return failed("gate-program", `the runtime of the gate, \`${word}\`, is missing, ${denied}`, fix);
  }
  if (program === undefined || script !== undefined) {
    const isWord = !word.includes("/");
    const where = isWord ? `\`${word}\` is not on the PATH` : `\`${script ?? word}\` does not exist`;
    const fix = "install surcingle, or set `gate_command` in the settings, and run `surcingle apply` again";
    return failed("gate-program", `${where}, ${denied}`, fix);
  }
  // Without arguments it prints its usage, and denies.
  const run = await runProgram({ program: [program, ...rest], words: [], directory, environment, seconds: 20 }).catch(
    () => {},
  );
  const shown = [program, ...rest].join(" ");
  const isGate = run?.exitCode === 2 && run.stderr.startsWith("surcingle: usage");
  return isGate
    ? ok("gate-program", `the gate answers: ${shown}`)
    : failed("gate-program", `\`${shown}\` is not the gate, ${denied}`, "reinstall surcingle");
}
