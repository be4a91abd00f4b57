/** Turns a policy into lists: its rules as seen by one tool, and its limits. */

import type { Limit, Policy, Rule, Tool, Verdict } from "../../model/permission.ts";
import { normaliseAddressPattern } from "../address.ts";
import { hardLimits } from "../limits.ts";
import type { PathTool } from "../path/judge.ts";
import { patternsOf, removesTool, rulesFor } from "../rules.ts";
import { type ListRule, type ListVerdict, type VerdictList, verdictCode } from "./lists.ts";
import { expressionNfa } from "./nfa/expression-nfa.ts";
import { globNfa, haveCommonHead, literalHead, type Nfa, pathNfa, type Start } from "./nfa/glob-nfa.ts";

/** How a tool sees its rules if more than their verdict matters. */
export interface RuleView {
  readonly rule?: (rule: Rule) => ListVerdict;
  readonly otherwise?: ListVerdict;
}

export const denyAll: VerdictList = { rules: [], otherwise: verdictCode.deny };

export function byIntent(verdict: Verdict): ListVerdict {
  return verdict === "ask" ? verdictCode.intentAsk : verdict === "deny" ? verdictCode.intentDeny : verdictCode.allow;
}

/** `allow` becomes `ask`; a stricter verdict stays. */
export function askAtLeast(verdict: Verdict): ListVerdict {
  return verdict === "allow" ? verdictCode.ask : verdictCode[verdict];
}

function ruleList(
  policy: Policy,
  tool: Tool,
  netsOf: (pattern: string) => readonly Nfa[],
  view: RuleView,
): VerdictList {
  const rules = rulesFor(policy, tool).map(
    (rule): ListRule => ({
      verdict: view.rule?.(rule) ?? verdictCode[rule.verdict],
      nfas: patternsOf(rule).flatMap(netsOf),
    }),
  );
  return { rules, otherwise: view.otherwise ?? byIntent(policy.otherwise[tool]) };
}

export function isToolRemoved(policy: Policy, tool: Tool): boolean {
  return hardLimits(policy).some((limit) => removesTool(limit, tool));
}

/** Rules and limits on the words of one simple command. */
export function commandLists(policy: Policy, start: Start = "plain", view?: RuleView): readonly VerdictList[] {
  if (view || start !== "plain") return makeCommandLists(policy, start, view ?? {});
  const known = plainLists.get(policy) ?? makeCommandLists(policy, start, {});
  plainLists.set(policy, known);
  return known;
}

const plainLists = new WeakMap<Policy, readonly VerdictList[]>();

function makeCommandLists(policy: Policy, start: Start, view: RuleView): readonly VerdictList[] {
  if (isToolRemoved(policy, "bash")) return [denyAll];
  const rules = ruleList(policy, "bash", (pattern) => [globNfa(pattern, "words", start)], view);
  return [rules, ...commandLimits(policy)];
}

export function commandLimits(policy: Policy): readonly VerdictList[] {
  return hardLimits(policy).flatMap(commandLimit);
}

/** Assignments before a command are judged by rules only; without a matching rule, they are asked about. */
export function assignmentList(policy: Policy): VerdictList {
  return ruleList(policy, "bash", (pattern) => [globNfa(pattern, "words")], { otherwise: verdictCode.ask });
}

/** An invalid expression makes every command fail, and a failure is a deny. */
function commandLimit(limit: Limit): readonly VerdictList[] {
  if (limit.kind !== "only-commands" && limit.kind !== "no-commands") return [];
  const nfas = limit.expressions.map(expressionNfa);
  if (!nfas.every((nfa) => nfa !== undefined)) return [denyAll];
  return limit.kind === "only-commands"
    ? [{ rules: [{ verdict: verdictCode.allow, nfas }], otherwise: verdictCode.deny, kind: "only" }]
    : [{ rules: [{ verdict: verdictCode.deny, nfas }], otherwise: verdictCode.allow, kind: "unsure" }];
}

/** Rules and limits on one path. Outside the project, editing and reading also need `external_directory`. */
export function pathLists(
  policy: Policy,
  tool: PathTool,
  isInside: boolean,
  view: RuleView = {},
): readonly VerdictList[] {
  const own = ownPathLists(policy, tool, isInside, view);
  if (isInside || tool === "external_directory") return own;
  return [...own, ...ownPathLists(policy, "external_directory", isInside, {})];
}

export function ownPathLists(
  policy: Policy,
  tool: PathTool,
  isInside: boolean,
  view: RuleView,
): readonly VerdictList[] {
  if (isToolRemoved(policy, tool)) return [denyAll];
  const rules = ruleList(policy, tool, (pattern) => [pathNfa(pattern, isInside)], view);
  return tool === "edit" ? [rules, ...hardLimits(policy).flatMap((limit) => pathLimit(limit, isInside))] : [rules];
}

function pathLimit(limit: Limit, isInside: boolean): readonly VerdictList[] {
  if (limit.kind !== "only-paths" && limit.kind !== "no-paths") return [];
  const nfas = limit.patterns.map((pattern) => pathNfa(pattern, isInside));
  return limit.kind === "only-paths"
    ? [{ rules: [{ verdict: verdictCode.allow, nfas }], otherwise: verdictCode.deny, kind: "only" }]
    : [{ rules: [{ verdict: verdictCode.deny, nfas }], otherwise: verdictCode.allow }];
}

export function addressLists(policy: Policy, view: RuleView = {}): readonly VerdictList[] {
  if (isToolRemoved(policy, "webfetch")) return [denyAll];
  const forms = (pattern: string) => [...new Set([pattern, normaliseAddressPattern(pattern)])];
  return [ruleList(policy, "webfetch", (pattern) => forms(pattern).map((each) => globNfa(each, "address")), view)];
}

export function textLists(policy: Policy, tool: "websearch" | "question"): readonly VerdictList[] {
  if (isToolRemoved(policy, tool)) return [denyAll];
  return [ruleList(policy, tool, (pattern) => [globNfa(pattern, "text")], {})];
}

/** Paths that match one of the patterns, as a list that allows them. */
export function pathsOf(patterns: readonly string[], isInside: boolean, except: readonly string[] = []): VerdictList {
  const nfas = (each: readonly string[]) => each.map((pattern) => pathNfa(pattern, isInside));
  return {
    rules: [
      { verdict: verdictCode.ask, nfas: nfas(except) },
      { verdict: verdictCode.allow, nfas: nfas(patterns) },
    ],
    otherwise: verdictCode.ask,
  };
}

/** Commands that match one of the patterns, as a list that allows them. */
export function commandsOf(patterns: readonly string[]): VerdictList {
  return {
    rules: [{ verdict: verdictCode.allow, nfas: patterns.map((each) => globNfa(each, "words")) }],
    otherwise: verdictCode.ask,
  };
}

/** The policy without command rules that overlap none of the patterns. */
export function narrowed(policy: Policy, patterns: readonly string[]): Policy {
  const heads = patterns.map(literalHead);
  const rules = rulesOf(policy).filter(({ head }) => heads.some((each) => haveCommonHead(each, head)));
  return { ...policy, rules: rules.map(({ rule }) => rule) };
}

interface HeadedRule {
  readonly rule: Rule;
  readonly head: string;
}

const headed = new WeakMap<Policy, readonly HeadedRule[]>();

function rulesOf(policy: Policy): readonly HeadedRule[] {
  const known =
    headed.get(policy) ?? rulesFor(policy, "bash").map((rule) => ({ rule, head: literalHead(rule.pattern) }));
  headed.set(policy, known);
  return known;
}

/** The words of a pattern before its first star. */
export function literalWords({ pattern }: Pick<Rule, "pattern">): readonly string[] {
  const star = pattern.indexOf("*");
  return (star < 0 ? pattern : pattern.slice(0, star)).trimEnd().split(" ");
}
