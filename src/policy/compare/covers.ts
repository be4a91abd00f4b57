/** Proves without a search that one list is not looser than another, because it is the same list made stricter. */
import type { Rule } from "../../model/permission.ts";
import { keyOf, type ListRule, type ListVerdict, strict, type VerdictList, verdictCode } from "./lists.ts";
import { areDisjoint, haveCommonHead, literalHead } from "./nfa/glob-nfa.ts";

/** Whether each list of A has a list in B that is at least as strict. */
export function areCovered(a: readonly VerdictList[], b: readonly VerdictList[]): boolean {
  return a.every((list) => b.some((other) => isCovered(list, other)));
}

/**
 * Whether B is A with allow rules removed, verdicts raised, and rules added that are as strict as anything A can
 * answer. Each change can only raise a verdict, even if only part of the text is known. The same holds for removing a
 * stricter rule whose texts fall to B's fallback, and for adding a rule where A has nothing stricter left.
 */
function isCovered(a: VerdictList, b: VerdictList): boolean {
  const top = Math.max(strict(a.otherwise), ...a.rules.map(({ verdict }) => strict(verdict)));
  const bottom = Math.min(strict(b.otherwise), ...b.rules.map(({ verdict }) => strict(verdict)));
  // An `only` list asks wherever it may match.
  if (bottom >= top && (b.kind !== "only" || b.rules.length === 0)) return true;
  if (keyOf(a) === keyOf(b)) return true;
  if (a.kind === "only" || b.kind === "only" || strict(b.otherwise) < strict(a.otherwise)) return false;
  if (b.kind === "certain" && a.kind !== "certain") return false;
  /** How strict B has been about a pattern so far. */
  const soFar = new Map<string, number>();
  const wasAsStrict = (rule: ListRule): boolean => (soFar.get(patternsOf(rule)) ?? 0) >= strict(rule.verdict);
  let at = 0;
  // A rule of A that B lacks: it allows, or B was already as strict, or no looser rule left in B overlaps it.
  const isIdle = (rule: ListRule, left: number): boolean => {
    const level = strict(rule.verdict);
    if (level === 0 || wasAsStrict(rule)) return true;
    if (strict(b.otherwise) < level) return false;
    for (let i = left; i < b.rules.length; i++) {
      const other = b.rules[i]!;
      if (strict(other.verdict) < level && !areRulesApart(rule, other)) return false;
    }
    return true;
  };
  // No rule left in A is stricter, except where B was already as strict.
  const isHarmless = ({ verdict }: ListRule): boolean => {
    const level = strict(verdict);
    if (strict(a.otherwise) > level) return false;
    for (let i = at; i < a.rules.length; i++) {
      const other = a.rules[i]!;
      if (strict(other.verdict) > level && !wasAsStrict(other)) return false;
    }
    return true;
  };
  for (const [left, rule] of b.rules.entries()) {
    if (strict(rule.verdict) < top && !isHarmless(rule)) {
      while (at < a.rules.length && !isRaised(a.rules[at]!, rule)) {
        if (!isIdle(a.rules[at]!, left)) return false;
        at++;
      }
      if (at === a.rules.length) return false;
      at++;
    }
    const key = patternsOf(rule);
    soFar.set(key, Math.max(soFar.get(key) ?? 0, strict(rule.verdict)));
  }
  return a.rules.slice(at).every((rule) => isIdle(rule, b.rules.length));
}

function areRulesApart(one: ListRule, other: ListRule): boolean {
  return one.nfas.every((nfa) => other.nfas.every((each) => areDisjoint(nfa, each)));
}

/**
 * The same for the command rules of two policies, including patterns and whether a rule comes from a pack. An allow
 * rule may count as ask for what it does not name.
 */
export function areRulesCovered(a: RuleList, b: RuleList): boolean {
  if (strict(b.otherwise) < strict(a.otherwise)) return false;
  /** Rules of B so far that ask or deny. */
  const stricter: Rule[] = [];
  let at = 0;
  const wasAsStrict = ({ pattern }: Rule, level: number): boolean =>
    stricter.some((rule) => strict(verdictCode[rule.verdict]) >= level && isWithin(pattern, rule.pattern));
  const isIdle = (rule: Rule, left: number): boolean => {
    const level = Math.max(1, strict(verdictCode[rule.verdict]));
    if (wasAsStrict(rule, level)) return true;
    if (strict(b.otherwise) < level) return false;
    for (let i = left; i < b.rules.length; i++) {
      const { verdict, pattern } = b.rules[i]!;
      if (strict(verdictCode[verdict]) < level && mayMeet(rule.pattern, pattern)) return false;
    }
    return true;
  };
  // No rule left in A denies, except where B was already as strict.
  const mayAsk = (): boolean =>
    strict(a.otherwise) < 2 && a.rules.slice(at).every((rule) => rule.verdict !== "deny" || wasAsStrict(rule, 2));
  for (const [left, rule] of b.rules.entries()) {
    if (rule.verdict === "allow" || (rule.verdict === "ask" && !mayAsk())) {
      while (at < a.rules.length && !isSameRule(a.rules[at]!, rule)) {
        if (!isIdle(a.rules[at]!, left)) return false;
        at++;
      }
      if (at === a.rules.length) return false;
      at++;
    }
    if (rule.verdict !== "allow") stricter.push(rule);
  }
  return a.rules.slice(at).every((rule) => isIdle(rule, b.rules.length));
}

/**
 * Whether every match of the pattern also matches the wider one: they are equal, or the wider one is some words and `
 * *`.
 */
function isWithin(pattern: string, wider: string): boolean {
  if (pattern === wider) return true;
  const head = wider.slice(0, -2);
  return wider.endsWith(" *") && !head.includes("*") && (pattern === head || pattern.startsWith(`${head} `));
}

/** Whether some text may match both. A pattern without a star matches exactly one text. */
function mayMeet(one: string, other: string): boolean {
  const [head, second] = [literalHead(one), literalHead(other)];
  if (!one.includes("*")) return other.includes("*") ? one.startsWith(second) : one === other;
  return other.includes("*") ? haveCommonHead(head, second) : other.startsWith(head);
}

export interface RuleList {
  readonly rules: readonly Rule[];
  readonly otherwise: ListVerdict;
}

function isSameRule(one: Rule, other: Rule): boolean {
  return one.pattern === other.pattern && one.verdict === other.verdict && one.isPacked === other.isPacked;
}

function patternsOf({ nfas }: ListRule): string {
  return nfas.map(({ key }) => key).join("\n");
}

function isRaised(from: ListRule, to: ListRule): boolean {
  return patternsOf(from) === patternsOf(to) && strict(to.verdict) >= strict(from.verdict);
}
