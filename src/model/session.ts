/** A tool call as a client or the decision log recorded it, and how the records of a client are read. */
import type { ClientRequest } from "./permission.ts";

/** What a record does not tell is `unknown`, never a guess. */
export interface RecordedCall {
  readonly harness: string;
  readonly session: string;
  /** Unique in its session: copies of a record have the same. */
  readonly id: string;
  /** `file:line`, or the id of a row. */
  readonly from: string;
  /** Milliseconds since 1970. */
  readonly time: number | undefined;
  /** Undefined: not recorded. */
  readonly agent: string | undefined;
  /** Where the call was made; undefined if that is not recorded. */
  readonly cwd: string | undefined;
  /** Where the session was started. */
  readonly project: string | undefined;
  /** Undefined: what it asked for cannot be told from the record. */
  readonly request: ClientRequest | undefined;
  readonly asked: "yes" | "no" | "nobody" | "unknown";
  readonly answer: "once" | "lasting" | "no" | "unknown";
  readonly result: "ran" | "failed" | "refused" | "unknown";
}

/** A record that is no call of an agent, or that cannot be read. */
export interface SkippedRecord {
  readonly from: string;
  readonly why: "torn" | "unreadable" | "person" | "copy";
}

export function isRecordedCall(record: RecordedCall | SkippedRecord): record is RecordedCall {
  return "request" in record;
}

/** One line of a file, parsed; undefined where it is not valid JSON. */
export interface SessionLine {
  readonly number: number;
  readonly value: unknown;
}

export interface SessionFile {
  readonly path: string;
  readonly lines: Iterable<SessionLine>;
  /** A file beside it, as JSON, where it exists. */
  readonly beside: (ending: string) => unknown;
}

/** How one client records its sessions: as files of JSON lines, or in a database. */
export interface SessionReader {
  readonly harness: string;
  /** Directories below the home, or below the directory that a variable names. */
  readonly places: readonly { readonly variable?: string; readonly directory: string; readonly below: string }[];
  /** Whether a file of JSON lines is one of this client's, by its first lines. */
  readonly recognizes?: (values: readonly unknown[]) => boolean;
  readonly readFile?: (file: SessionFile) => Iterable<RecordedCall | SkippedRecord>;
  /** Only what holds calls is selected: the same file may hold credentials. */
  readonly database?: {
    readonly name: string;
    readonly query: string;
    readonly readRow: (
      row: Readonly<Record<string, unknown>>,
      path: string,
    ) => RecordedCall | SkippedRecord | undefined;
  };
}
