/** The gate inside Pi: the same engine without a process per call. It denies if anything is wrong. */

import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { describeError } from "../../base/errno.ts";
import { textAt, valueAt } from "../../base/unchecked.ts";
import { readPolicy } from "../../gate/read-policy.ts";
import { sandboxCall, withoutSandbox } from "../../gate/sandbox.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import { type LoggedDirectories, writeLog } from "../../gate/write-decision-log.ts";
import type { ClientRequest } from "../../model/permission.ts";
import { decideRequest, subjectOf } from "../../policy/decide-request.ts";
import { type Decision, fault } from "../../policy/decision.ts";
import { explainSubject, loggedNotes } from "../../policy/explain.ts";
import { decodeRequest } from "./client-call.ts";
import { type SkillWatch, watchSkills } from "./extension/extension-skills.ts";
import { piDirectories, readRecord, whyNotWhole } from "./extension/extension-subagents.ts";

interface ToolCallEvent {
  readonly toolName: string;
  readonly input: unknown;
}

/** The part of Pi's extension interface that is used here. */
interface Context {
  readonly cwd?: string;
  readonly hasUI?: boolean;
  readonly ui?: { readonly confirm: (title: string, message: string) => Promise<boolean> };
}
type Blocked = { readonly block: true; readonly reason: string } | undefined;
interface ToolResultEvent extends ToolCallEvent {
  readonly content?: unknown;
}
type Changed = { readonly content: readonly unknown[] } | undefined;
interface Pi {
  on(event: "tool_call", handler: (event: ToolCallEvent, context: Context) => Promise<Blocked>): void;
  on(event: "tool_result", handler: (event: ToolResultEvent, context: Context) => Promise<Changed>): void;
  on(event: "input", handler: (event: { readonly text?: unknown }) => Promise<void>): void;
}

/** Called by the small file next to each agent's policy. */
export function gate(policyFile: URL): (pi: Pi) => void {
  // The session's own directory: in Pi, `cd` ends with its command.
  const start = process.cwd();
  const files = { policy: fileURLToPath(policyFile), record: fileURLToPath(new URL("../agents.json", policyFile)) };
  return (pi) => {
    const skills = guard(pi, new URL("../skills.json", policyFile), start);
    pi.on("tool_call", async (event, context) => (await skills(event, context)) ?? judge(files, event, context, start));
  };
}

/** For a main session without a policy: its own calls are not judged, but the agents it calls must be intact. */
export function watch(recordFile: URL): (pi: Pi) => void {
  const start = process.cwd();
  return (pi) => {
    const skills = guard(pi, new URL("./skills.json", recordFile), start);
    pi.on("tool_call", async (event, context) => {
      const blocked = await skills(event, context);
      const { toolName, input } = event;
      if (blocked) return blocked;
      if (toolName !== "subagent" || valueAt(input, "action") === "list") return undefined;
      const why = whyNotStarted(fileURLToPath(recordFile), input, context.cwd ?? start);
      return why === undefined ? undefined : { block: true, reason: `surcingle: deny subagent, because ${why}` };
    });
  };
}

/** For a session without governed agents: only skills. */
export function guardSkills(skillsFile: URL): (pi: Pi) => void {
  const start = process.cwd();
  return (pi) => pi.on("tool_call", guard(pi, skillsFile, start));
}

/** What the active skills deny, before anything else is checked. */
function guard(pi: Pi, file: URL, start: string): (event: ToolCallEvent, context: Context) => Promise<Blocked> {
  let skills: SkillWatch | undefined;
  try {
    skills = watchSkills(fileURLToPath(file));
  } catch (error) {
    const reason = `surcingle: deny, because the limits of skills cannot be read: ${describeError(error)}`;
    return async () => ({ block: true, reason });
  }
  if (!skills) return async () => undefined;
  const { before, after, onInput } = skills;
  pi.on("input", async ({ text }) => onInput(String(text ?? "")));
  pi.on("tool_result", async ({ toolName, input, content }, context) => {
    const remarks = await after(String(toolName), input, context.cwd ?? start, content);
    const own = Array.isArray(content) ? content : [];
    return remarks.length === 0 ? undefined : { content: [...own, ...remarks.map((text) => ({ type: "text", text }))] };
  });
  return async ({ toolName, input }, context) => {
    const reason = await before(String(toolName), input, context.cwd ?? start);
    return reason === undefined ? undefined : { block: true, reason };
  };
}

/** A script or a plan may start any agent, so every generated one must be intact. */
function whyNotStarted(recordFile: string, input: unknown, cwd: string): string | undefined {
  try {
    const record = readRecord(recordFile);
    const name = valueAt(input, "agent") === undefined ? "" : textAt(input, "agent").trim();
    const isPlain = Object.hasOwn(record.subagents, name) && decodeRequest("subagent", input).kind === "delegation";
    const names = isPlain ? [name] : Object.keys(record.subagents);
    const surroundings = piDirectories(process.env, homeOf(), cwd);
    return names.map((each) => whyNotWhole(record, each, surroundings)).find((why) => why !== undefined);
  } catch (error) {
    return describeError(error);
  }
}

/** Pi itself has no rules that match the text. */
const rewrite = { textFor: (command: string, wrap: (command: string) => string) => wrap(command) };

interface Files {
  readonly policy: string;
  readonly record: string;
}

async function judge(
  files: Files,
  { toolName, input }: ToolCallEvent,
  context: Context,
  start: string,
): Promise<Blocked> {
  let agent = "unknown agent";
  let log: string | undefined;
  let request: ClientRequest = { kind: "unknown", tool: String(toolName) };
  let decision: Decision;
  let directories: LoggedDirectories = {};
  try {
    const policy = readPolicy(files.policy);
    agent = policy.agent;
    log = policy.log;
    request = withoutSandbox(decodeRequest(String(toolName), input), process.env, homeOf());
    const cwd = context.cwd ?? start;
    const surroundings = diskSurroundings(cwd, cwd, homeOf(), { policyFile: files.policy });
    directories = { cwd: surroundings.cwd, project: surroundings.projectRoot };
    decision = decideRequest(policy, request, surroundings);
    if (request.kind === "delegation" && decision.verdict === "allow" && !policy.isFloor) {
      const why = whyNotWhole(readRecord(files.record), request.agent, piDirectories(process.env, homeOf(), cwd));
      if (why !== undefined) decision = { verdict: "deny", because: { kind: "grant", point: why } };
    }
    const { verdict } = decision;
    const sandboxed = sandboxCall({ policy, surroundings, verdict, request, rewrite, env: process.env });
    if (sandboxed && "problem" in sandboxed)
      decision = { verdict: "deny", because: { kind: "grant", point: sandboxed.problem } };
    // Seen on 0.73.1: only changes in place work; a new object in the event has no effect.
    else if (sandboxed) Object.assign(input as object, { command: sandboxed.command });
    freeze(input);
  } catch (error) {
    decision = fault(describeError(error));
  }
  const subject = subjectOf(request);
  const sentence = explainSubject(agent, subject, decision);
  const isAsked = decision.verdict === "ask" && context.hasUI === true && context.ui !== undefined;
  const verdict = decision.verdict === "ask" && !isAsked ? "deny" : decision.verdict;
  const reason = verdict === decision.verdict ? sentence : `${sentence}; denied, because there is no user to ask`;
  writeLog(
    { env: process.env, home: homeOf(), file: log },
    {
      harness: "pi",
      agent,
      ...directories,
      ...subject,
      verdict,
      kind: decision.because.kind,
      reason,
      ...loggedNotes(decision),
    },
  );
  if (verdict === "allow") return undefined;
  if (isAsked && (await context.ui?.confirm(`Allow ${subject.tool}?`, sentence)) === true) return undefined;
  return { block: true, reason: isAsked ? `${sentence}; the user declined` : reason };
}

/** A later extension, such as a project's, must not change what was judged. */
function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

function homeOf(): string {
  return process.env["HOME"] ?? homedir();
}
