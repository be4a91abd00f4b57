/** One line of the decision log. The clock is handed in. */
import type { Policy, ToolCall } from "../model/permission.ts";
import type { Decision } from "./decision.ts";
import { explainDecision, loggedNotes } from "./explain.ts";

const longestSubject = 2_000;

export interface RecordInput {
  readonly policy: Policy;
  readonly call: ToolCall;
  readonly decision: Decision;
  readonly harness: string;
  /** ISO 8601. */
  readonly time: string;
}

/** JSON without line breaks; the line feed is the writer's. */
export function recordDecision({ policy, call, decision, harness, time }: RecordInput): string {
  return JSON.stringify({
    time,
    harness,
    agent: policy.agent,
    tool: call.tool,
    subject: call.subject.slice(0, longestSubject),
    verdict: decision.verdict,
    kind: decision.because.kind,
    reason: explainDecision(policy, call, decision),
    ...loggedNotes(decision),
  });
}
