/** A capability: a named restriction with a text for the agent, a gate before a tool, and a check after the work. */
import type { Span, Text } from "../base/source.ts";

export const categories = ["policy", "scope", "quality", "safety", "output", "tools"] as const;
type Category = (typeof categories)[number];

/** From strict to loose: denies, allows with a warning, only logs. */
export const severities = ["block", "warn", "advisory"] as const;
type Severity = (typeof severities)[number];

/**
 * The events of the shipped gates. An author may list other tools of the client: `PreToolUse:Edit|Write|NotebookEdit`.
 */
export const gateEvents = ["PreToolUse:Bash", "PreToolUse:Edit|Write", "PreToolUse:Agent"] as const;

export const verifyModes = ["worktree", "simulated-merge", "both"] as const;
export type VerifyMode = (typeof verifyModes)[number];

/** One pass of a check: in the agent's worktree, or on main with its changes applied. */
export type RunMode = Exclude<VerifyMode, "both">;

export const verifyTimes = ["on-return", "per-tool-call"] as const;

export interface Capability {
  /** `<category>::<slug>` */
  readonly name: string;
  readonly category: Category;
  readonly slug: string;
  readonly version: string;
  readonly description: string;
  readonly rationale: string | undefined;
  readonly restricts: {
    /** Regular expressions on each simple command. */
    readonly toolPatterns: readonly string[];
    /** Tool names of Claude Code. */
    readonly toolsDenied: readonly string[];
    /** `edit` patterns of files that must not change. */
    readonly pathPatterns: readonly string[];
  };
  /** The task parameters it reads, such as `files-whitelist`. */
  readonly accepts: readonly string[];
  readonly text: Text;
  readonly gate: CapabilityGate | undefined;
  readonly verify: CapabilityVerify | undefined;
  /** Where to report problems with this capability or one of its fields. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The capability.toml, relative to its root. */
  readonly path: string;
}

export interface CapabilityGate {
  /** The key of shipped code, such as `gates::policy_no_git_ops`; undefined if `restricts` alone is the gate. */
  readonly module: string | undefined;
  readonly event: string | undefined;
  readonly severity: Severity;
  /** While this variable is `1`, the gate is off. */
  readonly bypassEnv: string | undefined;
}

/** The check after the work: shipped code, the author's command, and that no file in `path-patterns` changed. */
interface CapabilityVerify {
  readonly module: string | undefined;
  /** Words, not a shell line. Exit code 0 passes. */
  readonly command: readonly string[] | undefined;
  readonly runMode: VerifyMode;
  readonly when: (typeof verifyTimes)[number];
}

/** A capability.toml that only names another capability. */
export interface CapabilityAlias {
  readonly name: string;
  readonly target: string;
  /** The author's note for people who still use the old name. */
  readonly deprecated: string | undefined;
  readonly span: Span;
}

/** Old names of shipped capabilities. */
export const capabilityAliases: Readonly<Record<string, string>> = {
  "tools::read-only": "tools::deny-tools",
  "tools::cargo-only-bash": "tools::bash-allowlist",
};
