/**
 * Sessions of Pi: `~/.pi/agent/sessions/--<directory>--/<time>_<id>.jsonl`, format 3. It does not record permissions.
 */
import { valueAt } from "../../base/unchecked.ts";
import type { RecordedCall, SessionReader, SkippedRecord } from "../../model/session.ts";
import { decodeRequest } from "./client-call.ts";

type Draft = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

export const sessions: SessionReader = {
  harness: "pi",
  directories: [{ variable: "PI_CODING_AGENT_DIR", directory: ".pi/agent", below: "sessions" }],
  recognizes: ([first]) => valueAt(first, "type") === "session" && valueAt(first, "cwd") !== undefined,
  *readFile({ path, lines }) {
    // It repeats the calls of a subagent that has its own file.
    if (path.includes("/subagent-artifacts/")) return;
    const calls = new Map<string, Draft>();
    const skipped: SkippedRecord[] = [];
    let [session, cwd, agent]: (string | undefined)[] = [path, undefined, undefined];
    for (const { number, value } of lines) {
      const from = `${path}:${number}`;
      if (value === undefined) skipped.push({ from, why: "torn" });
      const [type, message] = [valueAt(value, "type"), valueAt(value, "message")];
      if (type === "session") {
        session = textOf(valueAt(value, "id")) ?? path;
        cwd = textOf(valueAt(value, "cwd"));
      }
      if (type === "session_info")
        agent = /^subagent-(.+)-[0-9a-f-]{36}-\d+$/.exec(String(valueAt(value, "name")))?.[1];
      if (type !== "message") continue;
      const role = valueAt(message, "role");
      const content = valueAt(message, "content");
      for (const part of role === "assistant" && Array.isArray(content) ? content : []) {
        if (valueAt(part, "type") !== "toolCall") continue;
        const id = String(valueAt(part, "id"));
        const time = Date.parse(String(valueAt(value, "timestamp")));
        calls.set(id, {
          harness: "pi",
          ...{ session: session!, id, from, agent, cwd, project: cwd },
          time: Number.isNaN(time) ? undefined : time,
          request: requestOf(part),
          ...({ asked: "unknown", answer: "unknown", result: "unknown" } as const),
        });
      }
      const call = role === "toolResult" ? calls.get(String(valueAt(message, "toolCallId"))) : undefined;
      // A denial looks like a failure.
      if (call) call.result = valueAt(message, "isError") === true ? "unknown" : "ran";
    }
    yield* skipped;
    yield* calls.values();
  },
};

function requestOf(part: unknown): RecordedCall["request"] {
  try {
    return decodeRequest(String(valueAt(part, "name")), valueAt(part, "arguments"));
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
