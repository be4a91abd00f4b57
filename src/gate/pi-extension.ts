/** The gate inside Pi: the same engine, no process per call. Closed when anything is wrong. */
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { decodeRequest } from "../harness/pi/gate.ts";
import type { ClientRequest } from "../model/request.ts";
import { withoutBypassed } from "../policy/bypass.ts";
import { decideRequest } from "../policy/decide-request.ts";
import { type Decision, fault } from "../policy/decision.ts";
import { explainSubject, loggedNotes } from "../policy/explain.ts";
import { subjectOf } from "../policy/request-subject.ts";
import { diskPlace } from "./disk-place.ts";
import { writeLog } from "./log.ts";
import { readPolicy } from "./read-policy.ts";

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
interface Pi {
  readonly on: (event: "tool_call", handler: (event: ToolCallEvent, context: Context) => Promise<Blocked>) => void;
}

/** Called by the small file that stands beside each agent's policy. */
export function gate(policyFile: URL): (pi: Pi) => void {
  // The session's own directory: Pi has no `cd` that outlives a command.
  const start = process.cwd();
  return (pi) => {
    pi.on("tool_call", (event, context) => judge(fileURLToPath(policyFile), event, context, start));
  };
}

async function judge(
  policyFile: string,
  { toolName, input }: ToolCallEvent,
  context: Context,
  start: string,
): Promise<Blocked> {
  let agent = "unknown agent";
  let request: ClientRequest = { kind: "unknown", tool: String(toolName) };
  let decision: Decision;
  try {
    const policy = withoutBypassed(readPolicy(policyFile), process.env);
    agent = policy.agent;
    request = decodeRequest(String(toolName), input);
    const cwd = context.cwd ?? start;
    decision = decideRequest(policy, request, diskPlace(cwd, cwd, process.env["HOME"] ?? homedir()));
  } catch (error) {
    decision = fault(error instanceof Error ? error.message : String(error));
  }
  const subject = subjectOf(request);
  const sentence = explainSubject(agent, subject, decision);
  const isAsked = decision.verdict === "ask" && context.hasUI === true && context.ui !== undefined;
  const verdict = decision.verdict === "ask" && !isAsked ? "deny" : decision.verdict;
  const reason = verdict === decision.verdict ? sentence : `${sentence}; denied, because there is nobody to ask`;
  writeLog(process.env, {
    harness: "pi",
    agent,
    ...subject,
    verdict,
    kind: decision.because.kind,
    reason,
    ...loggedNotes(decision),
  });
  if (verdict === "allow") return undefined;
  if (isAsked && (await context.ui?.confirm(`Allow ${subject.tool}?`, sentence)) === true) return undefined;
  return { block: true, reason: isAsked ? `${sentence}; the user said no` : reason };
}
