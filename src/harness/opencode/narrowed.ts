/** Where OpenCode is stricter than the policy, rule by rule. */
import type { Policy, Rule, Tool } from "../../model/permission.ts";
import { hardLimits } from "../../policy/soft-limits.ts";
import { forbidden } from "./compile-rules.ts";
import { formsOf } from "./forms.ts";

/** The patterns of the rules that its language cannot say exactly. */
export function narrowedPatterns(policy: Policy, tool: Tool): string[] {
  const rules = [...forbidden(hardLimits(policy), tool), ...policy.rules.filter((rule) => rule.tool === tool)];
  return rules
    .filter((rule, i) =>
      isNarrowed(rule, new Set([...rules.slice(i + 1).map(({ verdict }) => verdict), policy.otherwise[tool]])),
    )
    .map(({ pattern }) => pattern);
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
