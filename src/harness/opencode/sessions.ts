/** OpenCode's database `~/.local/share/opencode/opencode.db`. Columns seen on 1.18.33. */
import { valueAt } from "../../base/unchecked.ts";
import type { RecordedCall, SessionReader } from "../../model/session.ts";
import { readCall } from "./native/client-call.ts";

export const sessions: SessionReader = {
  harness: "opencode",
  directories: [{ variable: "XDG_DATA_HOME", directory: ".local/share", below: "opencode" }],
  database: {
    name: "opencode.db",
    // Other tables of this file contain tokens, so nothing else is selected. A user's own `!command` is a tool part of
    // a message whose parent contains the text below.
    query: `select p.id as id, p.data as part, m.data as message, s.id as session, s.agent as agent,
      s.directory as directory, p.time_created as created,
      exists (select 1 from part u where u.message_id = json_extract(m.data, '$.parentID')
        and json_extract(u.data, '$.text') like 'The following tool was executed by the user%') as isPerson
      from part p join message m on m.id = p.message_id join session s on s.id = p.session_id
      where json_extract(p.data, '$.type') = 'tool' order by p.time_created, p.id`,
    readRow: (row, path) => {
      const [part, message] = [parse(row["part"]), parse(row["message"])];
      const from = `${path}:${row["id"]}`;
      if (part === undefined || message === undefined) return { from, why: "unreadable" };
      if (row["isPerson"] === 1) return { from, why: "person" };
      const state = valueAt(part, "state");
      const started = Number(valueAt(valueAt(state, "time"), "start") ?? row["created"]);
      const directory = textOf(valueAt(valueAt(message, "path"), "cwd")) ?? textOf(row["directory"]);
      const root = textOf(valueAt(valueAt(message, "path"), "root"));
      const read = directory === undefined ? undefined : callOf(part, state, directory, root ?? directory);
      return {
        harness: "opencode",
        session: String(row["session"]),
        id: String(valueAt(part, "callID")),
        from,
        time: Number.isNaN(started) ? undefined : started,
        agent: textOf(valueAt(message, "agent")) ?? textOf(row["agent"]),
        cwd: read?.cwd ?? directory,
        project: root === undefined || root === "/" ? directory : root,
        request: read?.request,
        ...outcomeOf(state),
      };
    },
  },
};

function callOf(part: unknown, state: unknown, directory: string, worktree: string) {
  try {
    return readCall(String(valueAt(part, "tool")), valueAt(state, "input"), { directory, worktree });
  } catch {
    return undefined;
  }
}

/** Approvals are not recorded: once, always and unasked look the same. */
function outcomeOf(state: unknown): Pick<RecordedCall, "asked" | "answer" | "result"> {
  const [status, error] = [valueAt(state, "status"), String(valueAt(state, "error") ?? "")];
  if (/^The user rejected permission/.test(error)) return { asked: "yes", answer: "no", result: "refused" };
  if (/^The user has specified a rule|surcingle: /.test(error))
    return { asked: "no", answer: "unknown", result: "refused" };
  const result = status === "completed" ? "ran" : status === "error" ? "failed" : "unknown";
  return { asked: "unknown", answer: "unknown", result };
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
