/** Transcripts of Claude Code: `~/.claude/projects/<directory>/<session>.jsonl`. Fields seen on 2.1.325. */
import { valueAt } from "../../base/unchecked.ts";
import type { RecordedCall, SessionReader, SkippedRecord } from "../../model/session.ts";
import { gate } from "./gate.ts";

type Draft = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

export const sessions: SessionReader = {
  harness: "claude-code",
  directories: [{ variable: "CLAUDE_CONFIG_DIR", directory: ".claude", below: "projects" }],
  recognizes: (values) => values.some((value) => isText(valueAt(value, "sessionId")) && isText(valueAt(value, "type"))),
  *readFile(file) {
    const calls = new Map<string, Draft>();
    const known = new Set<string>();
    const skipped: SkippedRecord[] = [];
    const subagent = valueAt(file.beside(".meta.json"), "agentType");
    let main: string | undefined;
    let project: string | undefined;
    for (const { number, value } of file.lines) {
      const from = `${file.path}:${number}`;
      if (value === undefined) skipped.push({ from, why: "torn" });
      const [type, uuid] = [valueAt(value, "type"), valueAt(value, "uuid")];
      if (type === "agent-setting") main = textOf(valueAt(value, "agentSetting"));
      project ??= textOf(valueAt(value, "cwd"));
      if (type !== "assistant" && type !== "user") continue;
      // `--fork-session` copies the records into another file, with the same uuid.
      if (isText(uuid) && known.has(uuid)) {
        skipped.push({ from, why: "copy" });
        continue;
      }
      if (isText(uuid)) known.add(uuid);
      for (const part of listOf(valueAt(valueAt(value, "message"), "content"))) {
        const kind = valueAt(part, "type");
        if (type === "assistant" && kind === "tool_use") {
          const id = String(valueAt(part, "id"));
          const agent = textOf(valueAt(value, "attributionAgent")) ?? textOf(subagent) ?? main;
          calls.set(id, { ...newCall(value, part, agent), project, from, id });
        }
        const call = kind === "tool_result" ? calls.get(String(valueAt(part, "tool_use_id"))) : undefined;
        if (call) Object.assign(call, outcomeOf(value, part));
      }
    }
    yield* skipped;
    yield* calls.values();
  },
};

function newCall(record: unknown, part: unknown, agent: string | undefined): Omit<Draft, "project" | "from" | "id"> {
  const time = Date.parse(String(valueAt(record, "timestamp")));
  const cwd = textOf(valueAt(record, "cwd"));
  return {
    harness: "claude-code",
    session: String(valueAt(record, "sessionId")),
    time: Number.isNaN(time) ? undefined : time,
    agent,
    cwd,
    request: requestOf(part, cwd ?? "/"),
    asked: "unknown",
    answer: "unknown",
    result: "unknown",
  };
}

/** The same mapping as in the gate. */
function requestOf(part: unknown, cwd: string): RecordedCall["request"] {
  try {
    const payload = { tool_name: valueAt(part, "name"), tool_input: valueAt(part, "input"), cwd };
    return gate.decodeCall(payload, {}).request;
  } catch {
    return undefined;
  }
}

/** The user was asked if the source begins with `user_` and there is no `reasonType`. */
function outcomeOf(record: unknown, part: unknown): Pick<RecordedCall, "asked" | "answer" | "result"> {
  const decision = valueAt(record, "permissionDecision");
  const denial = valueAt(record, "toolDenialKind");
  const isRejected = valueAt(decision, "decision") === "reject";
  const result = denial !== undefined || isRejected ? "refused" : valueAt(part, "is_error") === true ? "failed" : "ran";
  if (decision === undefined)
    return denial === "user-rejected"
      ? { asked: "yes", answer: "no", result }
      : { asked: "unknown", answer: "unknown", result };
  const source = String(valueAt(decision, "source"));
  const isPerson = source.startsWith("user_") && valueAt(decision, "reasonType") === undefined;
  if (!isPerson) return { asked: "no", answer: "unknown", result };
  const isOnce = valueAt(decision, "grantScope") === "once";
  return { asked: "yes", answer: isRejected ? "no" : isOnce ? "once" : "lasting", result };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
