/** The three outcomes of a check, and how the output of its programs is reported. */
import { visible } from "../../base/text.ts";
import type { CheckContext, CheckOutcome, ProgramResult } from "../contract.ts";

const mostEvidence = 50;

export function passed(reason: string, evidence: readonly string[] = []): CheckOutcome {
  return { outcome: "passed", reason, evidence: shorten(evidence) };
}

export function failed(reason: string, evidence: readonly string[] = []): CheckOutcome {
  return { outcome: "failed", reason, evidence: shorten(evidence) };
}

export function unchecked(reason: string, evidence: readonly string[] = []): CheckOutcome {
  return { outcome: "unchecked", reason, evidence: shorten(evidence) };
}

/** Evidence comes from programs and file names, so control characters are escaped. */
function shorten(evidence: readonly string[]): readonly string[] {
  const rest = evidence.length - mostEvidence;
  const shown = evidence.slice(0, mostEvidence).map(visible);
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

const lastLines = 20;

/** Why the run proves nothing; undefined if it exited with 0. */
export function failureOf(command: readonly string[] | string, ran: ProgramResult): CheckOutcome | undefined {
  const shown = commandText(command);
  if (ran.isMissing) return unchecked(`\`${shown}\` cannot run: the program is missing`, tail(ran));
  if (ran.problem !== undefined) return unchecked(`\`${shown}\` cannot run: ${ran.problem}`);
  if (ran.isTimeout) return failed(`\`${shown}\` did not finish in time`, tail(ran));
  if (ran.exitCode === undefined) return failed(`\`${shown}\` was stopped`, tail(ran));
  return ran.exitCode === 0 ? undefined : failed(`\`${shown}\` exited with code ${ran.exitCode}`, tail(ran));
}

export function commandText(command: readonly string[] | string): string {
  return typeof command === "string" ? command : command.join(" ");
}

/** The last lines of a program usually say what is wrong. */
export function tail({ stdout, stderr }: ProgramResult): readonly string[] {
  const text = `${stdout.trimEnd()}\n${stderr.trimEnd()}`;
  return text
    .split("\n")
    .slice(-lastLines)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/** The workspace around the changes: the highest parent directory with a Cargo.toml. */
export async function findCargoManifest({ changes, read }: CheckContext): Promise<string | undefined> {
  const directories = new Set([""]);
  for (const { path } of changes) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) directories.add(path.slice(0, at + 1));
  }
  // Shorter paths first, so that a workspace is found before its members.
  for (const directory of [...directories].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    if ((await read(`${directory}Cargo.toml`)) !== undefined) return `${directory}Cargo.toml`;
  }
  return undefined;
}

/** `cargo check` for this workspace: at the root, cargo finds it by itself. */
export function cargoCommand(word: string, manifest: string, crates: readonly string[]): readonly string[] {
  const where = manifest === "Cargo.toml" ? [] : ["--manifest-path", manifest];
  const what = crates.length === 0 ? ["--workspace"] : crates.flatMap((crate) => ["-p", crate]);
  return ["cargo", word, ...where, ...what];
}
