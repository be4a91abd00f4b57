/** The rules of a policy: their patterns, the first match, and what is denied for every input. */
import type { GlobStyle } from "../base/glob.ts";
import type { Limit, Policy, Rule, Tool } from "../model/permission.ts";
import { type Decision, raiseToAsk } from "./decision.ts";

/** `maybe`: the rule matches for some value of the unknown part. */
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

const byTool = new WeakMap<readonly Rule[], ReadonlyMap<Tool, readonly Rule[]>>();

/** The rules about one tool, in their order. Most of a long list is about commands. */
export function rulesFor({ rules }: Pick<Policy, "rules">, tool: Tool): readonly Rule[] {
  const known = byTool.get(rules);
  if (known) return known.get(tool) ?? [];
  const groups = new Map<Tool, Rule[]>();
  for (const rule of rules) {
    const group = groups.get(rule.tool);
    if (group) group.push(rule);
    else groups.set(rule.tool, [rule]);
  }
  byTool.set(rules, groups);
  return groups.get(tool) ?? [];
}

/** `rules`: the tool's rules without some that cannot match. */
export function judgeByRules(
  policy: Policy,
  tool: Tool,
  match: (rule: Rule) => Match,
  rules = rulesFor(policy, tool),
): Decision {
  let doubt: string | undefined;
  for (const rule of rules) {
    const found = match(rule);
    if (found === "yes") return raiseToAsk({ verdict: rule.verdict, because: { kind: "rule", rule } }, doubt);
    // Allow needs a certain match; for anything stricter a possible match is enough to ask.
    if (found === "maybe" && rule.verdict !== "allow") {
      doubt ??= `rule \`${rule.pattern}\` at ${rule.from} may match, depending on a value that is not known yet`;
    }
  }
  return raiseToAsk({ verdict: policy.otherwise[tool], because: { kind: "intent" } }, doubt);
}

/** The limit that denies the tool entirely, if there is one. */
export function judgeByToolLimit(policy: Pick<Policy, "limits">, tool: Tool): Decision | undefined {
  const limit = policy.limits.find((one) => removesTool(one, tool));
  return limit && { verdict: "deny", because: { kind: "limit", limit } };
}

/** A list of what is allowed may be empty. */
export function removesTool(limit: Limit, tool: Tool): boolean {
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

/** Every path of the project and none outside. */
export const wholeProject = "*/**";

const known = new Map<string, readonly string[]>();

export function patternsOf({ tool, pattern, verdict }: Pick<Rule, "tool" | "pattern" | "verdict">): readonly string[] {
  const key = `${verdict === "allow" ? "" : tool} ${pattern}`;
  const found = known.get(key);
  if (found) return found;
  // Rules are few and used often, so they are cached; texts of a long session must not accumulate.
  if (known.size >= 10_000) known.clear();
  const made = makePatterns(tool, pattern, verdict === "allow");
  known.set(key, made);
  return made;
}

function makePatterns(tool: Rule["tool"], pattern: string, isAllow: boolean): readonly string[] {
  switch (tool) {
    case "edit":
    case "read":
    case "external_directory":
      return spellAnchor(isAllow ? pattern : pathsBelow(pattern));
    case "webfetch":
      return isAllow ? [pattern] : addressesBelow(pattern);
    default:
      return [pattern];
  }
}

/** A last `/**` also matches the directory itself. */
function pathsBelow(pattern: string): string {
  if (pattern.endsWith("**")) return pattern;
  return pattern.endsWith("/") ? `${pattern}**` : `${pattern}/**`;
}

/** `./**` is every path of the project, and `**` every path. */
function spellAnchor(pattern: string): readonly string[] {
  const rest = /^\.\/\*{2,}(?:\/(.*))?$/s.exec(pattern);
  if (!rest) return [pattern];
  const [, name] = rest;
  return name === undefined || name === "**" ? [wholeProject] : [name, `*/**/${name}`];
}

function addressesBelow(pattern: string): readonly string[] {
  if (pattern.endsWith("**")) return [pattern];
  if (pattern.endsWith("/")) return [`${pattern}**`];
  // A final star also covers a query and a fragment.
  if (pattern.endsWith("*")) return [pattern, `${pattern}/**`];
  return [pattern, `${pattern}/**`, `${pattern}?**`, `${pattern}#**`];
}

/** Whether the tool is denied for every input. */
export function deniesAll(policy: Policy, tool: Tool): boolean {
  return judgeByToolLimit(policy, tool) !== undefined || rulesDenyAll(policy, tool);
}

/**
 * The author denied editing entirely. A role that does so states in its own limits which commands may run code, so it
 * does not count; changes are denied there by the limit itself.
 */
export function isReadOnly(policy: Policy): boolean {
  return rulesDenyAll(policy, "edit");
}

function rulesDenyAll(policy: Policy, tool: Tool): boolean {
  for (const rule of rulesFor(policy, tool)) {
    if (rule.verdict !== "deny") return false;
    if (rule.pattern === "**") return true;
  }
  return policy.otherwise[tool] === "deny";
}
