/** Compiles the permissions of an agent into plain data that the gate can read. */
import {
  type Limit,
  type Policy,
  policyVersion,
  type Rule,
  type Tool,
  tools,
  type Verdict,
} from "../model/permission.ts";
import type { SandboxSettings } from "../model/sandbox.ts";

interface PolicyInput {
  readonly agent: string;
  readonly permissions: Partial<
    Record<
      Tool,
      { readonly intent: Verdict; readonly rules: readonly Pick<Rule, "pattern" | "verdict" | "from" | "isPacked">[] }
    >
  >;
  /** The tools that count as configured. Default: those with a permission table. */
  readonly named?: readonly Tool[];
  readonly limits?: readonly Limit[];
  readonly delegates?: readonly string[];
  readonly skills?: readonly string[];
  readonly allowTools?: readonly string[];
  readonly log?: string | undefined;
  readonly sandbox?: SandboxSettings | undefined;
}

/** Tools without a table default to `ask`, except `question` and `read`. */
const fallbacks: Partial<Record<Tool, Verdict>> = { question: "allow", read: "allow" };

export function compilePolicy({
  agent,
  permissions,
  named = tools.filter((tool) => permissions[tool] !== undefined),
  limits = [],
  delegates = [],
  skills = [],
  allowTools = [],
  log,
  sandbox,
}: PolicyInput): Policy {
  const rules = tools.flatMap((tool) =>
    (permissions[tool]?.rules ?? []).map(
      ({ pattern, verdict, from, isPacked }): Rule => ({ tool, pattern, verdict, from, ...(isPacked && { isPacked }) }),
    ),
  );
  const otherwise = Object.fromEntries(
    tools.map((tool) => [tool, permissions[tool]?.intent ?? fallbacks[tool] ?? "ask"]),
  ) as Record<Tool, Verdict>;
  const all = {
    version: policyVersion,
    agent,
    limits,
    rules,
    otherwise,
    named,
    delegates,
    skills,
    allowTools,
  } as const;
  return { ...all, ...(log !== undefined && { log }), ...(sandbox && { sandbox }) };
}
