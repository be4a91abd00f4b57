/** The gate codec of Claude Code: the call on stdin, the answer on stdout. */
import { textAt, textsAt, valueAt } from "../../base/unchecked.ts";
import type { ClientRequest, Tool } from "../../model/permission.ts";
import { deadCode, splitMove } from "../../sandbox/wrap-command.ts";
import type { GateCodec } from "../harness.ts";
import { globHeads } from "../render/patch-paths.ts";

/** The canonical tool and the field with its subject. */
const subjects: ReadonlyMap<string, readonly [tool: Tool, field: string]> = new Map([
  ["Bash", ["bash", "command"]],
  ["Edit", ["edit", "file_path"]],
  ["MultiEdit", ["edit", "file_path"]],
  ["Write", ["edit", "file_path"]],
  ["NotebookEdit", ["edit", "notebook_path"]],
  ["WebFetch", ["webfetch", "url"]],
  ["WebSearch", ["websearch", "query"]],
]);

export const gate: GateCodec = {
  decodeCall(payload, env) {
    const cwd = textAt(payload, "cwd");
    // A subagent has an id; without one, the name is that of the session's main agent.
    const name = valueAt(payload, "agent_type") === undefined ? undefined : textAt(payload, "agent_type");
    const who =
      valueAt(payload, "agent_id") === undefined ? { sessionAgent: name } : { agent: textAt(payload, "agent_type") };
    // The working directory changes with `cd`; the project does not.
    return { request: decodeRequest(payload), cwd, project: env["CLAUDE_PROJECT_DIR"], ...who };
  },

  /** Always allow, ask or deny: with anything else the client applies its own rules. */
  encodeVerdict(verdict, sentence) {
    const hookSpecificOutput = {
      hookEventName: "PreToolUse",
      permissionDecision: verdict,
      permissionDecisionReason: sentence,
    };
    return { stdout: JSON.stringify({ hookSpecificOutput }), stderr: "", exitCode: 0 };
  },

  noOpinion: JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse" } }),
  skillSession(payload) {
    const agent = valueAt(payload, "agent_id");
    const key = `${textAt(payload, "session_id")}-${agent === undefined ? "main" : String(agent)}`;
    const isPrompt = valueAt(payload, "hook_event_name") === "UserPromptSubmit";
    const plain = key.replaceAll(/[^A-Za-z0-9-]/g, "_");
    return isPrompt ? { key: plain, prompt: textAt(payload, "prompt") } : { key: plain };
  },
  rewrite: {
    /**
     * Seen on 2.1.325: the user's own rules are matched only against the new text, so it also contains the commands
     * where they never run. The directory after the line carries over to the next call, so `cd` stays outside.
     */
    textFor(command, wrap) {
      const split = splitMove(command);
      if (split && split.rest === undefined) return command;
      const dead = deadCode(command);
      return dead === undefined
        ? undefined
        : `${dead}${split ? `${split.move} && ` : ""}${wrap(split?.rest ?? command)}`;
    },

    /** Seen on 2.1.325: the new input replaces the old one completely, also after a user has approved the call. */
    encode(verdict, sentence, payload, command) {
      const input = valueAt(payload, "tool_input");
      const hookSpecificOutput = {
        hookEventName: "PreToolUse",
        permissionDecision: verdict,
        permissionDecisionReason: sentence,
        updatedInput: { ...(typeof input === "object" ? input : {}), command },
      };
      return { stdout: JSON.stringify({ hookSpecificOutput }), stderr: "", exitCode: 0 };
    },
  },
};

function decodeRequest(payload: unknown): ClientRequest {
  const name = textAt(payload, "tool_name");
  const input = valueAt(payload, "tool_input");
  const subject = subjects.get(name);
  if (subject) return { kind: "calls", calls: [{ tool: subject[0], subject: textAt(input, subject[1]) }] };
  switch (name) {
    case "Read":
      return { kind: "reads", paths: [textAt(input, "file_path")], reading: "file" };
    case "Grep":
      return { kind: "reads", paths: [optionalPath(input)], reading: "below", names: textsAt(input, "glob") };
    case "Glob":
      return {
        kind: "reads",
        paths: [optionalPath(input), ...globHeads(optionalPath(input), textAt(input, "pattern"))],
        reading: "list",
      };
    case "AskUserQuestion":
      return { kind: "calls", calls: questions(input).map((subject) => ({ tool: "question", subject })) };
    case "Agent":
    case "Task":
      return { kind: "delegation", agent: textAt(input, "subagent_type") };
    case "Skill":
      return { kind: "skill", skill: textAt(input, valueAt(input, "skill") === undefined ? "command" : "skill") };
    // `surcingle mcp` runs a skill with its own tools. The user must approve any that this agent lacks.
    case "mcp__surcingle__skill_exec":
      return { kind: "skill", skill: textAt(input, "slug"), isRunApart: true };
    default:
      return { kind: "unknown", tool: name };
  }
}

function optionalPath(input: unknown): string {
  return valueAt(input, "path") === undefined ? "." : textAt(input, "path");
}

function questions(input: unknown): string[] {
  const list = valueAt(input, "questions");
  if (!Array.isArray(list)) throw new Error("`questions` is not a list");
  return list.map((each) => textAt(each, "question"));
}
