/** `surcingle capability check NAME`: the gate of one capability, called by a hook. Exit code 2 denies. */

import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { describeError } from "../../../base/errno.ts";
import { textAt, valueAt } from "../../../base/unchecked.ts";
import { type GateContext, judgeGate } from "../../../capability/judge-gate.ts";
import { diskSurroundings } from "../../../gate/surroundings.ts";
import { writeLog } from "../../../gate/write-decision-log.ts";
import { gate as claudeCode } from "../../../harness/claude-code/gate.ts";
import { patchPaths } from "../../../harness/render/patch-paths.ts";
import type { Capability } from "../../../model/capability.ts";
import type { ClientRequest } from "../../../model/permission.ts";
import { subjectOf } from "../../../policy/decide-request.ts";
import { type Decision, fault } from "../../../policy/decision.ts";
import { explainSubject, notesOf } from "../../../policy/explain.ts";
import { readTask, roleOfTask } from "../../../task/load.ts";
import { type CliCall, defineCommand } from "../../command.ts";
import { capabilityArgument, rootOptions, rootsOf } from "../../options.ts";
import type { CommandContext } from "../../print.ts";
import { findCapability, type LoadedSet, loadSet } from "./load.ts";

export const capabilityCheck = defineCommand({
  name: "check",
  summary: "ask a capability's gate about a tool call on standard input",
  description: [
    "Reads one tool call from standard input in the form of a Claude Code PreToolUse hook. Prints one JSON object: capability, verdict, reason. Input that cannot be read is denied.",
  ],
  arguments: [capabilityArgument],
  options: rootOptions,
  tables: [
    {
      title: "Environment",
      rows: [
        ["TASK_TOML", "task with the parameters; without it, limits that depend on a task do not apply"],
        ["WORKTREE_PATH", "where paths start (default: CLAUDE_PROJECT_DIR, else the working directory of the call)"],
        ["SURCINGLE_LOG", "log file; one line is appended per answer"],
      ],
    },
    {
      title: "Exit codes",
      rows: [
        ["0", "the call is allowed"],
        ["2", "the call is denied"],
      ],
    },
  ],
  examples: [
    `echo '{"cwd":"/tmp","tool_name":"Bash","tool_input":{"command":"git push"}}' \\\n  | surcingle capability check policy::no-git-ops`,
    "TASK_TOML=tasks/parser/task.toml \\\n  surcingle capability check scope::files-whitelist < call.json",
  ],
  run: async (context) => {
    const name = context.words[0]!;
    try {
      return await check(name, context);
    } catch (error) {
      // A broken gate is a closed gate: an exit code other than 2 would let the call through.
      return answer(context, name, undefined, fault(describeError(error)));
    }
  },
});

async function check(name: string, context: CliCall<typeof rootOptions>): Promise<number> {
  const payload = readPayload(await context.readInput());
  const set = await loadSet(rootsOf(context));
  const capability = findCapability(set, name);
  if (typeof capability === "string") throw new Error(capability);
  const { request, facts } = readCall(payload, context);
  const decision = judgeGate(capability, request, { ...facts, ...readParameters(set, context) });
  return answer(context, capability.name, request, decision, capability);
}

function readPayload(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    throw new Error("the call is not valid JSON");
  }
}

function readCall(payload: unknown, { env, cwd }: CommandContext) {
  const whole = typeof payload === "object" && payload !== null ? { cwd, ...payload } : payload;
  const asked = claudeCode.decodeCall(whole, env);
  const project = env["WORKTREE_PATH"] ? resolve(cwd, env["WORKTREE_PATH"]) : asked.project;
  const surroundings = diskSurroundings(asked.cwd, project, env["HOME"] ?? homedir());
  const facts: Pick<GateContext, "surroundings" | "env"> = { surroundings, env };
  return { request: asPatch(whole) ?? asCommand(whole, asked.request), facts };
}

/** An unknown tool that is given a command runs it: `Monitor` and `PowerShell` do. */
function asCommand(payload: unknown, request: ClientRequest): ClientRequest {
  const command = request.kind === "unknown" ? valueAt(payload, "tool_input", "command") : undefined;
  return typeof command === "string" ? { kind: "calls", calls: [{ tool: "bash", subject: command }] } : request;
}

/** Other clients send their hooks in the same form, but edit files with their own tool. */
function asPatch(payload: unknown): ClientRequest | undefined {
  if (valueAt(payload, "tool_name") !== "apply_patch") return undefined;
  const key = valueAt(payload, "tool_input", "command") === undefined ? "input" : "command";
  const paths = patchPaths(textAt(payload, "tool_input", key));
  return { kind: "calls", calls: paths.map((subject) => ({ tool: "edit", subject })) };
}

/** If the task cannot be read, its limits are unknown, so the gate denies. */
function readParameters(set: LoadedSet, { env, cwd }: CommandContext): Pick<GateContext, "role" | "parameters"> {
  const path = env["TASK_TOML"];
  if (!path) return { role: undefined, parameters: undefined };
  const problems: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void problems.push(diagnostic);
  const document = readTask(resolve(cwd, path), report, path);
  const role = document && roleOfTask(document, set.roles, report);
  const wrong = problems.find(({ severity }) => severity === "error");
  if (!document || !role || wrong)
    throw new Error(`the task ${path} is not valid: ${wrong?.message ?? "it cannot be parsed"}`);
  return { role, parameters: document.task };
}

function answer(
  { env, out, err }: CommandContext,
  name: string,
  request: ClientRequest | undefined,
  decision: Decision,
  capability?: Capability,
): number {
  const reason = explainSubject(name, subjectOf(request), decision);
  const { verdict } = decision;
  const advice = notesOf(decision, "advisory");
  const line = { capability: name, ...subjectOf(request), verdict, kind: decision.because.kind, reason };
  writeLog({ env, home: env["HOME"] ?? "/" }, { ...line, ...(advice.length > 0 ? { advice } : {}) });
  // Prints no permission: an allow would skip the client's own questions.
  const denial = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason };
  const shown = { capability: name, verdict, reason, ...(capability?.gate && { severity: capability.gate.severity }) };
  if (verdict === "allow") {
    for (const warning of notesOf(decision, "warn")) err(`surcingle: ${name}: warning: ${warning}\n`);
    out(`${JSON.stringify(shown)}\n`);
    return 0;
  }
  out(`${JSON.stringify({ hookSpecificOutput: denial, ...shown })}\n`);
  err(`${reason}\n`);
  return 2;
}
