/** Finds and reads recorded sessions: decision logs, transcripts of clients, OpenCode's database. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import zlib from "node:zlib";
import { plural } from "../../../base/text.ts";
import { sessionReaders } from "../../../harness/sessions.ts";
import {
  isRecordedCall,
  type RecordedCall,
  type SessionLine,
  type SessionReader,
  type SkippedRecord,
} from "../../../model/session.ts";
import { isDecisionLog, readDecisionLog } from "../../../sessions/read-decision-log.ts";
import { openDatabase } from "../../../task/ledger/sqlite.ts";
import { usageError } from "../../command.ts";

export interface ReadLogs {
  readonly calls: readonly RecordedCall[];
  readonly skipped: readonly SkippedRecord[];
  /** Files that were read, and sentences about those that could not be. */
  readonly files: number;
  readonly problems: readonly string[];
}

/** Longer lines contain file contents, not calls. */
const longestLine = 8 * 1024 * 1024;
const largestFile = 1024 * 1024 * 1024;

/** Files and directories by name; by default, the clients' session directories. */
export async function readLogs(
  names: readonly string[],
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadLogs> {
  const files = names.length > 0 ? names.flatMap((name) => filesOf(name)) : clientFiles(home, env);
  const [calls, skipped, problems]: [RecordedCall[], SkippedRecord[], string[]] = [[], [], []];
  const known = new Set<string>();
  let packed = 0;
  for (const file of files) {
    if (!decompress && isCompressed(file)) {
      packed++;
      continue;
    }
    const records = await readFile(file, names.includes(file), problems);
    for (const record of records) {
      if (!isRecordedCall(record)) skipped.push(record);
      else if (known.has(keyOf(record))) skipped.push({ from: record.from, why: "copy" });
      else {
        known.add(keyOf(record));
        calls.push(record);
      }
    }
  }
  if (packed > 0) problems.push(packedProblem(packed));
  return { calls, skipped, files: files.length - packed, problems };
}

/** A forked session repeats calls under another session id. */
function keyOf({ harness, id, time }: RecordedCall): string {
  return `${harness} ${id} ${time}`;
}

function filesOf(name: string): readonly string[] {
  const found = statSync(name, { throwIfNoEntry: false });
  if (!found) throw usageError(`\`${name}\` does not exist`);
  return found.isDirectory() ? below(name) : [name];
}

function below(directory: string): readonly string[] {
  const isSession = (path: string): boolean => /\.jsonl(?:\.zst)?$/.test(path) || databases.has(basename(path));
  if (!existsSync(directory)) return [];
  const all = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return all
    .filter(isSession)
    .sort()
    .map((path) => join(directory, path));
}

const databases: ReadonlySet<string> = new Set(
  sessionReaders.flatMap(({ database }) => (database ? [database.name] : [])),
);

function clientFiles(home: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return sessionReaders.flatMap(({ directories }) =>
    directories.flatMap(({ variable, directory, below: inner }) => {
      const own = variable === undefined ? undefined : env[variable];
      return below(join(own || join(home, directory), inner));
    }),
  );
}

async function readFile(
  path: string,
  isNamed: boolean,
  problems: string[],
): Promise<Iterable<RecordedCall | SkippedRecord>> {
  if (readStart(path) === sqliteStart) return readDatabase(path, problems);
  if (statSync(path).size > largestFile) {
    problems.push(`\`${path}\` is larger than 1 GB and was left out`);
    return [];
  }
  const text = isCompressed(path) ? readCompressed(path, problems) : readFileSync(path, "utf8");
  if (text === undefined) return [];
  const lines = [...linesOf(text)];
  const first = lines.slice(0, 50).map(({ value }) => value);
  const file = { path, lines, beside: (ending: string) => readBeside(path, ending) };
  if (isDecisionLog(first)) return readDecisionLog(file);
  const reader = sessionReaders.find(({ recognizes }) => recognizes?.(first));
  if (reader?.readFile) return reader.readFile(file);
  if (isNamed) problems.push(`\`${path}\` is neither a decision log nor a session of a known client`);
  return [];
}

const sqliteStart = "SQLite format 3\0";

/** Codex compresses rollouts that have not been used for a while. */
const zstdStart = "(\u00b5/\u00fd";

/** `@types/node` is for Node 20, which does not have it. */
const { zstdDecompressSync: decompress } = zlib as { zstdDecompressSync?: typeof zlib.gunzipSync };

function isCompressed(path: string): boolean {
  return readStart(path).startsWith(zstdStart);
}

function packedProblem(count: number): string {
  const files = `${plural(count, "compressed session")} ${count === 1 ? "was" : "were"}`;
  return `${files} left out: this Node cannot read zstd; use Node 22.15 or newer, or unpack a copy with \`zstd -d\``;
}

function readCompressed(path: string, problems: string[]): string | undefined {
  if (!decompress) return undefined;
  try {
    return decompress(readFileSync(path), { maxOutputLength: largestFile }).toString("utf8");
  } catch {
    problems.push(`\`${path}\` was left out: it is damaged, or larger than 1 GB when unpacked`);
    return undefined;
  }
}

function readStart(path: string): string {
  const bytes = Buffer.alloc(sqliteStart.length);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString("latin1");
  } finally {
    closeSync(file);
  }
}

function* linesOf(text: string): Generator<SessionLine> {
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    if (line === "") continue;
    yield { number, value: line.length > longestLine ? undefined : parse(line) };
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readBeside(path: string, ending: string): unknown {
  try {
    return JSON.parse(readFileSync(path.replace(/\.[^./]+$/, ending), "utf8"));
  } catch {
    return undefined;
  }
}

/** Opened in place, next to its write-ahead log: a copy of the file alone would lack the newest sessions. */
async function readDatabase(path: string, problems: string[]): Promise<Iterable<RecordedCall | SkippedRecord>> {
  const reader = sessionReaders.find(
    (each): each is SessionReader & { database: object } => each.database !== undefined,
  );
  const table = reader?.database;
  if (!table) return [];
  try {
    const database = await openDatabase(path, { isReadOnly: true });
    if (!database) {
      problems.push(`\`${path}\` was left out: this Node has no SQLite`);
      return [];
    }
    try {
      return database
        .prepare(table.query)
        .all()
        .flatMap((row) => table.readRow(row, path) ?? []);
    } finally {
      database.close();
    }
  } catch {
    problems.push(`\`${path}\` cannot be read as a database of a known client`);
    return [];
  }
}
