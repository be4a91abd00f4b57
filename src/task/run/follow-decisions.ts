/** Follows the decision log of a running gate, one JSON line per decision. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { valueAt } from "../../base/unchecked.ts";
import type { CheckResult } from "../../model/task.ts";

export interface LoggedDecision {
  readonly tool: string;
  readonly subject: string;
  readonly verdict: string;
  readonly reason: string;
}

interface Follower {
  /** Reads the remaining lines, then stops. */
  readonly stop: () => void;
}

const pause = 200;

/** Polls, because not every file system reports changes. */
export function followDecisions(file: string, onDecision: (decision: LoggedDecision) => void): Follower {
  let [at, rest] = [0, Buffer.alloc(0)];
  const look = (): void => {
    const added = readFrom(file, at);
    at += added.length;
    const text = Buffer.concat([rest, added]);
    const end = text.lastIndexOf(0x0a) + 1;
    rest = text.subarray(end);
    for (const line of text.subarray(0, end).toString("utf8").split("\n")) {
      const decision = readLine(line);
      if (decision) onDecision(decision);
    }
  };
  const clock = setInterval(look, pause);
  return {
    stop: () => {
      clearInterval(clock);
      look();
    },
  };
}

function readFrom(file: string, at: number): Buffer {
  let handle: number;
  try {
    // A program of the agent could create a pipe there, and opening it would block.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return Buffer.alloc(0);
  }
  try {
    if (!fstatSync(handle).isFile()) return Buffer.alloc(0);
    const chunks: Buffer[] = [];
    for (let place = at; ; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const size = readSync(handle, chunk, 0, chunk.length, place);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
      place += size;
    }
  } finally {
    closeSync(handle);
  }
}

function readLine(line: string): LoggedDecision | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const text = (key: string): string => {
    const found = valueAt(value, key);
    return typeof found === "string" ? found : "";
  };
  return { tool: text("tool"), subject: text("subject"), verdict: text("verdict"), reason: text("reason") };
}

/** Progress messages of a running task. */
type TaskProgress =
  /** A step begins; a few words. */
  | { readonly kind: "step"; readonly text: string }
  | { readonly kind: "decision"; readonly decision: LoggedDecision }
  | { readonly kind: "finding"; readonly finding: CheckResult }
  /** A message for the user. */
  | { readonly kind: "note"; readonly text: string };

export type OnProgress = (event: TaskProgress) => void;
