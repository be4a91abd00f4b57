/** Reads the gate's own decision log: one JSON line per answer, in which secrets are redacted. */
import { valueAt } from "../base/unchecked.ts";
import { type ClientRequest, tools } from "../model/permission.ts";
import type { RecordedCall, SessionFile, SkippedRecord } from "../model/session.ts";

export function isDecisionLog(values: readonly unknown[]): boolean {
  return values.some((value) =>
    ["time", "harness", "agent", "tool", "verdict"].every((key) => typeof valueAt(value, key) === "string"),
  );
}

export function* readDecisionLog({ path, lines }: SessionFile): Generator<RecordedCall | SkippedRecord> {
  for (const { number, value } of lines) {
    const from = `${path}:${number}`;
    if (!isDecisionLog([value])) {
      yield { from, why: value === undefined ? "torn" : "unreadable" };
      continue;
    }
    const text = (key: string): string => String(valueAt(value, key));
    const [verdict, reason] = [text("verdict"), text("reason")];
    const time = Date.parse(text("time"));
    // If there is no user to ask, the gate turns the ask into a deny and logs that.
    const isTurned = verdict === "deny" && / (?:ask) .*; denied, because /s.test(reason);
    yield {
      harness: text("harness"),
      session: path,
      id: from,
      from,
      time: Number.isNaN(time) ? undefined : time,
      agent: text("agent"),
      // Logs of earlier versions have no directory.
      cwd: pathAt(value, "cwd"),
      project: pathAt(value, "project"),
      request: requestOf(text("tool"), text("subject")),
      asked: verdict === "ask" ? "yes" : isTurned ? "nobody" : "no",
      answer: "unknown",
      result: verdict === "deny" ? "refused" : "unknown",
    };
  }
}

function pathAt(value: unknown, key: string): string | undefined {
  const path = valueAt(value, key);
  return typeof path === "string" && path.startsWith("/") ? path : undefined;
}

/** A redacted value may be part of what the rules match; it stays one word. */
function requestOf(tool: string, subject: string): ClientRequest | undefined {
  if (tool === "read") return { kind: "reads", paths: [subject], reading: "file" };
  const known = tools.find((each) => each === tool);
  if (known) return { kind: "calls", calls: [{ tool: known, subject }] };
  if (tool === "delegation") return { kind: "delegation", agent: subject };
  if (tool === "skill") return { kind: "skill", skill: subject };
  return tool === "tool" ? { kind: "unknown", tool: subject } : undefined;
}
