/** The tables of the ledger, and its migrations. */
import type { Database } from "./sqlite.ts";

/** "Srcl", the application id that identifies a ledger. */
const applicationId = 0x5372636c;

/**
 * Each migrates the ledger to the version of its index, counted from 1. New ones are appended; existing ones never
 * change.
 */
const migrations: readonly string[] = [
  `PRAGMA application_id = ${applicationId};
  CREATE TABLE agents (
    run INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    parent TEXT,
    spec_sha TEXT,
    status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'merged', 'rejected')),
    branch TEXT,
    worktree TEXT,
    started_ts INTEGER NOT NULL,
    finished_ts INTEGER,
    summary TEXT
  );
  CREATE INDEX idx_agents_id ON agents (id);
  CREATE UNIQUE INDEX idx_agents_running ON agents (id) WHERE status = 'running';`,
  `ALTER TABLE agents ADD COLUMN dna TEXT;
  CREATE INDEX idx_agents_dna_prefix ON agents (substr(dna, 1, 30));`,
];

export const ledgerVersion = migrations.length;

/** The current version; one beyond `ledgerVersion` was written by a newer program and is not touched. */
export function migrate(database: Database, until = ledgerVersion): number {
  if (versionOf(database) >= until) return versionOf(database);
  // Only one process gets here at a time; checking again shows what another one has done meanwhile.
  database.exec("BEGIN IMMEDIATE");
  try {
    for (let version = versionOf(database); version < until; version++) {
      database.exec(migrations[version]!);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    }
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
  return versionOf(database);
}

/** Whether another program wrote the file. If so, not even a table is added. */
export function isForeign(database: Database): boolean {
  if (pragma(database, "application_id") === applicationId) return false;
  // Checked in this order: another process creates a ledger's mark and tables in one step.
  const hasTables = database.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() !== undefined;
  return hasTables && pragma(database, "application_id") !== applicationId;
}

function versionOf(database: Database): number {
  return pragma(database, "user_version");
}

function pragma(database: Database, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

/** SQLite already rolls back after some errors, so there may be nothing to do. */
export function rollBack(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {}
}
