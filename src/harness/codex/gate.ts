/**
 * The gate codec of Codex, which calls the hook before a tool runs. It only reacts to a denial; no output allows the
 * call.
 */
import { textAt, valueAt } from "../../base/unchecked.ts";
import type { ClientRequest, ToolCall } from "../../model/permission.ts";
import { readShell } from "../../policy/shell/parse.ts";
import type { GateCodec } from "../harness.ts";
import { patchPaths } from "../render/patch-paths.ts";
import { delegationTools } from "./index.ts";

export const answerBegins = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",';
/** The wrapper turns it into empty output. */
export const consent = "{}";

/** Tools that inspect or stop agents that were allowed to start. */
const ownWork: ReadonlySet<string> = new Set(["wait_agent", "close_agent", "list_agents", "interrupt_agent"]);
const delegation: ReadonlySet<string> = new Set(["send_input", "send_message", "followup_task", "resume_agent"]);

export const gate: GateCodec = {
  confines: true,

  decodeCall(payload, env) {
    // The hook runs in the session's start directory; `cwd` is the call's directory, which the model chooses.
    const project = env["PWD"];
    if (!project?.startsWith("/")) throw new Error("the project is unknown");
    const agent = valueAt(payload, "agent_type") === undefined ? undefined : textAt(payload, "agent_type");
    return { request: decodeRequest(payload), cwd: textAt(payload, "cwd"), project, agent };
  },

  encodeVerdict(verdict, sentence) {
    if (verdict === "allow") return { stdout: consent, stderr: "", exitCode: 0 };
    const hookSpecificOutput = {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: sentence,
    };
    return { stdout: JSON.stringify({ hookSpecificOutput }), stderr: "", exitCode: 0 };
  },

  whyNobodyIsAsked: "Codex hooks cannot ask the user",
};

function decodeRequest(payload: unknown): ClientRequest {
  const name = withoutNamespace(textAt(payload, "tool_name"));
  const input = valueAt(payload, "tool_input");
  if (ownWork.has(name)) return { kind: "reads", paths: [], reading: "list" };
  if (delegation.has(name)) return { kind: "delegation", agent: "an agent that is already running" };
  switch (name) {
    case "Bash":
      return { kind: "calls", calls: shellCalls(textAt(input, "command")) };
    case "apply_patch":
      return { kind: "calls", calls: edits(textAt(input, "command")) };
    case "spawn_agent":
      return {
        kind: "delegation",
        agent: valueAt(input, "agent_type") === undefined ? "default" : textAt(input, "agent_type"),
      };
    case "view_image":
      return { kind: "reads", paths: [textAt(input, "path")], reading: "file" };
    case "request_user_input":
      return { kind: "calls", calls: questions(input) };
    default:
      return { kind: "unknown", tool: name };
  }
}

/** Codex writes the second generation of these tools with a namespace prefix and no separator. */
function withoutNamespace(name: string): string {
  return delegationTools.includes(name) ? name.replace(/^collaboration/, "") : name;
}

function shellCalls(command: string): ToolCall[] {
  const program = findInteractive(command);
  if (program !== undefined) throw new Error(`\`${program}\` reads input that no hook sees`);
  // Codex applies such a command as a patch.
  const patch = command.includes("*** Begin Patch") ? edits(command) : [];
  return [{ tool: "bash", subject: command }, ...patch];
}

function edits(patch: string): ToolCall[] {
  return patchPaths(patch).map((subject) => ({ tool: "edit", subject }));
}

function questions(input: unknown): ToolCall[] {
  const list = valueAt(input, "questions");
  if (!Array.isArray(list)) throw new Error("`questions` is not a list");
  return list.map((each) => ({ tool: "question", subject: textAt(each, "question") }));
}

const programs: ReadonlySet<string> = new Set([
  ...["sh", "bash", "dash", "zsh", "ksh", "fish", "pwsh", "nu", "csh", "tcsh", "busybox"],
  ...["python", "python3", "ipython", "node", "deno", "bun", "ruby", "irb", "perl", "php", "lua", "R", "julia", "ghci"],
  ...[
    "psql",
    "mysql",
    "sqlite3",
    "redis-cli",
    "mongosh",
    "gdb",
    "lldb",
    "bc",
    "ed",
    "vi",
    "vim",
    "nvim",
    "nano",
    "emacs",
  ],
  ...["ssh", "su", "tmux", "screen", "script", "telnet", "nc", "ftp", "sftp"],
]);

/** With one of these options the program does something and exits. */
const ending = /^(?:-[a-zA-Z]*[cehmnpvV]|--version|--help|--eval|--command|--print)/;

/** The first program of the line that would wait for input: one with options but no operands. */
export function findInteractive(line: string): string | undefined {
  for (const found of readShell(line).found) {
    if (found.kind !== "command") continue;
    const [first, ...others] = found.words;
    const name = first?.value?.split("/").at(-1);
    if (name === undefined || !programs.has(name)) continue;
    if (others.every(({ value }) => value?.startsWith("-") && !ending.test(value))) return name;
  }
  return undefined;
}
