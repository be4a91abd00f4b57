/** What the commands about the ledger have in common: where it is, how it is opened, how a row is shown. */

import { existsSync } from "node:fs";
import { isProblem, type Problem } from "../../../base/problem.ts";
import { visible } from "../../../base/visible.ts";
import {
  findLedger,
  type Ledger,
  type LedgerRow,
  type LedgerStatus,
  openLedger,
  statuses,
} from "../../../task/ledger/ledger.ts";
import {
  type CommandContext,
  type Given,
  type OptionTable,
  printHelp,
  printOptions,
  textOption,
  usageError,
} from "../../options.ts";
import type { Printer } from "../../print.ts";

export const ledgerOptions = {
  ledger: { type: "string" },
  ...printOptions,
} as const satisfies OptionTable;

export const ledgerHelp = `Options:
  --ledger FILE    the ledger (default: SURCINGLE_LEDGER, else surcingle/ledger.sqlite in the git directory)
${printHelp}`;

/** Opens the ledger for one step and closes it again. Undefined when something is wrong; that has been printed then. */
export async function withLedger<T>(
  context: CommandContext,
  given: Given,
  printer: Printer,
  step: (ledger: Ledger) => T | Problem,
): Promise<T | undefined> {
  const result = await stepOn(await findLedger({ ...context, given: textOption(given, "ledger") }), step);
  if (!isProblem(result)) return result;
  printer.problems([result]);
  return undefined;
}

async function stepOn<T>(file: string | Problem, step: (ledger: Ledger) => T | Problem): Promise<T | Problem> {
  if (typeof file !== "string") return file;
  const ledger = await openLedger(file);
  if (isProblem(ledger)) return ledger;
  try {
    return step(ledger);
  } finally {
    ledger.close();
  }
}

/** To look into a ledger that nobody has begun must not make one. */
export async function isBegun(context: CommandContext, given: Given): Promise<boolean> {
  const file = await findLedger({ ...context, given: textOption(given, "ledger") });
  return typeof file !== "string" || existsSync(file);
}

export function statusOption(given: Given): LedgerStatus | undefined {
  const text = textOption(given, "status");
  if (text === undefined) return undefined;
  const status = statuses.find((each) => each === text);
  if (!status) throw usageError(`\`--status\` is ${statuses.join(", ")}, not \`${text}\``);
  return status;
}

/** With the names of the columns, as the `sqlite3` program shows them. */
export function rowJson(row: LedgerRow): Readonly<Record<string, unknown>> {
  return {
    run: row.run,
    id: row.id,
    role: row.role,
    parent: row.parent ?? null,
    spec_sha: row.specSha ?? null,
    status: row.status,
    branch: row.branch ?? null,
    worktree: row.worktree ?? null,
    started: timeOf(row.startedAt),
    finished: row.finishedAt === undefined ? null : timeOf(row.finishedAt),
    summary: row.summary ?? null,
    dna: row.dna ?? null,
  };
}

/** One line for each thing that is known. */
export function rowText(row: LedgerRow): string {
  return Object.entries(rowJson(row))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${`${name}:`.padEnd(10)} ${visible(String(value))}`)
    .join("\n");
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

export function now(): number {
  return Math.floor(Date.now() / 1000);
}
