/** A tool call as recorded by a client or the decision log, and how the records of a client are read. */
import type { ClientRequest } from "./permission.ts";

/** Anything that a record does not contain is `unknown`, never a guess. */
export interface RecordedCall {
  readonly harness: string;
  readonly session: string;
  /** Unique in its session: copies of a record share it. */
  readonly id: string;
  /** `file:line`, or the id of a row. */
  readonly from: string;
  /** Milliseconds since 1970. */
  readonly time: number | undefined;
  /** Undefined if not recorded. */
  readonly agent: string | undefined;
  /** Where the call was made; undefined if not recorded. */
  readonly cwd: string | undefined;
  /** Where the session was started. */
  readonly project: string | undefined;
  /** Undefined if the record does not show what was requested. */
  readonly request: ClientRequest | undefined;
  readonly asked: "yes" | "no" | "nobody" | "unknown";
  readonly answer: "once" | "lasting" | "no" | "unknown";
  readonly result: "ran" | "failed" | "refused" | "unknown";
}

/** A record that is not an agent's call, or that cannot be read. */
export interface SkippedRecord {
  readonly from: string;
  readonly why: "torn" | "unreadable" | "person" | "copy";
}

export function isRecordedCall(record: RecordedCall | SkippedRecord): record is RecordedCall {
  return "request" in record;
}

/** One parsed line of a file; undefined if it is not valid JSON. */
export interface SessionLine {
  readonly number: number;
  readonly value: unknown;
}

export interface SessionFile {
  readonly path: string;
  readonly lines: Iterable<SessionLine>;
  /** A neighbouring file as JSON, if it exists. */
  readonly beside: (ending: string) => unknown;
}

/** How one client records its sessions: as JSON lines files, or in a database. */
export interface SessionReader {
  readonly harness: string;
  /** Directories below the home, or below the directory that a variable names. */
  readonly directories: readonly { readonly variable?: string; readonly directory: string; readonly below: string }[];
  /** Whether a JSON lines file is from this client, by its first lines. */
  readonly recognizes?: (values: readonly unknown[]) => boolean;
  readonly readFile?: (file: SessionFile) => Iterable<RecordedCall | SkippedRecord>;
  /** Only tables with calls are selected: the same file may contain credentials. */
  readonly database?: {
    readonly name: string;
    readonly query: string;
    readonly readRow: (
      row: Readonly<Record<string, unknown>>,
      path: string,
    ) => RecordedCall | SkippedRecord | undefined;
  };
}
