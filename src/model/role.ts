/** A role: capabilities in order, after inheritance, with the tools that whoever has it may use. */
import type { Span } from "../base/source.ts";
import type { Capability } from "./capability.ts";

export const escalations = ["ask-via-return", "orchestrator-notify", "fail-fast"] as const;
export type Escalation = (typeof escalations)[number];

/** So many roles at most stand in one line of `extends`. */
export const deepestRole = 16;

export interface Role {
  readonly name: string;
  readonly displayName: string | undefined;
  readonly description: string;
  /** The roles it inherits from, nearest first. */
  readonly ancestors: readonly string[];
  /** The order in which their texts are read. */
  readonly capabilities: readonly Capability[];
  readonly tools: RoleTools | undefined;
  readonly escalation: Escalation;
  readonly spawnable: boolean;
  readonly claudeSubagentType: string;
  /** Does a task of this role work in a worktree of its own because the role says so? */
  readonly isolation: "worktree" | undefined;
  /** Where to point when this role, or one of its fields, is the trouble. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The role's file, relative to its root. */
  readonly path: string;
}

/** Undefined lists restrict nothing. */
export interface RoleTools {
  /** Names of tools, as Claude Code has them; what is not listed is denied. */
  readonly allowed: readonly string[] | undefined;
  /** Regular expressions: each simple command must match one. */
  readonly bashPatternsAllowed: readonly string[] | undefined;
  /** `file:line:col` of the two lists, for the reasons of the gate. */
  readonly from: { readonly allowed: string; readonly bashPatternsAllowed: string };
}
