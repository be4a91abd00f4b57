/** Checks that run after each call of a working agent: capabilities with `when = "per-tool-call"`. */
import type { GitState } from "../../capability/contract.ts";
import type { Capability } from "../../model/capability.ts";
import type { Role } from "../../model/role.ts";
import type { CheckResult, Task } from "../../model/task.ts";
import { readChanges } from "../git/changes.ts";
import type { Repository, WorkTree } from "../git/git.ts";
import { readGitState, withoutOtherMoves } from "../git/state.ts";
import type { RunSandbox } from "../run/sandbox.ts";
import { checkContext } from "./check-context.ts";
import { verifyOne } from "./verify.ts";

interface CallChecks {
  /** A call was judged, so the one before it has run. While a round of checks runs, at most one more is queued. */
  readonly request: () => void;
  /** Waits for the current round. */
  readonly stop: () => Promise<void>;
}

interface CallChecksInput {
  readonly repository: Repository;
  readonly tree: WorkTree;
  readonly base: string;
  readonly before: GitState;
  readonly task: Task;
  readonly role: Role;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly seconds: number;
  readonly sandbox: RunSandbox | undefined;
  readonly onFailure: (finding: CheckResult) => void;
}

export function startCallChecks(input: CallChecksInput): CallChecks {
  const due = input.role.capabilities.filter(({ verify }) => verify?.when === "per-tool-call");
  if (due.length === 0) return { request: () => undefined, stop: async () => undefined };
  const ending = new AbortController();
  let isWanted = false;
  let running: Promise<void> | undefined;
  const rounds = async (): Promise<void> => {
    while (isWanted && !ending.signal.aborted) {
      isWanted = false;
      // What cannot be read now is checked when the agent finishes.
      await checkAll(input, due, ending.signal).catch(() => undefined);
    }
    running = undefined;
  };
  return {
    request: () => {
      isWanted = true;
      running ??= rounds();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

async function checkAll(input: CallChecksInput, due: readonly Capability[], abort: AbortSignal): Promise<void> {
  const { repository, tree, base, before, task, role, env, seconds, sandbox, onFailure } = input;
  const { list: changes } = await readChanges(tree, base);
  const after = await withoutOtherMoves(repository, tree, before, await readGitState(repository, tree));
  const git = { before, after };
  const common = {
    mode: "worktree",
    task,
    role,
    tree,
    before: base,
    changes,
    report: undefined,
    ledger: undefined,
    git,
  } as const;
  const context = checkContext({ ...common, env, seconds, sandbox, abort });
  for (const capability of due) {
    const finding = await verifyOne(capability, context);
    if (abort.aborted) return;
    if (finding.outcome === "failed") onFailure(finding);
  }
}
