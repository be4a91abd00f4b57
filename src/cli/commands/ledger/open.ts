/** Opens the ledger for a command, and prints its rows. */

import { existsSync } from "node:fs";
import { isProblem, type Problem } from "../../../base/problem.ts";
import { visible } from "../../../base/text.ts";
import { findLedger, type Ledger, type LedgerRow, openLedger } from "../../../task/ledger/ledger.ts";
import type { CliCall, CliOptions } from "../../command.ts";

export const ledgerOptions = {
  ledger: {
    value: "FILE",
    text: "the ledger (default: SURCINGLE_LEDGER, else surcingle/ledger.sqlite in the git directory)",
  },
} as const satisfies CliOptions;

type LedgerCall = CliCall<typeof ledgerOptions>;

/** Opens the ledger for one step and closes it again. Undefined on a problem, which is already printed. */
export async function withLedger<T>(
  context: LedgerCall,
  step: (ledger: Ledger) => T | Problem,
): Promise<T | undefined> {
  const result = await stepOn(await findLedger({ ...context, given: context.options.ledger }), step);
  if (!isProblem(result)) return result;
  context.printer.problems([result]);
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

/** Reading must not create a ledger. */
export async function ledgerExists(context: LedgerCall): Promise<boolean> {
  const file = await findLedger({ ...context, given: context.options.ledger });
  return typeof file !== "string" || existsSync(file);
}

/** With the column names, as the `sqlite3` program shows them. */
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

/** One line per column that has a value. */
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
