/** Opens SQLite from Node if available, else from the package with the same interface. */

type Parameter = string | number | null;
type Row = Readonly<Record<string, unknown>>;

interface Statement {
  readonly run: (...parameters: readonly Parameter[]) => unknown;
  readonly get: (...parameters: readonly Parameter[]) => Row | undefined;
  readonly all: (...parameters: readonly Parameter[]) => readonly Row[];
}

export interface Database {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => Statement;
  readonly close: () => void;
}

/** Undefined if there is no SQLite for this runtime on this system. Throws SQLite's error about the file. */
export async function openDatabase(file: string, { isReadOnly = false } = {}): Promise<Database | undefined> {
  const make = ownEngine() ?? (await packageEngine());
  return make?.(file, { readOnly: isReadOnly });
}

interface EngineOptions {
  readonly readOnly: boolean;
}
type Engine = (file: string, options: EngineOptions) => Database;
interface SqliteModule {
  readonly DatabaseSync: new (file: string, options: EngineOptions) => Database;
}

/** Node 20 has none; some versions of Node 22 have it only behind a flag. */
function ownEngine(): Engine | undefined {
  const { emitWarning } = process;
  try {
    // Node prints on standard error that this module is experimental. The few calls we use have not changed since.
    process.emitWarning = () => undefined;
    const found = process.getBuiltinModule?.("node:sqlite") as SqliteModule | undefined;
    return found && ((file, options) => new found.DatabaseSync(file, options));
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** 1.2.1 is the last version for Node 20. Fails to load on systems without a binary in `dist/sqlite`. */
async function packageEngine(): Promise<Engine | undefined> {
  try {
    const { DatabaseSync } = (await import("@photostructure/sqlite")) as unknown as SqliteModule;
    return (file, options) => new DatabaseSync(file, options);
  } catch {
    return undefined;
  }
}

/** SQLite's primary error code, without the extended bits; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

export const sqliteBusy = 5;
