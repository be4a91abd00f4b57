/** Finds an agent's work: in a given worktree, in the one that spawn created, or in its patch. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import type { GitState } from "../../capability/contract.ts";
import type { CheckResult } from "../../model/task.ts";
import { commitOf, currentBranch, git, type Repository, treeAt, type WorkTree } from "../git/git.ts";
import { stateAtCreation } from "../git/state.ts";
import * as worktree from "../git/worktree.ts";
import { withTemporaryWorktree } from "../git/worktree.ts";
import { readRecord, type TaskRecord, taskDirectory, taskFiles } from "../task-directory.ts";

export interface AgentWork {
  readonly tree: WorkTree;
  readonly base: string;
  readonly main: string;
  readonly before: GitState | undefined;
  /** The state of git at the start was not recorded: it was derived from the reflogs. */
  readonly isFromLogs?: true;
}

interface FindWorkInput {
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly agentId: string;
  /** A worktree that the user named. */
  readonly named: string | undefined;
  readonly main: string | undefined;
  /** Keeps our own worktree. */
  readonly isKept: boolean;
}

/** Our own worktree is removed afterwards, unless the step ended in a problem; a user's worktree stays. */
export async function withAgentWork<T extends object>(
  input: FindWorkInput,
  step: (place: AgentWork) => Promise<T | Problem>,
): Promise<T | Problem> {
  const { repository, home, agentId, named } = input;
  const directory = taskDirectory(repository, agentId);
  const record = readRecord(directory);
  if (isProblem(record)) return record;
  const own = worktree.taskWorktree(home, agentId);
  const path = named ?? (existsSync(own) ? own : undefined);
  if (path === undefined) return record ? fromPatch(input, record, directory, step) : noWorktree(agentId);
  const tree = treeAt(repository, path);
  if (!tree) {
    const message = `\`${path}\` is not a worktree of the repository at \`${repository.path}\``;
    return problem("task-worktree", path, message, "`git worktree list` lists its worktrees");
  }
  if (tree.path !== treeAt(repository, own)?.path) return fromForeign(input, tree, step);
  const busy = worktree.takeOwnership(home, agentId, directory);
  if (busy) return busy;
  try {
    if (!record) return noRecord(directory);
    const result = await step({ tree, ...placeOfRecord(record, input) });
    if (!isProblem(result) && !input.isKept) await worktree.removeWorktree(repository, own);
    return result;
  } finally {
    worktree.giveUpOwnership(home, agentId);
  }
}

function placeOfRecord({ base, main, git }: TaskRecord, input: FindWorkInput): Omit<AgentWork, "tree"> {
  return { base, main: input.main ?? main, before: git };
}

/** For an agent that was started by other means: its work begins where its branch leaves main. */
async function fromForeign<T extends object>(
  { repository, main }: FindWorkInput,
  tree: WorkTree,
  step: (place: AgentWork) => Promise<T | Problem>,
): Promise<T | Problem> {
  const branch = main ?? (await currentBranch(repository));
  const [head, onto] = [await commitOf(tree, "HEAD"), await commitOf(repository, branch)];
  const found = head && onto ? await git(tree, ["merge-base", head, onto]) : undefined;
  if (found?.code !== 0) {
    const message = `the worktree at \`${tree.path}\` and \`${branch}\` have no commit in common`;
    return problem("task-worktree", tree.path, message, "pass the target branch with `--main BRANCH`");
  }
  const before = await stateAtCreation(repository, tree);
  return step({ tree, base: found.stdout.trim(), main: branch, before, isFromLogs: true });
}

/** The same tree again: the agent's start, with its changes. */
async function fromPatch<T extends object>(
  input: FindWorkInput,
  record: TaskRecord,
  directory: string,
  step: (place: AgentWork) => Promise<T | Problem>,
): Promise<T | Problem> {
  const file = join(directory, taskFiles.patch);
  if (!existsSync(file)) return noWorktree(input.agentId);
  const patch = readFileSync(file);
  return worktree.withTemporaryWorktree(input, record.base, async (tree): Promise<T | Problem> => {
    const problems = await applyPatch(tree, patch);
    if (problems.length === 0) return step({ tree, ...placeOfRecord(record, input) });
    const message = `\`${file}\` does not apply to the commit where the agent started`;
    return problem("task-unreadable", file, message, `git reported: ${problems.join("; ")}`);
  });
}

function noWorktree(agentId: string): Problem {
  const hint = "pass the agent's worktree with `--worktree`, or start an agent with `surcingle task spawn`";
  return problem("task-worktree", agentId, `\`${agentId}\` has neither a worktree nor a patch`, hint);
}

function noRecord(directory: string): Problem {
  const file = join(directory, taskFiles.record);
  const hint = "it records where the agent started; remove the worktree and run the task again";
  return problem("task-unreadable", file, `\`${file}\` is missing`, hint);
}

/** Main with the agent's changes applied, in a temporary worktree. */
interface MergeInput {
  readonly repository: Repository;
  readonly home: string;
  readonly agentId: string;
  readonly patch: Buffer;
  /** The commit of main. */
  readonly onto: string;
}

/** `step` is given the tree, and whether the changes fit. The tree is gone afterwards. */
export function withSimulatedMerge<T>(
  input: MergeInput,
  step: (tree: WorkTree, finding: CheckResult) => Promise<T>,
): Promise<T | Problem> {
  return withTemporaryWorktree(input, input.onto, async (tree) => {
    const evidence = await applyPatch(tree, input.patch);
    const fits = evidence.length === 0;
    const reason = `the changes ${fits ? "apply" : "do not apply"} to main at ${input.onto.slice(0, 10)}`;
    const outcome = fits ? "passed" : "failed";
    return step(tree, { check: "merge", mode: "simulated-merge", outcome, reason, evidence });
  });
}

/** Errors of git; empty if the patch was applied. */
export async function applyPatch(tree: WorkTree, patch: Buffer): Promise<string[]> {
  if (patch.length === 0) return [];
  const words = ["apply", "--3way", "--index", "--whitespace=nowarn", "-"];
  const { code, stderr } = await git(tree, words, { input: patch });
  if (code === 0) return [];
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 ? lines.slice(0, 20) : [`git apply exited with ${code}`];
}
