/** First match wins, for every tool alike; what a rule is matched against is the caller's business. */
import type { GlobStyle } from "../base/glob.ts";
import type { Limit, Policy, Rule, Tool } from "../model/permission.ts";
import { atBestAsk, type Decision } from "./decision.ts";

/** `maybe`: the rule matches for some value of what is not known yet. */
export type Match = "yes" | "maybe" | "no";

const styles: Readonly<Record<Tool, GlobStyle>> = {
  bash: "words",
  edit: "path",
  read: "path",
  external_directory: "path",
  webfetch: "address",
  websearch: "text",
  question: "text",
};

export function styleOf(tool: Tool): GlobStyle {
  return styles[tool];
}

export function judgeByRules(policy: Policy, tool: Tool, match: (rule: Rule) => Match): Decision {
  let doubt: string | undefined;
  for (const rule of policy.rules) {
    if (rule.tool !== tool) continue;
    const found = match(rule);
    if (found === "yes") return atBestAsk({ verdict: rule.verdict, because: { kind: "rule", rule } }, doubt);
    // An allow needs certainty; for anything stricter the possibility is enough to ask.
    if (found === "maybe" && rule.verdict !== "allow") {
      doubt ??= `rule \`${rule.pattern}\` at ${rule.from} may match, depending on what is not known yet`;
    }
  }
  return atBestAsk({ verdict: policy.otherwise[tool], because: { kind: "intent" } }, doubt);
}

/** The limit that takes the tool away altogether, if there is one. */
export function judgeByToolLimit(policy: Policy, tool: Tool): Decision | undefined {
  const limit = policy.limits.find((one) => takesAway(one, tool));
  return limit && { verdict: "deny", because: { kind: "limit", limit } };
}

/** A list of what alone is allowed may be empty. */
export function takesAway(limit: Limit, tool: Tool): boolean {
  switch (limit.kind) {
    case "no-tool":
      return limit.tool === tool;
    case "only-commands":
      return tool === "bash" && limit.expressions.length === 0;
    case "only-paths":
      return tool === "edit" && limit.patterns.length === 0;
    case "no-reading":
      return tool === "read";
    default:
      return false;
  }
}
