/** A role: capabilities in order, after inheritance, with the tools that its agents may use. */
import type { Span } from "../base/source.ts";
import type { Capability } from "./capability.ts";

export const escalations = ["ask-via-return", "orchestrator-notify", "fail-fast"] as const;
export type Escalation = (typeof escalations)[number];

/** The longest chain of `extends`. */
export const deepestRole = 16;

export interface Role {
  readonly name: string;
  readonly displayName: string | undefined;
  readonly description: string;
  /** The roles it inherits from, nearest first. */
  readonly ancestors: readonly string[];
  /** The order of their texts. */
  readonly capabilities: readonly Capability[];
  readonly tools: RoleTools | undefined;
  readonly escalation: Escalation;
  readonly spawnable: boolean;
  readonly claudeSubagentType: string;
  /** Whether the role asks for its own worktree. */
  readonly isolation: "worktree" | undefined;
  /** Where to report problems with this role or one of its fields. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The role's file, relative to its root. */
  readonly path: string;
}

/** Undefined lists restrict nothing. */
export interface RoleTools {
  /** Tool names of Claude Code; tools that are not listed are denied. */
  readonly allowed: readonly string[] | undefined;
  /** Regular expressions: each simple command must match one. */
  readonly bashPatternsAllowed: readonly string[] | undefined;
  /** `file:line:col` of the two lists, for the gate's reasons. */
  readonly from: { readonly allowed: string; readonly bashPatternsAllowed: string };
}

const escalationTexts: Readonly<Record<Escalation, string>> = {
  "ask-via-return":
    "If you need a decision that is not yours to make, or a call that you need is denied, stop. Ask in your last message, with what you found and what you recommend. You get an answer before the work continues.",
  "orchestrator-notify":
    "If you need a decision that is not yours to make, or a call that you need is denied, continue with the parts that do not depend on it. Begin your last message with what is open and why.",
  "fail-fast":
    "If a call that you need is denied or you cannot continue, stop at once and say why in your last message. Do not look for another way: the task ends there.",
};

/** Without a line break at its end. */
export function roleText({
  name,
  capabilities,
  escalation,
}: Pick<Role, "name" | "capabilities" | "escalation">): string {
  const texts = [
    ...capabilities.map(({ text }) => text.text.trim()),
    `## If you cannot continue\n\n${escalationTexts[escalation]}`,
  ];
  return `${roleHeading}${name}\n\n${texts.join("\n\n---\n\n")}`;
}

/** Every composed prompt begins with it, and is recognized by it. */
export const roleHeading = "# AGENT SUBSTRATE — role ";
