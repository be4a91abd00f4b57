/** Losses in OpenCode that depend on the agent. */
import { type Policy, type Rule, type Tool, tools } from "../../model/permission.ts";
import { hardLimits } from "../../policy/limits.ts";
import { rulesAbout } from "../../policy/rules.ts";
import type { FieldLoss, LossFinders } from "../harness.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { compileRules, forbidden } from "./patterns/compile-rules.ts";
import { formsOf, plainCommand } from "./patterns/forms.ts";
import { isFree } from "./permissions.ts";

export const losses: LossFinders = {
  permissions:
    () =>
    ({ policy }) =>
      policy === undefined ? [] : tools.flatMap((part) => toolLosses(policy, part)),
};

function toolLosses(policy: Policy, part: Tool): readonly FieldLoss[] {
  if (isAlwaysDenied(policy, part)) return [];
  const gated: FieldLoss = { part, support: "gate", why: `asks the plugin about \`${part}\` too` };
  return [
    ...(needsPlugin(policy, part) ? [gated] : []),
    ...narrowings(policy, part).map((why): FieldLoss => ({ part, support: "narrowed", why })),
  ];
}

/** The client's own map is enough if it asks about everything, or if only text is involved. */
function needsPlugin(policy: Policy, tool: Tool): boolean {
  // Compiling the command rules is slow, and the answer does not depend on them.
  if (tool === "bash" || tool === "question") return tool === "bash";
  const lines = compileRules(policy, tool);
  return lines.length > 1 || (tool !== "websearch" && lines[0]![1] !== "ask");
}

function isKeptInside(policy: Policy, tool: Tool): boolean {
  const kind = tool === "bash" ? "only-commands" : tool === "edit" ? "only-paths" : undefined;
  return hardLimits(policy).some((limit) => limit.kind === kind);
}

function narrowings(policy: Policy, tool: Tool): readonly string[] {
  if (tool === "question")
    return isFree(policy, tool)
      ? []
      : ["cannot ask before a question, so `question` is denied unless the policy allows every question"];
  const patterns = narrowedPatterns(policy, tool).map((pattern) => `\`${pattern}\``);
  const asks = possibleVerdicts(policy, tool).has("ask");
  return [
    ...(patterns.length > 0
      ? [`is stricter about ${patterns.join(", ")}: its patterns cannot express ${patterns.length > 1 ? "them" : "it"}`]
      : []),
    ...(isKeptInside(policy, tool)
      ? [`denies \`${tool}\` where its patterns cannot express what the role allows`]
      : []),
    ...(tool === "bash" && asks
      ? ["asks before a command only if its shell is bash; with another shell it may deny the command instead"]
      : []),
    ...(tool === "external_directory" && asks ? ["denies its own directory for long outputs instead of asking"] : []),
  ];
}

/** The patterns of rules that OpenCode's language cannot express exactly. */
function narrowedPatterns(policy: Policy, tool: Tool): string[] {
  const patterns: string[] = [];
  const below = new Set<string>([policy.otherwise[tool]]);
  const rules = [...forbidden(hardLimits(policy), tool), ...rulesAbout(policy, tool)];
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]!;
    if (isNarrowed(rule, below)) patterns.push(rule.pattern);
    below.add(rule.verdict);
  }
  return patterns.reverse();
}

/** `below`: the verdicts that excess matches of a pattern could have had. */
function isNarrowed({ pattern, tool, verdict }: Rule, below: ReadonlySet<string>): boolean {
  if (below.size === 1 && below.has(verdict)) return false;
  if (tool === "bash" && plainCommand.test(pattern)) return false;
  const { exact, isUnique, wide, deny } = formsOf(pattern, tool);
  if (exact.length === 0) return wide.length > 0;
  if (verdict === "deny" && deny.length > 0) return true;
  if (verdict !== "allow" && wide.includes("../*")) return true;
  return exact.some(({ guards }) => guards.length > 0) && (!isUnique || below.size > 1);
}
