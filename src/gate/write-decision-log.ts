/** Writes the decision log: one JSON line per answer, to `SURCINGLE_LOG` and the file in the settings. */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { redact } from "../base/redact.ts";

/** Where the answers of one gate go. */
interface LogTarget {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** `log` of the settings. A variable adds another file: a project that sets it must not silence this one. */
  readonly file?: string | undefined;
}

/** Where a call was made: a replay judges its relative paths there. */
export interface LoggedDirectories {
  readonly cwd?: string;
  readonly project?: string | undefined;
}

/** A log that cannot be written, or that would block, never changes the answer. */
export function writeLog({ env, home, file }: LogTarget, line: Readonly<Record<string, unknown>>): void {
  const files = [file?.replace(/^~\//, join(home, "/")), env["SURCINGLE_LOG"]].filter((each) => each !== undefined);
  for (const each of new Set(files)) if (each !== "") appendLine(each, line);
}

const beginning = '{"time":';

function appendLine(file: string, line: Readonly<Record<string, unknown>>): void {
  let log: number | undefined;
  try {
    // Non-blocking: a pipe without a reader would delay the call.
    log = openSync(file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
    if (fstatSync(log).isFile() && isLog(log)) writeSync(log, `${printLine(line)}\n`);
  } catch {
    // A log failure never changes the answer.
  } finally {
    if (log !== undefined) closeSync(log);
  }
}

/** Whether the file is empty or already a log: a project can set the variable to one of the user's files. */
function isLog(log: number): boolean {
  const bytes = Buffer.alloc(beginning.length);
  const length = readSync(log, bytes, 0, bytes.length, 0);
  return length === 0 || bytes.toString("latin1") === beginning;
}

/** Without `$` and backticks, which would run if a shell ever read such a file. */
function printLine(line: Readonly<Record<string, unknown>>): string {
  const redacted = JSON.stringify({ time: new Date().toISOString(), ...line }, (_, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  );
  return redacted.replace(/[$`]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
