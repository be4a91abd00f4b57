/** The verdict of a policy for a whole tool, for clients or features that only know whole tools. */
import { type Limit, type Policy, type Tool, tools, type Verdict } from "../../model/permission.ts";
import { hardLimits } from "../../policy/limits.ts";
import { removesTool, rulesFor } from "../../policy/rules.ts";

/** The tool that a limit restricts. */
const partial: Readonly<Record<Limit["kind"], Tool | undefined>> = {
  "no-tool": undefined,
  "no-reading": undefined,
  "no-delegation": undefined,
  "only-commands": "bash",
  "no-commands": "bash",
  "only-paths": "edit",
  "no-paths": "edit",
};

/**
 * Tools that are never allowed for every input, whatever the rules say: steering and secret files, effects of commands,
 * hosts of the local network.
 */
const cautious: ReadonlySet<Tool> = new Set<Tool>(["bash", "edit", "read", "webfetch"]);

/** Every verdict that a call of this tool can get. */
export function possibleVerdicts(policy: Policy, tool: Tool): ReadonlySet<Verdict> {
  const written = writtenVerdicts(policy, tool);
  // A rule for every path also covers secret files.
  const isCautious = cautious.has(tool) && !(tool === "read" && hasRuleForAll(policy, tool));
  return written.has("allow") && isCautious ? new Set([...written, "ask"]) : written;
}

function hasRuleForAll(policy: Policy, tool: Tool): boolean {
  return rulesFor(policy, tool).some(({ pattern }) => pattern === "**");
}

/** Every verdict that limits, rules and intent can give for this tool; a limit that denies the tool leaves only one. */
export function writtenVerdicts(policy: Policy, tool: Tool): ReadonlySet<Verdict> {
  const hard = hardLimits(policy);
  if (hard.some((limit) => removesTool(limit, tool))) return new Set(["deny"]);
  const limits = hard.some(({ kind }) => partial[kind] === tool) ? (["deny"] as const) : [];
  const rules = rulesFor(policy, tool).map(({ verdict }) => verdict);
  return new Set([...limits, ...rules, policy.otherwise[tool]]);
}

/** If so, the client need not offer the tool. */
export function isAlwaysDenied(policy: Policy, tool: Tool): boolean {
  if (hardLimits(policy).some((limit) => removesTool(limit, tool))) return true;
  if (policy.otherwise[tool] !== "deny") return false;
  return rulesFor(policy, tool).every(({ verdict }) => verdict === "deny");
}

/** `allow` or `deny` if every input gets that verdict; otherwise `mixed`. */
export function plainVerdict(policy: Policy, tool: Tool): "allow" | "deny" | "mixed" {
  const possible = possibleVerdicts(policy, tool);
  if (possible.size > 1 || possible.has("ask")) return "mixed";
  return possible.has("deny") ? "deny" : "allow";
}

/** The tools with reading first, as people list them for a client. */
export const readFirst: readonly Tool[] = ["read", ...tools.filter((tool) => tool !== "read")];

/** The agents it may delegate to. */
export function delegatesOf(policy: Policy): readonly string[] {
  return hardLimits(policy).some(({ kind }) => kind === "no-delegation") ? [] : policy.delegates;
}
