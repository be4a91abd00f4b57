/** Runs every check of a role on an agent's work: first in the worktree, then on main with the changes applied. */
import { describeError } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { codeOf } from "../../capability/all.ts";
import { commandText, failed, failureOf, passed } from "../../capability/checks/result.ts";
import { denyPatterns, isInScope, touchedPaths } from "../../capability/checks/scope.ts";
import type { CheckContext, CheckOutcome, FileChange, GitState } from "../../capability/contract.ts";
import type { Capability, RunMode } from "../../model/capability.ts";
import type { Role } from "../../model/role.ts";
import type { CheckResult, Task } from "../../model/task.ts";
import { isInPlace, readChanges } from "../git/changes.ts";
import { commitOf, type Repository, type WorkTree } from "../git/git.ts";
import { readGitState, withoutOtherMoves } from "../git/state.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { OnProgress } from "../run/follow-decisions.ts";
import type { RunSandbox } from "../run/sandbox.ts";
import { type CheckContextInput, checkContext } from "./check-context.ts";
import { withSimulatedMerge } from "./find-work.ts";

export interface VerifyInput {
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly task: Task;
  readonly role: Role;
  /** Where the agent worked. */
  readonly tree: WorkTree;
  /** The commit it started from. */
  readonly base: string;
  /** The target branch. */
  readonly main: string;
  /** The state of git before the agent started. */
  readonly before: GitState | undefined;
  /** `before` was read from the reflogs. */
  readonly isFromLogs?: true;
  readonly report: string | undefined;
  /** Undefined: there is none, or it cannot be read. */
  readonly ledger: Ledger | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one program of a check may run. */
  readonly seconds: number;
  /** For the programs of checks; undefined if they run without one. */
  readonly sandbox: RunSandbox | undefined;
  readonly abort: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Verification {
  readonly findings: readonly CheckResult[];
  readonly changes: readonly FileChange[];
  readonly patch: Buffer;
  /** The commit of main that the changes were applied to; undefined if verification stopped before that. */
  readonly onto: string | undefined;
}

type Pass = Pick<CheckContextInput, "mode" | "tree" | "before" | "changes" | "git">;

export async function verifyTask(input: VerifyInput): Promise<Verification | Problem> {
  const { repository, tree, base, abort, onProgress, task } = input;
  onProgress({ kind: "step", text: "reading the changes" });
  // All of this comes before any program runs: a check may leave files behind.
  const { list: changes, patch, problems } = await readChanges(tree, base);
  const findings: CheckResult[] = [];
  const add = (finding: CheckResult): void => {
    findings.push(finding);
    onProgress({ kind: "finding", finding });
  };
  const reason = "the agent's changes cannot be determined";
  if (problems.length > 0) add({ check: "changes", outcome: "failed", mode: "worktree", reason, evidence: problems });
  // A missing worktree cannot be checked.
  if (!isInPlace(tree)) return { findings, changes, patch, onto: undefined };
  const git = { before: input.before, after: await stateAfter(input), isFromLogs: input.isFromLogs === true };
  const common = { changes, git };
  await runChecks(input, { ...common, mode: "worktree", tree, before: base }, add);
  if (abort.aborted) return stopped(task);
  if (findings.some(isFailure)) return { findings, changes, patch, onto: undefined };

  const onto = await commitOf(repository, input.main);
  if (onto === undefined) {
    const hint = "pass the target branch with `--main BRANCH`";
    return problem("task-worktree", input.main, `\`${input.main}\` no longer exists in the repository`, hint);
  }
  onProgress({ kind: "step", text: "merging into a copy of main" });
  const merge = { repository, home: input.home, agentId: task.agentId, patch, onto };
  const failed = await withSimulatedMerge(merge, async (copy, finding) => {
    add(finding);
    if (finding.outcome === "passed")
      await runChecks(input, { ...common, mode: "simulated-merge", tree: copy, before: onto }, add);
  });
  return failed ?? (abort.aborted ? stopped(task) : { findings, changes, patch, onto });
}

async function stateAfter({ repository, tree, before }: VerifyInput): Promise<GitState> {
  const state = await readGitState(repository, tree);
  return before ? withoutOtherMoves(repository, tree, before, state) : state;
}

async function runChecks(input: VerifyInput, pass: Pass, add: (finding: CheckResult) => void): Promise<void> {
  const { role, task, report, ledger, env, seconds, sandbox, abort, onProgress } = input;
  const context = checkContext({ ...pass, role, task, report, ledger, env, seconds, sandbox, abort });
  for (const capability of role.capabilities) {
    if (abort.aborted) return;
    if (!isDue(capability, pass.mode)) continue;
    onProgress({
      kind: "step",
      text: `${capability.name} (${pass.mode === "worktree" ? "worktree" : "simulated merge"})`,
    });
    const finding = await verifyOne(capability, context);
    // An interrupted check says nothing about the work.
    if (abort.aborted) return;
    add(finding);
  }
}

function isDue({ verify }: Capability, mode: RunMode): boolean {
  return verify !== undefined && (verify.runMode === "both" || verify.runMode === mode);
}

/** Any failure inside is a finding. */
export async function verifyOne(capability: Capability, context: CheckContext): Promise<CheckResult> {
  const severity = capability.gate?.severity ?? "block";
  const mild = severity === "block" ? {} : { severity };
  return { check: capability.name, mode: context.mode, ...(await ask(capability, context)), ...mild };
}

async function ask(capability: Capability, context: CheckContext): Promise<CheckOutcome> {
  try {
    return await runVerify(capability, context);
  } catch (error) {
    const reason = describeError(error);
    return { outcome: "unchecked", reason: "the check itself failed", evidence: [reason] };
  }
}

/** Whether it blocks the merge. An unchecked result did not pass. */
export function isRejecting({ outcome, severity }: CheckResult): boolean {
  return outcome !== "passed" && severity === undefined;
}

function isFailure(finding: CheckResult): boolean {
  return finding.outcome === "failed" && isRejecting(finding);
}

function stopped({ agentId }: Task): Problem {
  return problem("task-stopped", agentId, "verification was stopped", "run `surcingle task verify` again");
}

/** The first check that did not pass; without checks the capability passes. */
export async function runVerify(capability: Capability, context: CheckContext): Promise<CheckOutcome> {
  const { verify } = capability;
  const checks: (() => CheckOutcome | Promise<CheckOutcome>)[] = [];
  if (capability.restricts.pathPatterns.length > 0) checks.push(() => checkPaths(capability, context));
  if (verify?.module !== undefined) checks.push(() => runModule(capability, verify.module!, context));
  if (verify?.command) checks.push(() => runCommand(verify.command!, context));
  const outcomes: CheckOutcome[] = [];
  for (const check of checks) {
    const outcome = await check();
    if (outcome.outcome !== "passed") return outcome;
    outcomes.push(outcome);
  }
  if (outcomes.length === 0) return passed("the capability has a gate but no check");
  return passed(
    outcomes.map(({ reason }) => reason).join("; "),
    outcomes.flatMap(({ evidence }) => evidence),
  );
}

/** Only files of the repository: a change elsewhere on the disk leaves no trace in a worktree. */
function checkPaths({ restricts }: Capability, { changes }: CheckContext): CheckOutcome {
  const patterns = denyPatterns(restricts.pathPatterns);
  const inside = touchedPaths(changes).filter((path) => isInScope(path, patterns));
  if (inside.length === 0) return passed("no file in `path-patterns` changed");
  return failed(`${inside.length === 1 ? "a file" : `${inside.length} files`} in \`path-patterns\` changed`, inside);
}

function runModule(capability: Capability, key: string, context: CheckContext): Promise<CheckOutcome> {
  const code = codeOf("verify", key);
  if (!code?.verify) throw new Error(`unknown code \`${key}\``);
  return code.verify(capability, context);
}

async function runCommand(command: readonly string[], { run }: CheckContext): Promise<CheckOutcome> {
  return failureOf(command, await run(command)) ?? passed(`\`${commandText(command)}\` passed`);
}
