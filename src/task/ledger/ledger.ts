/** The ledger: one SQLite file that records which agent ran which task. Safe for concurrent writers. */

import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode, explainErrno } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { openRepository } from "../git/git.ts";
import { isForeign, ledgerVersion, migrate, rollBack } from "./schema.ts";
import { type Database, openDatabase, sqliteBusy, sqliteCode } from "./sqlite.ts";

/** `running` until it is finished; then `done` or `failed`; then, after a decision, `merged` or `rejected`. */
export const statuses = ["running", "done", "failed", "merged", "rejected"] as const;
type LedgerStatus = (typeof statuses)[number];

export interface LedgerFork {
  readonly id: string;
  readonly role: string;
  readonly parent?: string | undefined;
  /** SHA-256 of the task.toml. Absent: the id is reserved, and the fork with a task adds the rest. */
  readonly specSha?: string | undefined;
  readonly dna?: string | undefined;
  readonly branch?: string | undefined;
  readonly worktree?: string | undefined;
  /** Seconds since 1970. */
  readonly startedAt: number;
}

interface LedgerOutcome {
  readonly status: Exclude<LedgerStatus, "running">;
  readonly summary?: string | undefined;
  readonly finishedAt: number;
}

/** One run. An id may run again after its last run finished. */
export interface LedgerRow {
  readonly run: number;
  readonly id: string;
  readonly role: string;
  readonly parent: string | undefined;
  readonly specSha: string | undefined;
  readonly status: LedgerStatus;
  readonly branch: string | undefined;
  readonly worktree: string | undefined;
  readonly startedAt: number;
  readonly finishedAt: number | undefined;
  readonly summary: string | undefined;
  readonly dna: string | undefined;
}

/** All given filters must match. */
interface LedgerFilter {
  readonly id?: string | undefined;
  readonly role?: string | undefined;
  readonly status?: LedgerStatus | undefined;
  readonly dnaPrefix?: string | undefined;
}

/** Use `isProblem` to check the result. */
export interface Ledger {
  readonly file: string;
  readonly fork: (row: LedgerFork) => LedgerRow | Problem;
  /** The newest run of that id. */
  readonly done: (id: string, outcome: LedgerOutcome) => LedgerRow | Problem;
  /** Newest first. */
  readonly list: (filter?: LedgerFilter) => readonly LedgerRow[] | Problem;
  /** The newest run of that id. */
  readonly show: (id: string) => LedgerRow | Problem;
  readonly close: () => void;
}

/** Creates the file and its parent directory if they do not exist. */
export async function openLedger(file: string): Promise<Ledger | Problem> {
  let database: Database | undefined;
  try {
    makeDirectory(dirname(file));
    // SQLite takes a file of one byte for an empty database (unixFileSize) and would overwrite it.
    if (statSync(file, { throwIfNoEntry: false })?.size === 1) return unusable(file, "it is not an SQLite database");
    database = await openDatabase(file);
    if (!database) return noEngine(file);
    // Uses SQLite's default journal, which exists only during a write: the ledger is a single file.
    database.exec(`PRAGMA busy_timeout = ${lockTimeout}`);
    const version = isForeign(database) ? undefined : migrate(database);
    if (version !== undefined && version <= ledgerVersion) return ledgerOn(database, file);
    database.close();
    if (version === undefined) return unusable(file, "it belongs to another program");
    return problem(
      "ledger-newer",
      file,
      `the ledger \`${file}\` has version ${version}`,
      `this version of surcingle supports versions up to ${ledgerVersion}; use a newer one`,
    );
  } catch (error) {
    database?.close();
    return explainFailure(error, file);
  }
}

/** One level: Node 20 never returns from creating several where the system creates none, as in /proc. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function ledgerOn(database: Database, file: string): Ledger {
  const guarded = <T>(act: () => T): T | Problem => {
    try {
      return act();
    } catch (error) {
      return explainFailure(error, file);
    }
  };
  /** The lock is taken at once, because SQLite does not wait for a lock that is requested later. */
  const inTransaction = <T>(act: () => T): T | Problem =>
    guarded(() => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const result = act();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    });
  return {
    file,
    fork: (row) => inTransaction(() => fork(database, row)),
    done: (id, outcome) => inTransaction(() => finish(database, id, outcome)),
    list: (filter = {}) => guarded(() => select(database, filter)),
    show: (id) => guarded(() => select(database, { id })[0] ?? unknownAgent(id)),
    close: () => database.close(),
  };
}

function fork(database: Database, row: LedgerFork): LedgerRow | Problem {
  const { id, role, parent, specSha, dna, branch, worktree, startedAt } = row;
  const values = [role, parent, specSha, dna, branch, worktree, startedAt].map((value) => value ?? null);
  const [running] = select(database, { id, status: "running" });
  if (!running) {
    const sql =
      "INSERT INTO agents (role, parent, spec_sha, dna, branch, worktree, started_ts, id, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'running')";
    database.prepare(sql).run(...values, id);
  } else if (running.specSha === undefined && specSha !== undefined) {
    const sql =
      "UPDATE agents SET role = ?, parent = coalesce(?, parent), spec_sha = ?, dna = coalesce(?, dna), branch = ?, worktree = ?, started_ts = ? WHERE run = ?";
    database.prepare(sql).run(...values, running.run);
  } else {
    return problem(
      "agent-running",
      id,
      `the agent \`${id}\` is already running`,
      `if it is gone, \`surcingle ledger done ${id} --status failed\` marks it as finished; otherwise choose another id`,
    );
  }
  return select(database, { id })[0]!;
}

function finish(database: Database, id: string, { status, summary, finishedAt }: LedgerOutcome): LedgerRow | Problem {
  const [row] = select(database, { id });
  if (!row) return unknownAgent(id);
  if (row.status === "merged" && status !== "merged")
    return problem(
      "agent-merged",
      id,
      `the work of agent \`${id}\` is merged`,
      `its status cannot become \`${status}\``,
    );
  const sql = "UPDATE agents SET status = ?, finished_ts = ?, summary = coalesce(?, summary) WHERE run = ?";
  database.prepare(sql).run(status, finishedAt, summary ?? null, row.run);
  return select(database, { id })[0]!;
}

/** Length of the indexed part of the DNA. */
const indexed = 30;

function select(database: Database, { id, role, status, dnaPrefix }: LedgerFilter): LedgerRow[] {
  const conditions: [sql: string, ...values: string[]][] = [];
  if (id !== undefined) conditions.push(["id = ?", id]);
  if (role !== undefined) conditions.push(["role = ?", role]);
  if (status !== undefined) conditions.push(["status = ?", status]);
  if (dnaPrefix !== undefined) {
    const head = dnaPrefix.slice(0, indexed);
    // Not a pattern: `?` and `*` are literal. The range is for the index.
    conditions.push(
      ["substr(dna, 1, 30) >= ? AND substr(dna, 1, 30) < ?", head, `${head}\u{10ffff}`],
      ["substr(dna, 1, length(?)) = ?", dnaPrefix, dnaPrefix],
    );
  }
  const where = conditions.map(([sql]) => sql).join(" AND ") || "1";
  const values = conditions.flatMap(([, ...rest]) => rest);
  return database
    .prepare(`SELECT * FROM agents WHERE ${where} ORDER BY run DESC`)
    .all(...values)
    .map(rowOf);
}

function rowOf(row: Readonly<Record<string, unknown>>): LedgerRow {
  const text = (name: string): string | undefined => (typeof row[name] === "string" ? row[name] : undefined);
  const number = (name: string): number | undefined => (typeof row[name] === "number" ? row[name] : undefined);
  return {
    run: number("run") ?? 0,
    id: text("id") ?? "",
    role: text("role") ?? "",
    parent: text("parent"),
    specSha: text("spec_sha"),
    status: statuses.find((each) => each === row["status"]) ?? "failed",
    branch: text("branch"),
    worktree: text("worktree"),
    startedAt: number("started_ts") ?? 0,
    finishedAt: number("finished_ts"),
    summary: text("summary"),
    dna: text("dna"),
  };
}

/** How long a writer waits for others, in milliseconds. */
const lockTimeout = 60_000;

/** SQLite's primary result codes in words. */
const sqliteReasons: Readonly<Record<number, string>> = {
  1: "its tables are not those of a ledger",
  3: "permission denied",
  8: "it is read-only",
  10: "the disk reported an error",
  11: "it is damaged",
  13: "the disk is full",
  14: "it cannot be opened; check the path and its permissions",
  26: "it is not an SQLite database",
};

/** An error of SQLite or the file system as a problem. Anything else is our own bug and is rethrown. */
function explainFailure(error: unknown, file: string): Problem {
  const code = sqliteCode(error);
  if (code === sqliteBusy)
    return problem(
      "ledger-busy",
      file,
      `the ledger \`${file}\` has been locked for ${lockTimeout / 1000} seconds`,
      "another program has a transaction open on it: close it, and run the command again",
    );
  const isSystem = error instanceof Error && "syscall" in error;
  if (code === undefined && !isSystem) throw error;
  if (code === undefined) return unusable(file, explainErrno(error));
  return unusable(file, sqliteReasons[code] ?? `SQLite reported error ${code}`);
}

function unusable(file: string, why: string): Problem {
  return problem(
    "ledger-unusable",
    file,
    `the ledger \`${file}\` cannot be used: ${why}`,
    "it was not changed; use another one with `--ledger FILE`",
  );
}

function unknownAgent(id: string): Problem {
  return problem("agent-unknown", id, `the ledger has no agent \`${id}\``, "`surcingle ledger list` lists its agents");
}

function noEngine(file: string): Problem {
  return problem(
    "ledger-engine",
    file,
    "SQLite is not available for this version of Node, so there is no ledger",
    "use Node 22.13 or newer, which includes SQLite",
  );
}

/** `commonDir` is the git directory that all worktrees of a repository share. */
function ledgerIn(commonDir: string): string {
  return join(commonDir, "surcingle", "ledger.sqlite");
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that the user named. */
  readonly given: string | undefined;
}

export async function findLedger({ cwd, env, given }: Place): Promise<string | Problem> {
  const named = given ?? (env["SURCINGLE_LEDGER"] || undefined);
  if (named !== undefined) return resolve(cwd, named);
  const repository = await openRepository(cwd);
  if (!("code" in repository)) return ledgerIn(repository.commonDir);
  const { subject = cwd, message } = repository;
  return problem("ledger-place", subject, message, "pass `--ledger FILE` or set SURCINGLE_LEDGER");
}
