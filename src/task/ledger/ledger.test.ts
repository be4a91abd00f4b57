import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { databaseAt } from "../../../test/support/database.ts";
import { makeRoots } from "../../../test/support/make-root.ts";
import { isProblem, type Problem } from "../../base/problem.ts";
import { type Ledger, type LedgerFork, openLedger } from "./ledger.ts";
import { migrate } from "./schema.ts";

const makeRoot = makeRoots("ledger");
const newFile = (): string => join(makeRoot({}), "ledger.sqlite");

async function open(file = newFile()): Promise<Ledger> {
  const ledger = await openLedger(file);
  assert.ok(!isProblem(ledger), JSON.stringify(ledger));
  return ledger;
}

async function problemWith(file: string): Promise<Problem> {
  const problem = await openLedger(file);
  assert.ok(isProblem(problem), "the ledger was opened");
  return problem;
}

const fork = (fields: Partial<LedgerFork> = {}): LedgerFork => ({
  id: "a1",
  role: "edit-local",
  startedAt: 100,
  ...fields,
});
const codeOf = (value: object): string | undefined => (isProblem(value) ? value.code : undefined);

test("a row records the agent, its task, when it started and how it ended", async () => {
  const ledger = await open();
  const given = { parent: "a0", specSha: "ab", dna: "edit-local::NG::A7B2::C9F1-0000", branch: "b", worktree: "/w" };
  const row = { run: 1, id: "a1", role: "edit-local", startedAt: 100, ...given };
  const running = { ...row, status: "running", finishedAt: undefined, summary: undefined };
  assert.deepEqual(ledger.fork(fork(given)), running);
  assert.deepEqual(ledger.show("a1"), running);
  const done = { ...row, status: "done", finishedAt: 200, summary: "all green" };
  assert.deepEqual(ledger.done("a1", { status: "done", summary: "all green", finishedAt: 200 }), done);
  // A later entry keeps the earlier values.
  const merged = { ...done, status: "merged", finishedAt: 300 };
  assert.deepEqual(ledger.done("a1", { status: "merged", finishedAt: 300 }), merged);
  ledger.close();
});

test("an id can run once at a time, and again when it is finished", async () => {
  const ledger = await open();
  ledger.fork(fork({ specSha: "1" }));
  assert.equal(codeOf(ledger.fork(fork({ specSha: "1" }))), "agent-running");
  assert.equal(codeOf(ledger.fork(fork())), "agent-running");
  ledger.done("a1", { status: "failed", finishedAt: 200 });
  assert.equal(codeOf(ledger.fork(fork({ specSha: "2", startedAt: 300 }))), undefined);
  const rows = ledger.list({ id: "a1" });
  assert.ok(!isProblem(rows));
  assert.deepEqual(
    rows.map(({ run, status, specSha }) => [run, status, specSha]),
    [
      [2, "running", "2"],
      [1, "failed", "1"],
    ],
  );
  ledger.close();
});

test("a reserved id is filled in by the fork that has the task", async () => {
  const ledger = await open();
  ledger.fork(fork({ parent: "a0", dna: "early" }));
  const row = ledger.fork(fork({ specSha: "ff", role: "explorer", startedAt: 150 }));
  assert.deepEqual(
    { ...row, branch: 0, worktree: 0, finishedAt: 0, summary: 0 },
    {
      ...{ run: 1, id: "a1", role: "explorer", parent: "a0", specSha: "ff", status: "running", startedAt: 150 },
      ...{ dna: "early", branch: 0, worktree: 0, finishedAt: 0, summary: 0 },
    },
  );
  ledger.close();
});

test("an unknown agent is reported, and merged is final", async () => {
  const ledger = await open();
  assert.equal(codeOf(ledger.show("a1")), "agent-unknown");
  assert.equal(codeOf(ledger.done("a1", { status: "done", finishedAt: 1 })), "agent-unknown");
  ledger.fork(fork());
  ledger.done("a1", { status: "merged", finishedAt: 1 });
  assert.equal(codeOf(ledger.done("a1", { status: "rejected", finishedAt: 2 })), "agent-merged");
  ledger.close();
});

test("a DNA is found by its exact prefix, through the index", async () => {
  const file = newFile();
  const ledger = await open(file);
  const all = [
    "edit-local::NG-FW-FD-CP-CG-TG-ND-RF::AAAA::BBBB-0001",
    "edit-local::NG-FW-FD-CP-CG-TG-ND-RF::AAAA::BBBB-0002",
  ];
  const others = ["edit-local::NG::AAAA::BBBB-0003", "edit-shared::??::AAAA::BBBB-0004", "Edit-local::NG"];
  for (const [i, dna] of [...all, ...others].entries()) ledger.fork(fork({ id: `a${i}`, dna }));
  ledger.fork(fork({ id: "none" }));
  const ids = (dnaPrefix: string) => {
    const rows = ledger.list({ dnaPrefix });
    assert.ok(!isProblem(rows));
    return rows.map(({ id }) => id);
  };
  assert.deepEqual(ids("edit-local::NG-FW"), ["a1", "a0"]);
  assert.deepEqual(ids(all[0]!), ["a0"]);
  assert.deepEqual(ids("edit-"), ["a3", "a2", "a1", "a0"]);
  assert.deepEqual(ids("edit-shared::?"), ["a3"]);
  assert.deepEqual(ids(""), ["a4", "a3", "a2", "a1", "a0"]);
  for (const none of ["edit_", "%", "*", "edit-local::*", "x", `${all[0]}x`]) assert.deepEqual(ids(none), [], none);
  ledger.close();
  const database = await databaseAt(file);
  const plan = database.prepare(
    "EXPLAIN QUERY PLAN SELECT * FROM agents WHERE substr(dna, 1, 30) >= ? AND substr(dna, 1, 30) < ?",
  );
  assert.match(JSON.stringify(plan.all("a", "b")), /USING INDEX idx_agents_dna_prefix/);
  database.close();
});

test("filters are combined", async () => {
  const ledger = await open();
  ledger.fork(fork({ id: "a" }));
  ledger.fork(fork({ id: "b", role: "explorer" }));
  ledger.done("a", { status: "done", finishedAt: 1 });
  const count = (filter: Parameters<Ledger["list"]>[0]) => (ledger.list(filter) as readonly object[]).length;
  assert.deepEqual(
    [count({}), count({ role: "explorer" }), count({ status: "done" }), count({ role: "explorer", status: "done" })],
    [2, 1, 1, 0],
  );
  ledger.close();
});

test("text that looks like SQL stays text", async () => {
  const ledger = await open();
  const odd = "'; DROP TABLE agents; -- \u{1f600}";
  ledger.fork(fork({ role: odd, dna: odd }));
  const row = ledger.done("a1", { status: "done", summary: odd, finishedAt: 1 });
  assert.ok(!isProblem(row));
  assert.equal(row.summary, odd);
  ledger.close();
});

test("a ledger of the first version gets the DNA and keeps its rows", async () => {
  const file = newFile();
  const old = await databaseAt(file);
  assert.equal(migrate(old, 1), 1);
  old.exec("INSERT INTO agents (id, role, status, started_ts) VALUES ('old', 'explorer', 'done', 5)");
  assert.throws(() => old.prepare("SELECT dna FROM agents"), /dna/);
  old.close();
  const ledger = await open(file);
  const row = ledger.show("old");
  assert.ok(!isProblem(row));
  assert.deepEqual([row.role, row.startedAt, row.dna], ["explorer", 5, undefined]);
  assert.equal(codeOf(ledger.fork(fork({ dna: "x" }))), undefined);
  ledger.close();
});

test("newer ledgers, foreign databases and other files are not changed", async () => {
  const newer = newFile();
  (await open(newer)).close();
  const database = await databaseAt(newer);
  database.exec("PRAGMA user_version = 99");
  database.close();
  const foreign = newFile();
  const other = await databaseAt(foreign);
  other.exec("CREATE TABLE agents (id TEXT)");
  other.close();
  const text = newFile();
  writeFileSync(text, "these are my notes, not a database\n".repeat(50));
  const byte = newFile();
  writeFileSync(byte, "x");
  for (const [file, code, message] of [
    [byte, "ledger-unusable", /it is not an SQLite database$/],
    [newer, "ledger-newer", /has version 99$/],
    [foreign, "ledger-unusable", /it belongs to another program$/],
    [text, "ledger-unusable", /it is not an SQLite database$/],
    [makeRoot({}), "ledger-unusable", /it cannot be opened; check the path and its permissions$/],
    ["/proc/nowhere/ledger.sqlite", "ledger-unusable", /it does not exist/],
  ] as const) {
    const isFile = existsSync(file) && file.endsWith(".sqlite");
    const before = isFile ? readFileSync(file) : undefined;
    const problem = await problemWith(file);
    assert.equal(problem.code, code, problem.message);
    assert.match(problem.message, message);
    if (before) assert.deepEqual(readFileSync(file), before);
  }
});

const hasProgram = spawnSync("sqlite3", ["--version"]).status === 0;

test("the sqlite3 program can read it, even while it is open", {
  skip: !hasProgram && "sqlite3 is not installed",
}, async () => {
  const ledger = await open();
  ledger.fork(fork({ specSha: "ab", dna: "edit-local::NG" }));
  ledger.fork(fork({ id: "a2" }));
  const ask = (sql: string) => execFileSync("sqlite3", [ledger.file, sql], { encoding: "utf8" });
  assert.equal(
    ask("SELECT id, role, status, spec_sha, dna, datetime(started_ts, 'unixepoch') FROM agents ORDER BY run"),
    "a1|edit-local|running|ab|edit-local::NG|1970-01-01 00:01:40\na2|edit-local|running|||1970-01-01 00:01:40\n",
  );
  assert.equal(ask("PRAGMA integrity_check; PRAGMA user_version"), "ok\n2\n");
  // Output of the program is included too.
  ask("UPDATE agents SET status = 'failed' WHERE id = 'a2'");
  const row = ledger.show("a2");
  assert.equal(isProblem(row) ? row : row.status, "failed");
  ledger.close();
});
