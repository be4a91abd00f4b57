/** Cleans up after processes that were killed. */

import { existsSync } from "node:fs";
import { isProblem } from "../../base/problem.ts";
import { readChanges } from "../git/changes.ts";
import { type Repository, treeAt } from "../git/git.ts";
import { type Abandoned, findAbandoned, giveUpOwnership, removeWorktree, taskWorktree } from "../git/worktree.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readRecord, writeTaskFile } from "../task-directory.ts";
import type { OnProgress } from "./progress.ts";

interface CleanUpInput {
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly onProgress: OnProgress;
}

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
  onProgress({ kind: "note", text: `the process of \`${agentId}\` had died; its worktree was removed${kept}` });
}
