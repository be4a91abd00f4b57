/** One task for one agent: its role, what it may touch, and what must hold when it comes back. */

export interface Task {
  readonly role: string;
  /** 1 to 64 of `A-Za-z0-9._-`. */
  readonly agentId: string;
  readonly parentAgent: string | undefined;
  /** In place of the one of the role. */
  readonly claudeSubagentType: string | undefined;
  readonly scope: {
    readonly filesWhitelist: readonly string[];
    readonly filesDenylist: readonly string[];
    /** The task may change what the project depends on. */
    readonly allowDepBump: boolean;
    /** How many files it may delete. */
    readonly maxDeletions: number | undefined;
  };
  readonly verification: {
    readonly cargoCheckCrates: readonly string[];
    readonly cargoTestCrates: readonly string[];
    readonly testCountMin: number | undefined;
    /** Run by the shell in the root of the tree that is checked. */
    readonly checkCommand: string | undefined;
    readonly testCommand: string | undefined;
  };
  readonly output: { readonly reportFieldsRequired: readonly string[] };
  readonly body: string;
  /** The task.toml as it was written: the ledger keeps its hash. */
  readonly source: string;
}

/** What a capability may read of a task. Without a task there are no parameters, and nothing is restricted by them. */
export type Parameters = Pick<Task, "scope" | "verification" | "output">;

export interface CheckResult {
  /** The name of the capability, or of a check of our own. */
  readonly check: string;
  /** `unchecked`: the check could not decide. It does not count as passed. */
  readonly outcome: "passed" | "failed" | "unchecked";
  readonly mode: "worktree" | "simulated-merge";
  /** One sentence. */
  readonly reason: string;
  /** What shows it: paths, the last lines of a program. */
  readonly evidence: readonly string[];
  /** What the capability's gate says of itself. Absent: a check that did not pass rejects the work. */
  readonly severity?: "warn" | "advisory";
}

const longestAgentId = 64;

/** What an id is made of, for hints. */
export const agentIdRule = `1 to ${longestAgentId} of A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\``;

/** Windows opens a device under these names, whatever ending follows. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Completes the sentence "the agent id …"; undefined when nothing is wrong with it. */
export function agentIdProblem(id: string): string | undefined {
  if (id === "") return "is empty";
  if (id.length > longestAgentId) return `has ${id.length} characters; the limit is ${longestAgentId}`;
  if (!/^[A-Za-z0-9._-]+$/.test(id)) return "contains invalid characters";
  if (id.includes("..")) return "has two dots in a row";
  if (/^\.|\.$/.test(id)) return "starts or ends with a dot";
  if (id.startsWith("-")) return "starts with a hyphen, so programs would read it as an option";
  if (/\.lock$/i.test(id)) return "ends with `.lock`, which git does not allow";
  if (deviceName.test(id)) return "is a reserved device name";
  return undefined;
}
