/** Where OpenCode is stricter than the policy, rule by rule. */
import type { Policy, Rule, Tool } from "../../model/permission.ts";
import { hardLimits } from "../../policy/limits.ts";
import { forbidden } from "./compile-rules.ts";
import { formsOf } from "./forms.ts";

/** The patterns of the rules that its language cannot say exactly. */
export function narrowedPatterns(policy: Policy, tool: Tool): string[] {
  const patterns: string[] = [];
  const below = new Set<string>([policy.otherwise[tool]]);
  const rules = [...forbidden(hardLimits(policy), tool), ...policy.rules];
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]!;
    if (rule.tool !== tool) continue;
    if (isNarrowed(rule, below)) patterns.push(rule.pattern);
    below.add(rule.verdict);
  }
  return patterns.reverse();
}

/** `below` are the verdicts that what a pattern takes too much of could have had. */
function isNarrowed({ pattern, tool, verdict }: Rule, below: ReadonlySet<string>): boolean {
  const { exact, isUnique, wide, deny } = formsOf(pattern, tool);
  if (below.size === 1 && below.has(verdict)) return false;
  if (exact.length === 0) return wide.length > 0;
  if (verdict === "deny" && deny.length > 0) return true;
  if (verdict !== "allow" && wide.includes("../*")) return true;
  return exact.some(({ guards }) => guards.length > 0) && (!isUnique || below.size > 1);
}
