/** What a policy says about a tool as a whole, for the parts of a client that know only whole tools. */
import type { Policy, Tool, Verdict } from "../../model/permission.ts";

/** Every verdict that limits, rules and intent can give for this tool; a limit that takes the tool away leaves only one. */
export function possibleVerdicts(policy: Policy, tool: Tool): ReadonlySet<Verdict> {
  if (policy.limits.some((limit) => limit.kind === "no-tool" && limit.tool === tool)) return new Set(["deny"]);
  const possible = new Set<Verdict>();
  if (tool === "bash" && policy.limits.some(({ kind }) => kind !== "no-tool")) possible.add("deny");
  for (const rule of policy.rules) if (rule.tool === tool) possible.add(rule.verdict);
  return possible.add(policy.otherwise[tool]);
}

/** Then the client need not offer the tool at all. */
export function isAlwaysDenied(policy: Policy, tool: Tool): boolean {
  if (policy.limits.some((limit) => limit.kind === "no-tool" && limit.tool === tool)) return true;
  if (policy.otherwise[tool] !== "deny") return false;
  return policy.rules.every((rule) => rule.tool !== tool || rule.verdict === "deny");
}

/** `allow` or `deny` when every input gets that verdict; otherwise `mixed`. A command can write any file, anywhere. */
export function plainVerdict(policy: Policy, tool: Tool): "allow" | "deny" | "mixed" {
  const possible = possibleVerdicts(policy, tool);
  if (possible.size > 1 || possible.has("ask")) return "mixed";
  if (possible.has("deny")) return "deny";
  const isFree =
    tool !== "bash" ||
    [...possibleVerdicts(policy, "edit"), ...possibleVerdicts(policy, "external_directory")].every(
      (each) => each === "allow",
    );
  return isFree ? "allow" : "mixed";
}
