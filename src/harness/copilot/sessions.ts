/** Events of Copilot: `~/.copilot/session-state/<id>/events.jsonl`. Fields seen on 1.0.102. */
import { valueAt } from "../../base/unchecked.ts";
import type { RecordedCall, SessionReader, SkippedRecord } from "../../model/session.ts";
import { gate } from "./gate.ts";

type Draft = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

export const sessions: SessionReader = {
  harness: "copilot",
  directories: [{ variable: "COPILOT_HOME", directory: ".copilot", below: "session-state" }],
  recognizes: (values) => values.some((value) => valueAt(value, "type") === "session.start"),
  *readFile({ path, lines }) {
    const calls = new Map<string, Draft>();
    const skipped: SkippedRecord[] = [];
    const names = new Map<unknown, string | undefined>();
    let [session, main, cwd, project]: (string | undefined)[] = [path, undefined, undefined, undefined];
    for (const { number, value } of lines) {
      const from = `${path}:${number}`;
      if (value === undefined) skipped.push({ from, why: "torn" });
      const [type, data, agentId] = [valueAt(value, "type"), valueAt(value, "data"), valueAt(value, "agentId")];
      if (type === "session.start") {
        session = textOf(valueAt(data, "sessionId")) ?? path;
        cwd = textOf(valueAt(valueAt(data, "context"), "cwd"));
        project = textOf(valueAt(valueAt(data, "context"), "gitRoot")) ?? cwd;
      }
      const name = textOf(valueAt(data, "agentName"));
      if (type === "subagent.selected" && agentId === undefined) main = name;
      if (type === "subagent.started") names.set(agentId, name);
      if (type === "tool.execution_start") {
        const id = String(valueAt(data, "toolCallId"));
        const time = Date.parse(String(valueAt(value, "timestamp")));
        calls.set(id, {
          harness: "copilot",
          ...{ session: session!, id, from, cwd, project },
          time: Number.isNaN(time) ? undefined : time,
          agent: agentId === undefined ? main : names.get(agentId),
          request: requestOf(data, cwd ?? "/"),
          ...({ asked: "no", answer: "unknown", result: "unknown" } as const),
        });
      }
      const request = valueAt(data, "permissionRequest");
      const call = calls.get(String(valueAt(data, "toolCallId") ?? valueAt(request, "toolCallId")));
      if (call) Object.assign(call, outcomeOf(type, data));
    }
    yield* skipped;
    yield* calls.values();
  },
};

function requestOf(data: unknown, cwd: string): RecordedCall["request"] {
  try {
    const payload = { toolName: valueAt(data, "toolName"), toolArgs: valueAt(data, "arguments"), cwd };
    return gate.decodeCall(payload, {}).request;
  } catch {
    return undefined;
  }
}

function outcomeOf(type: unknown, data: unknown): Partial<Pick<RecordedCall, "asked" | "answer" | "result">> {
  switch (type) {
    case "permission.requested":
      return { asked: "yes" };
    case "permission.completed": {
      const kind = String(valueAt(valueAt(data, "result"), "kind"));
      if (valueAt(data, "decisionSource") !== "human_response") return { asked: "nobody" };
      return { asked: "yes", answer: kind === "approved" ? "once" : kind.startsWith("approved") ? "lasting" : "no" };
    }
    case "tool.execution_complete": {
      if (valueAt(data, "success") === true) return { result: "ran" };
      return { result: valueAt(valueAt(data, "error"), "code") === "denied" ? "refused" : "failed" };
    }
    default:
      return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
