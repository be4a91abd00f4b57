/** What the code of one capability offers: limits for the gate, a check for afterwards, or both. */
import type { Capability, RunMode } from "../model/capability.ts";
import type { Limit } from "../model/permission.ts";
import type { Role } from "../model/role.ts";
import type { CheckResult, Parameters, Task } from "../model/task.ts";

export const parameterNames = [
  "files-whitelist",
  "files-denylist",
  "allow-dep-bump",
  "max-deletions",
  "cargo-check-crates",
  "cargo-test-crates",
  "test-count-min",
  "check-command",
  "test-command",
  "report-fields-required",
] as const;
type ParameterName = (typeof parameterNames)[number];

export interface CapabilityCode {
  /** The capability it was written for; its module keys are `gates::<category>_<slug>` and `verifies::<category>_<slug>`. */
  readonly name: string;
  /** Two letters for the identity of a composition. They never change. */
  readonly code: string;
  /** Plain data that the one engine enforces. Undefined parameters: there is no task. */
  readonly limits?: (
    capability: Capability,
    role: Role | undefined,
    parameters: Parameters | undefined,
  ) => readonly BareLimit[];
  /** The events at which its gate sees what it forbids by itself; what `restricts` adds is known without it. */
  readonly events?: readonly string[];
  /** The parameters of a task it reads. A capability.toml may accept fewer. */
  readonly reads?: readonly ParameterName[];
  readonly verify?: (capability: Capability, context: CheckContext) => Promise<CheckOutcome>;
}

/** A limit before it is told where it comes from, how severe it is and what bypasses it: the capability.toml says that. */
export type BareLimit = Bare<Limit>;

type Bare<T> = T extends unknown ? Omit<T, "from" | "severity" | "bypass"> : never;

export type CheckOutcome = Pick<CheckResult, "outcome" | "reason" | "evidence">;

export interface FileChange {
  readonly kind: "added" | "modified" | "deleted" | "renamed";
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Where a renamed file was before. */
  readonly from?: string;
}

export interface ProgramResult {
  /** Undefined: it was stopped or could not be started. */
  readonly exitCode: number | undefined;
  readonly isMissing: boolean;
  /** Why it could not be started: the end of a sentence. */
  readonly problem?: string;
  readonly isTimeout: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** What git knew at one moment. */
export interface GitState {
  readonly head: string;
  /** `refs/heads/x` to a hash. */
  readonly refs: Readonly<Record<string, string>>;
  readonly stash: string;
  readonly config: string;
}

export interface LedgerFacts {
  readonly run: number;
  /** Undefined: the row reserves an id and has no task. */
  readonly specSha: string | undefined;
}

/** The facts of the disk and the programs of the machine, handed in: the code of a capability touches nothing itself. */
export interface CheckContext {
  readonly mode: RunMode;
  readonly agentId: string;
  readonly task: Task;
  readonly role: Role | undefined;
  /** What the agent changed since it was spawned, untracked files too, `tasks/` never. Sorted by path. */
  readonly changes: readonly FileChange[];
  /** A file of the tree that is checked; undefined when it is not there or not text. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** The same file without the agent's changes: as it was when the agent was spawned, or as main has it. */
  readonly readBefore: (path: string) => Promise<string | undefined>;
  /** Runs in the tree that is checked, with a time limit; words, or one line for the shell. */
  readonly run: (command: readonly string[] | string) => Promise<ProgramResult>;
  /** The newest run of an agent; undefined where there is no ledger. */
  readonly ledgerRow: ((agentId: string) => LedgerFacts | undefined) | undefined;
  /** SHA-256 of the task.toml. */
  readonly taskHash: string;
  /** The last message of the agent; undefined when none was captured. */
  readonly report: string | undefined;
  /** `before` is undefined when it was not recorded. `isFromLogs`: it was read from git's logs, which miss some changes. */
  readonly git: { readonly before: GitState | undefined; readonly after: GitState; readonly isFromLogs?: boolean };
}
