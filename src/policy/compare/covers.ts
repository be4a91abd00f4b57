/** Proves without a search that one list is nowhere looser than another: it is the other one made stricter. */
import { keyOf, type List, type ListRule, strict } from "./lists.ts";

/** Each list of A has one of B that is at least as strict. */
export function areCovered(a: readonly List[], b: readonly List[]): boolean {
  return a.every((list) => b.some((other) => isCovered(list, other)));
}

/**
 * B is A with rules that allow taken out, verdicts raised, and rules put in that are as strict as anything A can say.
 * Each of these changes can only raise a verdict, also where only a part of the text is known.
 */
export function isCovered(a: List, b: List): boolean {
  const top = Math.max(strict(a.otherwise), ...a.rules.map(({ saying }) => strict(saying)));
  const bottom = Math.min(strict(b.otherwise), ...b.rules.map(({ saying }) => strict(saying)));
  // An `only` list asks where it may match, whatever it says otherwise.
  if (bottom >= top && (b.kind !== "only" || b.rules.length === 0)) return true;
  if (keyOf(a) === keyOf(b)) return true;
  if (a.kind === "only" || b.kind === "only" || strict(b.otherwise) < strict(a.otherwise)) return false;
  const strictSoFar = new Set<string>();
  let at = 0;
  const isIdle = (rule: ListRule): boolean => strict(rule.saying) === 0 || strictSoFar.has(patternsOf(rule));
  for (const rule of b.rules) {
    if (strict(rule.saying) >= top) {
      strictSoFar.add(patternsOf(rule));
      continue;
    }
    while (at < a.rules.length && !isRaised(a.rules[at]!, rule)) {
      if (!isIdle(a.rules[at]!)) return false;
      at++;
    }
    if (at === a.rules.length) return false;
    at++;
  }
  return a.rules.slice(at).every(isIdle);
}

function patternsOf({ nets }: ListRule): string {
  return nets.map(({ key }) => key).join("\n");
}

function isRaised(from: ListRule, to: ListRule): boolean {
  return patternsOf(from) === patternsOf(to) && strict(to.saying) >= strict(from.saying);
}
