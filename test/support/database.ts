/** A database for tests, which always have SQLite. */
import { type Database, openDatabase } from "../../src/task/ledger/sqlite.ts";

export async function databaseAt(file: string): Promise<Database> {
  const database = await openDatabase(file);
  if (!database) throw new Error("there is no SQLite");
  return database;
}
