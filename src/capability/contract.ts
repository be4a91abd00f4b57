/** The contract of a capability's code: limits for the gate, a check for afterwards, or both. */
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
  /** The capability it is for; its module keys are `gates::<category>_<slug>` and `verifies::<category>_<slug>`. */
  readonly name: string;
  /** Two letters for the identity of a composition. They never change. */
  readonly code: string;
  /** Plain data that the engine enforces. Undefined parameters: there is no task. */
  readonly limits?: (
    capability: Capability,
    role: Role | undefined,
    parameters: Parameters | undefined,
  ) => readonly BareLimit[];
  /** The events at which a gate sees what this code forbids. What `restricts` forbids has its own events. */
  readonly events?: readonly string[];
  /** The parameters of a task it reads. A capability.toml may accept fewer. */
  readonly reads?: readonly ParameterName[];
  readonly verify?: (capability: Capability, context: CheckContext) => Promise<CheckOutcome>;
}

/** A limit without its source, severity and bypass, which come from the capability.toml. */
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
  /** Undefined if it was stopped or could not be started. */
  readonly exitCode: number | undefined;
  readonly isMissing: boolean;
  /** Why it could not be started: the end of a sentence. */
  readonly problem?: string;
  readonly isTimeout: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The state of git at one moment. */
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

/** Facts about the disk and the machine's programs, passed in: the code of a capability has no side effects. */
export interface CheckContext {
  readonly mode: RunMode;
  readonly agentId: string;
  readonly task: Task;
  readonly role: Role | undefined;
  /** What the agent changed since it was started, including untracked files, but never `tasks/`. Sorted by path. */
  readonly changes: readonly FileChange[];
  /** A file of the checked tree; undefined if it is missing or not text. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** The same file without the agent's changes: as it was when the agent was started, or as on main. */
  readonly readBefore: (path: string) => Promise<string | undefined>;
  /** Runs in the checked tree with a time limit; words, or one line for the shell. */
  readonly run: (command: readonly string[] | string) => Promise<ProgramResult>;
  /** An agent's newest run; undefined without a ledger. */
  readonly ledgerRow: ((agentId: string) => LedgerFacts | undefined) | undefined;
  /** SHA-256 of the task.toml. */
  readonly taskHash: string;
  /** The agent's last message; undefined if none was captured. */
  readonly report: string | undefined;
  /** `before` is undefined if it was not recorded. `isFromLogs`: read from the reflogs, which miss some changes. */
  readonly git: { readonly before: GitState | undefined; readonly after: GitState; readonly isFromLogs?: boolean };
}
