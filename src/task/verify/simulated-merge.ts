/** Main with the agent's changes applied, in a temporary worktree. */
import type { Problem } from "../../base/problem.ts";
import type { CheckResult } from "../../model/task.ts";
import { git, type Repository, type WorkTree } from "../git/git.ts";
import { withTemporaryWorktree } from "../git/worktree.ts";

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
  return lines.length > 0 ? lines.slice(0, 20) : [`git apply ended with ${code}`];
}
