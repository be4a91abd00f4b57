/** Active skills: the tools they list and the hooks that guard them, for clients that support neither. */
import { isAbsolute, join } from "node:path";
import { valueAt } from "../base/unchecked.ts";
import type { ClientRequest, Tool } from "../model/permission.ts";
import type { SkillGuard, SkillLimits } from "../model/skill.ts";
import { subjectOf } from "../policy/decide-request.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { runProgram } from "../process/run.ts";
import { type LimitedSkill, whyNotListed } from "./skill-list.ts";

export interface SkillInUse extends LimitedSkill {
  readonly limits: SkillLimits;
  /** The skill's folder, absolute. */
  readonly directory: string;
}

export interface SkillCall {
  /** Names of the tool that hook matchers may use: Claude Code's, and the client's own. */
  readonly names: readonly string[];
  readonly input: unknown;
  readonly request: ClientRequest;
  readonly cwd: string;
  readonly surroundings: Surroundings;
  readonly session: string;
}

/** Why one of the skills denies the call, in a sentence for the agent. */
export async function whySkillRefuses(used: readonly SkillInUse[], call: SkillCall): Promise<string | undefined> {
  for (const skill of used) {
    const why = whyNotListed(skill, call.request, call.surroundings) ?? (await whyGuardRefuses(skill, call));
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Complaints of hooks after a call. The call has run; the agent reads these. */
export async function hookMessagesAfter(
  used: readonly SkillInUse[],
  call: SkillCall,
  response: unknown,
): Promise<readonly string[]> {
  const remarks: string[] = [];
  for (const skill of used)
    for (const guard of guardsFor(skill, "PostToolUse", call)) {
      const { refusal } = await runGuard(skill, guard, call, { tool_response: response });
      if (refusal !== undefined) remarks.push(`surcingle: the skill \`${skill.limits.name}\`: ${refusal}`);
    }
  return remarks;
}

async function whyGuardRefuses(skill: SkillInUse, call: SkillCall): Promise<string | undefined> {
  for (const guard of guardsFor(skill, "PreToolUse", call)) {
    const { refusal } = await runGuard(skill, guard, call, {});
    if (refusal !== undefined)
      return `surcingle: deny ${subjectOf(call.request).tool}, because a hook of the skill \`${skill.limits.name}\` denies it: ${refusal}`;
  }
  return undefined;
}

function guardsFor({ limits }: SkillInUse, event: string, { names }: SkillCall): SkillGuard[] {
  return limits.hooks.filter((guard) => guard.event === event && names.some((name) => isMatch(guard.matcher, name)));
}

/** As in Claude Code: no matcher and `*` are every tool, anything else is an expression for the whole name. */
function isMatch(matcher: string | undefined, name: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(`^(?:${matcher})$`).test(name);
  } catch {
    // A guard with an invalid matcher guards everything.
    return true;
  }
}

/** Seconds, if the hook sets none. */
const longestHook = 60;

/** One run per file of a call: a patch has several. The stricter of exit code and JSON wins. */
async function runGuard(
  { directory }: SkillInUse,
  { event, matcher, command, timeout = longestHook }: SkillGuard,
  call: SkillCall,
  more: Readonly<Record<string, unknown>>,
): Promise<{ readonly refusal: string | undefined }> {
  const folder = { CLAUDE_PLUGIN_ROOT: directory, CLAUDE_SKILL_DIR: directory, SKILL_DIR: directory };
  const environment = { ...definedVariables(process.env), ...folder, CLAUDE_PROJECT_DIR: call.cwd };
  const toolName = call.names.find((name) => isMatch(matcher, name)) ?? "";
  for (const input of inputsOf(call)) {
    const payload = {
      session_id: call.session,
      cwd: call.cwd,
      hook_event_name: event,
      tool_name: toolName,
      tool_input: input,
      ...more,
    };
    const run = await runProgram({
      program: ["/bin/sh"],
      words: ["-c", command],
      directory: call.cwd,
      environment,
      seconds: timeout,
      input: `${JSON.stringify(payload)}\n`,
    }).catch((error: Error) => ({ exitCode: undefined, isTimeout: false, stdout: "", stderr: error.message }));
    const refusal = refusalOf(run, timeout);
    if (refusal !== undefined) return { refusal };
  }
  return { refusal: undefined };
}

type Ended = Awaited<ReturnType<typeof runProgram>>;

function refusalOf({ exitCode, isTimeout, stdout, stderr }: Ended, seconds: number): string | undefined {
  if (isTimeout) return `it did not answer in ${seconds} seconds`;
  const answer = readAnswer(stdout);
  const message = answer.reason ?? [stderr, stdout].map((text) => text.trim()).find((text) => text !== "");
  if (exitCode !== 0) return (message ?? `it exited with ${exitCode ?? "a signal"}`).slice(0, 1000);
  // These clients cannot ask here.
  return answer.isAllowed ? undefined : (message ?? "it denied the call").slice(0, 1000);
}

/** In the standard format, `{"decision": "deny", "reason": "…"}`, or Claude Code's, below `hookSpecificOutput`. */
function readAnswer(stdout: string): { readonly isAllowed: boolean; readonly reason?: string } {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return { isAllowed: true };
  }
  const words = [valueAt(value, "decision"), valueAt(value, "hookSpecificOutput", "permissionDecision")];
  const reasons = [valueAt(value, "reason"), valueAt(value, "hookSpecificOutput", "permissionDecisionReason")];
  const reason = reasons.find((each) => typeof each === "string");
  const isAllowed = !words.some((word) => word === "deny" || word === "block" || word === "ask");
  return { isAllowed, ...(typeof reason === "string" ? { reason } : {}) };
}

/** Claude Code's key for the subject of a call. */
const keys: Readonly<Partial<Record<Tool, string>>> = {
  bash: "command",
  edit: "file_path",
  webfetch: "url",
  websearch: "query",
};

function inputsOf({ input, request, cwd }: SkillCall): readonly object[] {
  const own = typeof input === "object" && input !== null ? input : {};
  const absolute = (path: string): string => (isAbsolute(path) ? path : join(cwd, path));
  switch (request.kind) {
    case "calls":
      return request.calls.map(({ tool, subject }) => {
        const key = keys[tool];
        return key === undefined ? own : { ...own, [key]: tool === "edit" ? absolute(subject) : subject };
      });
    case "reads":
      return request.paths.map((path) => ({ ...own, file_path: absolute(path) }));
    case "delegation":
      return [{ ...own, subagent_type: request.agent }];
    default:
      return [own];
  }
}

function definedVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
