/** A capability: a named restriction with a text for the agent, a gate before a tool, and a check after the work. */
import type { Span } from "../base/source.ts";
import type { Text } from "./agent.ts";

export const categories = ["policy", "scope", "quality", "safety", "output", "tools"] as const;
export type Category = (typeof categories)[number];

/** From strict to loose: denied, let pass with a sentence, only written into the log. */
export const severities = ["block", "warn", "advisory"] as const;
export type Severity = (typeof severities)[number];

export const gateEvents = ["PreToolUse:Bash", "PreToolUse:Edit|Write", "PreToolUse:Agent"] as const;
export type GateEvent = (typeof gateEvents)[number];

export const verifyModes = ["worktree", "simulated-merge", "both"] as const;
export type VerifyMode = (typeof verifyModes)[number];

/** One pass of a check: where the agent worked, or on main with its changes laid over it. */
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
    /** Names of tools, as Claude Code has them. */
    readonly toolsDenied: readonly string[];
  };
  /** The parameters of a task it reads: `files-whitelist`. */
  readonly accepts: readonly string[];
  readonly text: Text;
  /** `module` is the key of our code, in the form of the source: `gates::policy_no_git_ops`. */
  readonly gate: CapabilityGate | undefined;
  readonly verify:
    | { readonly module: string; readonly runMode: VerifyMode; readonly when: (typeof verifyTimes)[number] }
    | undefined;
  /** Where to point when this capability, or one of its fields, is the trouble. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The capability.toml, relative to its root. */
  readonly path: string;
}

export interface CapabilityGate {
  readonly module: string;
  readonly event: GateEvent;
  readonly severity: Severity;
  /** While this variable is `1` the gate is off. */
  readonly bypassEnv: string | undefined;
}

/** The names of before, which still mean the same. */
export const capabilityAliases: Readonly<Record<string, string>> = {
  "tools::read-only": "tools::deny-tools",
  "tools::cargo-only-bash": "tools::bash-allowlist",
};
