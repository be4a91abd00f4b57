/** Rollouts of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`. Fields seen on 0.166.0. */
import { valueAt } from "../../base/unchecked.ts";
import type { ClientRequest } from "../../model/permission.ts";
import type { RecordedCall, SessionFile, SessionReader, SkippedRecord } from "../../model/session.ts";
import { gate } from "./gate.ts";

type Draft = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

/** Facts shared by all calls of a file. */
interface Rollout {
  session: string;
  agent: string | undefined;
  cwd: string | undefined;
  project: string | undefined;
}

export const sessions: SessionReader = {
  harness: "codex",
  directories: [
    { variable: "CODEX_HOME", directory: ".codex", below: "sessions" },
    { variable: "CODEX_HOME", directory: ".codex", below: "archived_sessions" },
  ],
  recognizes: (values) => values.some((value) => valueAt(value, "type") === "session_meta"),
  *readFile({ path, lines }: SessionFile) {
    const rollout: Rollout = { session: path, agent: undefined, cwd: undefined, project: undefined };
    const calls = new Map<string, Draft>();
    const skipped: SkippedRecord[] = [];
    let hasMeta = false;
    for (const { number, value } of lines) {
      const from = `${path}:${number}`;
      if (value === undefined) skipped.push({ from, why: "torn" });
      const payload = valueAt(value, "payload");
      const [type, kind] = [valueAt(value, "type"), valueAt(payload, "type")];
      // A fork repeats its source's metadata further down: the first entry counts.
      if (type === "session_meta" && !hasMeta) {
        hasMeta = true;
        rollout.session = String(valueAt(payload, "id") ?? valueAt(payload, "session_id") ?? path);
        rollout.agent = textOf(valueAt(payload, "agent_role"));
        rollout.cwd = rollout.project = textOf(valueAt(payload, "cwd"));
      }
      if (type === "turn_context") rollout.cwd = textOf(valueAt(payload, "cwd")) ?? rollout.cwd;
      const common = { ...newCall(value, rollout), from };
      if (type === "response_item" && (kind === "function_call" || kind === "custom_tool_call")) {
        const id = String(valueAt(payload, "call_id"));
        const input = inputOf(payload);
        const cwd = textOf(valueAt(input, "workdir")) ?? rollout.cwd;
        calls.set(id, { ...common, id, cwd, request: requestOf(String(valueAt(payload, "name")), input, cwd) });
      }
      if (type === "response_item" && typeof kind === "string" && kind.endsWith("_call_output")) {
        const call = calls.get(String(valueAt(payload, "call_id")));
        if (call) Object.assign(call, outcomeOf(outputText(valueAt(payload, "output"))));
      }
      if (type === "event_msg" && kind === "item_completed") addItem(calls, valueAt(payload, "item"), common);
    }
    yield* skipped;
    yield* calls.values();
  },
};

function newCall(record: unknown, { session, agent, cwd, project }: Rollout): Omit<Draft, "from" | "id"> {
  const time = Date.parse(String(valueAt(record, "timestamp")));
  return {
    harness: "codex",
    session,
    time: Number.isNaN(time) ? undefined : time,
    agent,
    cwd,
    project,
    request: undefined,
    // A user's yes, a saved yes and a call that was not asked about look the same.
    asked: "unknown",
    answer: "unknown",
    result: "unknown",
  };
}

/** Adds a command or file change that ran, also one inside a program that the model wrote, whose call is opaque. */
function addItem(calls: Map<string, Draft>, item: unknown, common: Omit<Draft, "id">): void {
  const [type, id] = [valueAt(item, "type"), String(valueAt(item, "id"))];
  if (type === "CommandExecution") {
    const known = calls.get(id);
    const cwd = textOf(valueAt(item, "cwd"))?.replace(/^file:\/\//, "");
    if (known) {
      known.cwd = cwd === undefined ? known.cwd : decodeURIComponent(cwd);
      return;
    }
    const words = valueAt(item, "command");
    const command = Array.isArray(words) ? String(words[2] ?? words.join(" ")) : undefined;
    const request = command === undefined ? undefined : requestOf("exec_command", { cmd: command }, cwd);
    calls.set(id, { ...common, id, cwd, request, result: valueAt(item, "exit_code") === 0 ? "ran" : "failed" });
  }
  if (type === "FileChange" && !calls.has(id)) {
    const paths = Object.keys((valueAt(item, "changes") as object | undefined) ?? {});
    const request: ClientRequest = { kind: "calls", calls: paths.map((subject) => ({ tool: "edit", subject })) };
    if (paths.length > 0) calls.set(id, { ...common, id, request, result: "ran" });
  }
}

const shellTools: ReadonlySet<string> = new Set([
  "exec_command",
  "shell",
  "shell_command",
  "local_shell_call",
  "local_shell",
]);

/** As the gate reads the same call. Input to a running program and programs in code mode are opaque. */
function requestOf(name: string, input: unknown, cwd = "/"): RecordedCall["request"] {
  if (name === "write_stdin" || name === "exec") return undefined;
  const command = valueAt(input, "cmd") ?? valueAt(input, "command");
  const line = Array.isArray(command) ? command.at(-1) : command;
  const patch = typeof input === "string" ? input : valueAt(input, "input");
  const payload = shellTools.has(name)
    ? { tool_name: "Bash", tool_input: { command: line }, cwd }
    : name === "apply_patch"
      ? { tool_name: name, tool_input: { command: patch ?? line }, cwd }
      : { tool_name: name, tool_input: input, cwd };
  try {
    return gate.decodeCall(payload, { PWD: "/" }).request;
  } catch {
    return undefined;
  }
}

function inputOf(payload: unknown): unknown {
  const written = valueAt(payload, "arguments");
  if (typeof written !== "string") return valueAt(payload, "input");
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  return Array.isArray(output) ? output.map((part) => String(valueAt(part, "text") ?? "")).join("\n") : "";
}

function outcomeOf(text: string): Partial<Pick<RecordedCall, "asked" | "answer" | "result">> {
  if (/rejected by user/.test(text)) return { asked: "yes", answer: "no", result: "refused" };
  if (/Rejected\(|rejected:|reject command|denied by|blocked by/i.test(text)) return { asked: "no", result: "refused" };
  return { result: /exited with code [1-9]|Script failed/.test(text) ? "failed" : "ran" };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
