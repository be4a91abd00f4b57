/** Writes to a ledger from a separate process: `ledger-writer FILE NAME COUNT`, or `ledger-writer FILE stuck`. */
import { isProblem } from "../../src/base/problem.ts";
import { openLedger } from "../../src/task/ledger/ledger.ts";
import { databaseAt } from "../support/database.ts";

const [file = "", name = "", count = ""] = process.argv.slice(2);

/** Each id is printed once its row is safe. */
async function write(): Promise<void> {
  const ledger = await openLedger(file);
  if (isProblem(ledger)) throw new Error(ledger.message);
  for (let i = 0; i < Number(count); i++) {
    const id = `${name}-${i}`;
    const row = ledger.fork({ id, role: "edit-local", specSha: "ab", startedAt: i });
    if (isProblem(row)) throw new Error(row.message);
    process.stdout.write(`${id}\n`);
  }
  ledger.close();
}

/** Stays in the middle of a transaction, half of which is already on the disk. */
async function stick(): Promise<void> {
  const database = await databaseAt(file);
  database.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
  const insert = database.prepare("INSERT INTO agents (id, role, status, started_ts) VALUES (?, 'r', 'done', 1)");
  for (let i = 0; i < 5_000; i++) insert.run(`half-${i}`);
  process.stdout.write("stuck\n");
  setInterval(() => database, 1_000);
}

await (name === "stuck" ? stick() : write());
