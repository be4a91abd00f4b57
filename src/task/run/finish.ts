/** Verifies the work of an agent and records the verdict: patch, findings, ledger. */
import { existsSync, mkdirSync } from "node:fs";
import { isProblem, type Problem } from "../../base/problem.ts";
import { readChanges } from "../git/changes.ts";
import { type Repository, treeAt } from "../git/git.ts";
import { type Abandoned, findAbandoned, giveUpOwnership, removeWorktree, taskWorktree } from "../git/worktree.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { excludeTasks, readRecord, taskDirectory, writeTaskFile } from "../task-directory.ts";
import { isRejecting, type Verification, type VerifyInput, verifyTask } from "../verify/verify.ts";
import type { OnProgress } from "./follow-decisions.ts";

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

interface CleanUpInput {
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly onProgress: OnProgress;
}

/** Cleans up after processes that were killed. */
export async function cleanUpDeadTasks(input: CleanUpInput): Promise<void> {
  for (const abandoned of await findAbandoned(input.repository, input.home)) await clear(input, abandoned);
}

async function clear(input: CleanUpInput, { agentId, directory }: Abandoned): Promise<void> {
  const { repository, home, ledger, now, onProgress } = input;
  const path = taskWorktree(home, agentId);
  const tree = existsSync(path) ? treeAt(repository, path) : undefined;
  const record = existsSync(directory) ? readRecord(directory) : undefined;
  let kept = "";
  if (tree && record && !isProblem(record)) {
    // A failure to keep changes must not block further tasks.
    const changes = await readChanges(tree, record.base).catch(() => undefined);
    if (!changes || changes.problems.length > 0) kept = "; some of its changes could not be kept";
    if (changes && changes.patch.length > 0)
      kept += `; its changes are in ${writeTaskFile(directory, "patch", changes.patch)}`;
  }
  await removeWorktree(repository, path);
  const row = ledger.show(agentId);
  if (!("code" in row) && row.status === "running")
    ledger.done(agentId, { status: "failed", summary: "its process died", finishedAt: now() });
  giveUpOwnership(home, agentId);
  onProgress({
    kind: "note",
    text: `the process working on \`${agentId}\` is no longer running; its worktree was removed${kept}`,
  });
}
