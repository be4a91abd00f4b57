/** Verifies the work of an agent and records the verdict: patch, findings, ledger. */

import { mkdirSync } from "node:fs";
import { isProblem, type Problem } from "../../base/problem.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { excludeTasks, taskDirectory, writeTaskFile } from "../task-directory.ts";
import { isRejecting, type Verification, type VerifyInput, verifyTask } from "../verify/verify.ts";

export interface FinishedTask extends Verification {
  readonly isPassed: boolean;
  /** The patch to merge; undefined if there are no changes. */
  readonly patchFile: string | undefined;
}

interface FinishInput extends VerifyInput {
  readonly ledger: Ledger;
  readonly now: () => number;
  /** `unchecked` counts as passed. */
  readonly isUncheckedAllowed: boolean;
}

export async function finishTask(input: FinishInput): Promise<FinishedTask | Problem> {
  const { repository, task, ledger, isUncheckedAllowed } = input;
  const verification = await verifyTask(input);
  if (isProblem(verification)) return verification;
  const { findings, patch, onto } = verification;
  const against = findings.filter(
    (finding) => isRejecting(finding) && !(isUncheckedAllowed && finding.outcome === "unchecked"),
  );
  const isPassed = against.length === 0;
  const directory = taskDirectory(repository, task.agentId);
  excludeTasks(repository);
  mkdirSync(directory, { recursive: true });
  const file = writeTaskFile(directory, "patch", patch);
  const verdict = isPassed ? "passed" : "rejected";
  const kept = { verdict, main: input.main, onto: onto ?? null, findings };
  writeTaskFile(directory, "findings", `${JSON.stringify(kept, undefined, 2)}\n`);
  const summary = isPassed
    ? `verified on ${input.main} at ${onto}`
    : `rejected: ${against.map(({ check, mode }) => `${check} (${mode})`).join(", ")}`;
  // An agent that was started in another way has no row.
  ledger.done(task.agentId, { status: isPassed ? "done" : "rejected", summary, finishedAt: input.now() });
  return { ...verification, isPassed, patchFile: patch.length > 0 ? file : undefined };
}
