/** What an author wrote about permissions, laid in line: plain data the gate can read back. */
import {
  type Limit,
  type Policy,
  policyVersion,
  type Rule,
  type Tool,
  tools,
  type Verdict,
} from "../model/permission.ts";

export interface PolicyInput {
  readonly agent: string;
  readonly permissions: Partial<
    Record<Tool, { readonly intent: Verdict; readonly rules: readonly Pick<Rule, "pattern" | "verdict" | "from">[] }>
  >;
  readonly limits?: readonly Limit[];
  readonly delegates?: readonly string[];
  readonly skills?: readonly string[];
  readonly allowTools?: readonly string[];
}

/** A tool that is not named falls back to `ask`. */
export function compilePolicy({
  agent,
  permissions,
  limits = [],
  delegates = [],
  skills = [],
  allowTools = [],
}: PolicyInput): Policy {
  const rules = tools.flatMap((tool) =>
    (permissions[tool]?.rules ?? []).map(({ pattern, verdict, from }): Rule => ({ tool, pattern, verdict, from })),
  );
  const otherwise = Object.fromEntries(tools.map((tool) => [tool, permissions[tool]?.intent ?? "ask"])) as Record<
    Tool,
    Verdict
  >;
  return { version: policyVersion, agent, limits, rules, otherwise, delegates, skills, allowTools };
}
