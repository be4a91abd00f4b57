/** One task for one agent: its role, its scope, and what is checked when it returns. */

export interface Task {
  readonly role: string;
  /** 1 to 64 of `A-Za-z0-9._-`. */
  readonly agentId: string;
  readonly parentAgent: string | undefined;
  /** Overrides the role's. */
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

/** The parts of a task that capabilities read. Without a task there are no parameters, and they restrict nothing. */
export type Parameters = Pick<Task, "scope" | "verification" | "output">;

export interface CheckResult {
  /** The name of the capability, or of a built-in check. */
  readonly check: string;
  /** `unchecked`: the check could not decide. It does not count as passed. */
  readonly outcome: "passed" | "failed" | "unchecked";
  readonly mode: "worktree" | "simulated-merge";
  /** One sentence. */
  readonly reason: string;
  /** What shows it: paths, the last lines of a program. */
  readonly evidence: readonly string[];
  /** The severity of the capability's gate. Absent: a check that did not pass rejects the work. */
  readonly severity?: "warn" | "advisory";
}

const longestAgentId = 64;

/** The rule for ids, for hints. */
export const agentIdRule = `1 to ${longestAgentId} characters: A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\``;

/** Windows opens a device under these names, with any extension. */
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
