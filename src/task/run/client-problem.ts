/** How a client ended that did not end well. */

import { type Problem, problem } from "../../base/problem.ts";
import type { Escalation } from "../../model/role.ts";
import type { Finding } from "../../model/task.ts";
import type { RunEnd } from "../../process/run-guarded.ts";
import type { LoggedDecision } from "./decision-log.ts";

export interface Ended {
  readonly agentId: string;
  /** The client's name for people. */
  readonly title: string;
  readonly escalation: Escalation;
  readonly seconds: number;
  readonly end: RunEnd;
  readonly refused: readonly LoggedDecision[];
  /** A check after a call that failed, and was not to fail. */
  readonly broken: Finding | undefined;
}

/** Undefined: it came back by itself. */
export function clientProblem(ended: Ended): Problem | undefined {
  const { agentId, title, escalation, seconds, end, refused, broken } = ended;
  const [first] = refused;
  const kept = "what it had changed is in changes.patch in the directory of the task";
  if (first && escalation === "fail-fast")
    return problem("task-refused-call", agentId, `the role ends the task at the first refusal: ${first.reason}`, kept);
  if (broken) {
    const message = `\`${broken.check}\` did not hold after a call: ${broken.reason}`;
    return problem("task-check-failed", agentId, message, [...broken.evidence.slice(0, 5), kept].join("; "));
  }
  if (end.signal) return stoppedBy(agentId, title, end.signal);
  if (end.isTimeout) {
    const message = `${title} did not finish \`${agentId}\` in ${seconds} seconds`;
    return problem(
      "task-timeout",
      agentId,
      message,
      `it was stopped with all it had started; ${kept}; \`--timeout SECONDS\` gives it more time`,
    );
  }
  if (end.exitCode === 0) return undefined;
  const said = [end.stderr, end.stdout].map((text) => text.trim()).find((text) => text !== "") ?? "it said nothing";
  const message = `${title} ended with ${end.exitCode ?? "a signal"} while it worked on \`${agentId}\``;
  return problem("task-client-failed", agentId, message, `it said: ${said.slice(-1500)}`);
}

export function stoppedBy(agentId: string, title: string, signal: NodeJS.Signals | undefined): Problem {
  const by = signal ? ` by ${signal}` : "";
  const hint = "its worktree is removed; run the task again when you want to";
  return problem("task-stopped", agentId, `${title} was stopped${by} while it worked on \`${agentId}\``, hint);
}
