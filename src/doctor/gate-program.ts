/** The program that hooks start, as generated files name it: is it there, and is it ours? */
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../process/run.ts";
import { type Finding, failed, ok } from "./finding.ts";

/** One hook in a generated file: which program it starts, and for whose policy. */
export interface GateCall {
  readonly program: string;
  readonly agent: string;
}

const call = /\$t (.+?) --harness [a-z-]+ --policy \S*\/surcingle\/([a-z0-9-]+)\.json/g;

/** The text may quote the command once or twice; no program of ours has a quote or a backslash in its name. */
export function gateCallsIn(text: string): GateCall[] {
  return [...text.matchAll(call)].map(([, program = "", agent = ""]) => {
    return { program: program.replace(/[\\'"]/g, ""), agent };
  });
}

/** `programs` are the words that the hooks name. */
export async function checkGate(
  programs: readonly string[],
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const word of new Set(programs)) {
    // A hook is started wherever the user works: there is no one place to look a relative path up from.
    const program = findProgram(word, environment);
    if (program === undefined) {
      const isWord = !word.includes("/");
      const where = isWord ? `\`${word}\` is not on the PATH` : `there is no program \`${word}\``;
      const cure = "install it, or set `gate_command` in the settings to where it is and run `surcingle apply` again";
      found.push(failed("gate-program", `${where}, so every call of a governed agent is refused`, cure));
      continue;
    }
    // Without a word it says how it is used, and denies.
    const run = await runProgram({ program: [program], words: [], directory, environment, seconds: 20 }).catch(
      () => {},
    );
    const isOurs = run?.exitCode === 2 && run.stderr.startsWith("surcingle: usage");
    found.push(
      isOurs
        ? ok("gate-program", `the gate answers: ${program}`)
        : failed("gate-program", `\`${program}\` does not answer as the gate does`, "install surcingle again"),
    );
  }
  return found;
}
