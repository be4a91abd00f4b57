/** The gate codec of Copilot: the call on stdin, the answer on stdout. */
import { textAt, textsAt, valueAt } from "../../base/unchecked.ts";
import type { ClientRequest, Tool } from "../../model/permission.ts";
import type { GateCodec } from "../harness.ts";
import { globHeads, hasParentAfterWildcard, patchPaths } from "../render/patch-paths.ts";
import { builtInAgents } from "./tools.ts";

/** The start of every answer; the wrapper rejects anything else. */
export const answerBegins = '{"permissionDecision":';
/** On a managed machine, the wrapper turns it into empty output. */
export const consent = "{}";

/** The canonical tool and the field with its subject. */
const subjects: ReadonlyMap<string, readonly [tool: Tool, field: string]> = new Map([
  ["bash", ["bash", "command"]],
  ["create", ["edit", "path"]],
  ["edit", ["edit", "path"]],
  ["web_fetch", ["webfetch", "url"]],
  ["web_search", ["websearch", "query"]],
  ["ask_user", ["question", "question"]],
]);

/** Tools that inspect or stop what the agent was allowed to start. */
const ownWork: ReadonlySet<string> = new Set(["read_bash", "stop_bash", "list_bash", "read_agent", "list_agents"]);

export const gate: GateCodec = {
  /**
   * The client runs only the calling agent's hook, also for a subagent, so only a managed gate needs to know who asks.
   */
  decodeCall(payload, env) {
    const cwd = textAt(payload, "cwd");
    const sessionAgent = valueAt(payload, "agentType") === undefined ? undefined : textAt(payload, "agentType");
    return { request: decodeRequest(payload), cwd, project: env["COPILOT_PROJECT_DIR"], sessionAgent };
  },

  encodeVerdict(verdict, sentence) {
    const answer = { permissionDecision: verdict, permissionDecisionReason: sentence };
    return { stdout: JSON.stringify(answer), stderr: "", exitCode: 0 };
  },

  noOpinion: consent,
  rewrite: {
    /** Seen on 1.0.102: a hook's allow overrides the user's rules, with and without a replaced command. */
    textFor: (command, wrap) => wrap(command),
    /** Seen on 1.0.102: the new arguments replace the old ones completely. */
    encode(verdict, sentence, payload, command) {
      const given = valueAt(payload, "toolArgs");
      const input: unknown = typeof given === "string" ? JSON.parse(given) : given;
      const modifiedArgs = { ...(typeof input === "object" ? input : {}), command };
      const answer = { permissionDecision: verdict, permissionDecisionReason: sentence, modifiedArgs };
      return { stdout: JSON.stringify(answer), stderr: "", exitCode: 0 };
    },
  },
};

function decodeRequest(payload: unknown): ClientRequest {
  const name = textAt(payload, "toolName");
  const given = valueAt(payload, "toolArgs");
  if (name === "apply_patch") {
    const patch = typeof given === "string" ? given : textAt(given, "input");
    return { kind: "calls", calls: patchPaths(patch).map((subject) => ({ tool: "edit", subject })) };
  }
  // The documentation says JSON in a string; Copilot 1.0 sends the object itself.
  const input: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const subject = subjects.get(name);
  if (subject) return { kind: "calls", calls: [{ tool: subject[0], subject: textAt(input, subject[1]) }] };
  if (ownWork.has(name)) return { kind: "reads", paths: [], reading: "list" };
  switch (name) {
    case "read_file":
      return { kind: "reads", paths: [textAt(input, "filePath")], reading: "file" };
    case "view":
      return { kind: "reads", paths: [textAt(input, "path")], reading: "file" };
    case "grep":
      return { kind: "reads", paths: searched(input), reading: "below", names: textsAt(input, "glob") };
    case "glob":
      return {
        kind: "reads",
        paths: searched(input).flatMap((path) => [path, ...globHeads(path, textAt(input, "pattern"))]),
        reading: "list",
      };
    case "task":
      return { kind: "delegation", agent: delegate(textAt(input, "agent_type")) };
    case "write_agent":
      return { kind: "delegation", agent: "an agent that is already running" };
    case "skill":
      return { kind: "skill", skill: textAt(input, "skill") };
    default:
      return { kind: "unknown", tool: name };
  }
}

/** One path, a list, or none (the working directory). Also patterns: `..` after a wildcard may lead anywhere. */
function searched(input: unknown): string[] {
  const paths = valueAt(input, "paths");
  if (paths === undefined || paths === null) return ["."];
  const list: readonly unknown[] = Array.isArray(paths) ? paths : [paths];
  if (!list.every((path) => typeof path === "string")) throw new Error("`paths` is not a list of strings");
  return list.length === 0 ? ["."] : list.flatMap((path) => (hasParentAfterWildcard(path) ? [path, "/"] : [path]));
}

/** INVARIANT: a delegate never has the name of one of the client's own agents. */
function delegate(type: string): string {
  return builtInAgents.includes(type.trim().toLowerCase()) ? `${type} (built in)` : type;
}
