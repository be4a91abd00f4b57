/** The sentences for what can go wrong with a ledger. */
import { type Problem, problem } from "../../base/problem.ts";
import { sqliteBusy, sqliteCode } from "./sqlite.ts";

/** A writer waits for the others this long, in milliseconds. */
export const patience = 60_000;

/** What SQLite or the file system says, as problem. Anything else is our own bug and is thrown on. */
export function explainFailure(error: unknown, file: string): Problem {
  const code = sqliteCode(error);
  if (code === sqliteBusy)
    return problem(
      "ledger-busy",
      file,
      `the ledger \`${file}\` has been locked for ${patience / 1000} seconds`,
      "another program holds it open in a transaction",
    );
  const isSystem = error instanceof Error && "syscall" in error;
  if (code === undefined && !isSystem) throw error;
  return unusable(file, (error as Error).message.replace(/^Failed to open database: /, ""));
}

export function unusable(file: string, why: string): Problem {
  return problem(
    "ledger-unusable",
    file,
    `the ledger \`${file}\` cannot be used: ${why}`,
    "it was left as it is; `--ledger FILE` names another one",
  );
}

export function unknownAgent(id: string): Problem {
  return problem(
    "agent-unknown",
    id,
    `the ledger has no agent \`${id}\``,
    "`surcingle ledger list` shows those it has",
  );
}

export function noEngine(file: string): Problem {
  return problem(
    "ledger-engine",
    file,
    "there is no SQLite for this Node on this system, so there is no ledger",
    "use Node 22.13 or newer, which has its own, or install the package `@photostructure/sqlite` beside surcingle",
  );
}
