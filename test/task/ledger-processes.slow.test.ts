/** Tests many processes on one ledger: no row is lost, no lock is visible, and a killed process leaves it readable. */

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build } from "esbuild";
import { isProblem } from "../../src/base/problem.ts";
import { type Ledger, openLedger } from "../../src/task/ledger/ledger.ts";
import { databaseAt } from "../support/database.ts";
import { makeRoots } from "../support/make-root.ts";
import { makeRandom } from "../support/random.ts";

const makeRoot = makeRoots("ledger-processes");
const place = makeRoot({});
const project = join(import.meta.dirname, "../..");
const writer = join(place, "ledger-writer.mjs");
const surcingle = join(project, "dist/surcingle.cjs");

before(async () => {
  symlinkSync(join(project, "node_modules"), join(place, "node_modules"));
  const external = ["@photostructure/sqlite"];
  const entryPoints = [join(import.meta.dirname, "ledger-writer.ts")];
  await build({ entryPoints, external, bundle: true, platform: "node", format: "esm", outfile: writer });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(words: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, words, { cwd: place, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended };
}

const newFile = (): string => join(makeRoot({}), "ledger.sqlite");
const twenty = Array.from({ length: 20 }, (_, i) => i);

async function withLedger<T>(file: string, step: (ledger: Ledger) => T): Promise<T> {
  const ledger = await openLedger(file);
  assert.ok(!isProblem(ledger), JSON.stringify(ledger));
  try {
    return step(ledger);
  } finally {
    ledger.close();
  }
}

const idsIn = (file: string): Promise<string[]> =>
  withLedger(file, (ledger) => {
    const rows = ledger.list();
    assert.ok(!isProblem(rows), JSON.stringify(rows));
    return rows.map(({ id }) => id).sort();
  });

async function assertSound(file: string): Promise<void> {
  const database = await databaseAt(file);
  assert.deepEqual(Object.values(database.prepare("PRAGMA integrity_check").get() ?? {}), ["ok"]);
  database.close();
}

test("twenty processes write to a new ledger at once, and every row is in it", async () => {
  const file = newFile();
  const ends = await Promise.all(twenty.map((i) => start([writer, file, `p${i}`, "10"]).ended));
  for (const { code, err } of ends) assert.deepEqual({ code, err }, { code: 0, err: "" });
  const wanted = twenty.flatMap((i) => Array.from({ length: 10 }, (_, row) => `p${i}-${row}`)).sort();
  assert.deepEqual(await idsIn(file), wanted);
  await assertSound(file);
});

test("the same through the command line, with one more id that all of them request", async () => {
  const file = newFile();
  const fork = (id: string) => start([surcingle, "ledger", "fork", id, "--role", "edit-local", "--ledger", file]).ended;
  const own = await Promise.all(twenty.map((i) => fork(`a${i}`)));
  for (const [i, end] of own.entries()) assert.deepEqual(end, { code: 0, out: `a${i}\n`, err: "" });
  const shared = await Promise.all(twenty.slice(0, 5).map(() => fork("wanted")));
  assert.deepEqual(shared.map(({ code }) => code).sort(), [0, 1, 1, 1, 1]);
  for (const { code, err } of shared)
    if (code === 1) assert.match(err, /^error\[agent-running\]: the agent `wanted` is already running\n/);
  assert.deepEqual(await idsIn(file), [...twenty.map((i) => `a${i}`), "wanted"].sort());
});

const readers = { "the next process": false, "the sqlite3 program": true };

for (const [reader, isProgram] of Object.entries(readers)) {
  const isMissing = isProgram && spawnSync("sqlite3", ["--version"]).status !== 0;
  const skip = isMissing && "sqlite3 is not installed";
  test(`a process that is killed inside a transaction leaves existing rows intact, read by ${reader}`, {
    skip,
  }, async () => {
    const file = newFile();
    await start([writer, file, "safe", "3"]).ended;
    const { child, ended } = start([writer, file, "stuck"]);
    await once(child.stdout!, "data");
    const size = statSync(file).size;
    child.kill("SIGKILL");
    await ended;
    assert.ok(existsSync(`${file}-journal`) && size > 50_000, "half of the transaction is on the disk");
    if (isProgram) {
      const sql = "SELECT group_concat(id) FROM agents; PRAGMA integrity_check";
      const { stdout, stderr } = spawnSync("sqlite3", [file, sql], { encoding: "utf8" });
      assert.deepEqual([stdout, stderr], ["safe-0,safe-1,safe-2\nok\n", ""]);
    }
    assert.deepEqual(await idsIn(file), ["safe-0", "safe-1", "safe-2"]);
    await start([writer, file, "later", "1"]).ended;
    assert.deepEqual(await idsIn(file), ["later-0", "safe-0", "safe-1", "safe-2"]);
    await assertSound(file);
  });
}

test("processes killed at any moment lose no reported row", async () => {
  const file = newFile();
  const random = makeRandom(7);
  const ends = await Promise.all(
    twenty.slice(0, 8).map(async (i) => {
      const { child, ended } = start([writer, file, `k${i}`, "1000000"]);
      await once(child.stdout!, "data");
      setTimeout(() => child.kill("SIGKILL"), random.int(400));
      return ended;
    }),
  );
  for (const { code, err } of ends) assert.deepEqual({ code, err }, { code: null, err: "" });
  const known = new Set(await idsIn(file));
  // The last line may have been cut while it was written.
  const reported = ends.flatMap(({ out }) => out.split("\n").slice(0, -1));
  assert.ok(reported.length >= ends.length);
  for (const id of reported) assert.ok(known.has(id), `${id} is lost`);
  await assertSound(file);
});

test("missing SQLite is reported", async () => {
  const lonely = join(makeRoot({}), "ledger-writer.mjs");
  cpSync(writer, lonely);
  const { code, err } = await start([lonely, newFile(), "p", "1"]).ended;
  const hasOwn = process.getBuiltinModule?.("node:sqlite") !== undefined;
  assert.equal(code, hasOwn ? 0 : 1);
  if (!hasOwn) assert.match(err, /Error: SQLite is not available for this version of Node, so there is no ledger/);
});
