/** Regular expressions of limits as NFAs, matched as in `matchExpression`: anywhere in the words joined by spaces. */
import { compileExpression } from "../../../base/expression.ts";
import { inRanges, isWordUnit } from "../../../base/expression-reader.ts";
import { commandStart, gap, isUnknown, type Nfa, restId, space, unknownGap, unknownWords } from "./glob-nfa.ts";

const none: readonly number[] = [];
/** Where a run of word characters begins or ends. */
const wordRanges: readonly number[] = [48, 57, 65, 90, 95, 95, 97, 122];

const nfas = new Map<string, Nfa | undefined>();

/** Undefined if the text is not a valid expression. */
export function expressionNfa(source: string): Nfa | undefined {
  if (!nfas.has(source)) nfas.set(source, makeNfa(source));
  return nfas.get(source);
}

/** What precedes a state: the start of the text, or a word character. */
interface Where {
  readonly isStart: boolean;
  readonly isBehindWord: boolean;
  /** Undefined if the text ends or may end here. */
  readonly next: number | undefined;
  readonly isEnd: boolean;
}

/** A state is a step with two bits: at the start of the text, and after a word character. */
function makeNfa(source: string): Nfa | undefined {
  const made = compileExpression(source);
  if ("problem" in made) return undefined;
  const { steps } = made;
  // A match may begin at every unit.
  const fresh = steps.length;
  const matched = (fresh + 1) * 4;
  const mayMatch = matched + 1;
  const indexOf = (state: number): number => (state >> 2 === fresh ? 0 : state >> 2);

  const walk = (from: number, { isStart, isBehindWord, next, isEnd }: Where): readonly number[] => {
    const isBorder = isBehindWord !== (next !== undefined && isWordUnit(next));
    const seen = new Set<number>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const step = steps[at]!;
      if (step.kind === "split") open.push(...step.to);
      else if (step.kind === "start" && isStart) open.push(at + 1);
      else if (step.kind === "end" && isEnd) open.push(at + 1);
      else if (step.kind === "border" && step.isBorder === isBorder) open.push(at + 1);
    }
    return [...seen];
  };
  const whereOf = (state: number, next: number | undefined, isEnd: boolean): Where => ({
    isStart: (state & 1) === 1,
    isBehindWord: (state & 2) === 2,
    next,
    isEnd,
  });
  const isMatch = (states: readonly number[]): boolean => states.some((at) => steps[at]!.kind === "match");
  const takes = (at: number, unit: number): boolean => {
    const step = steps[at]!;
    return step.kind === "unit" && inRanges(step.ranges, unit) !== step.isNegated;
  };
  const step = (state: number, symbol: number): readonly number[] => {
    if (state >= matched) return [state];
    if (symbol < gap && symbol !== commandStart) return [state];
    const unit = symbol === gap || symbol === commandStart ? space : symbol;
    const bits = isWordUnit(unit) ? 2 : 0;
    const here = walk(indexOf(state), whereOf(state, unit, false));
    if (isMatch(here)) return [matched];
    const next = here.filter((at) => takes(at, unit)).map((at) => (at + 1) * 4 + bits);
    return state >> 2 === fresh ? [...next, fresh * 4 + bits] : next;
  };
  /** Whether it matches some continuation: a space and any text. */
  const mayFollow = (state: number): boolean => {
    const here = walk(indexOf(state), whereOf(state, undefined, true));
    if (isMatch(here) || here.some((at) => takes(at, space))) return true;
    if (state >> 2 !== fresh) return false;
    return [true, false].some((isBehindWord) =>
      [97, undefined].some((next) =>
        walk(0, { isStart: false, isBehindWord, next, isEnd: true }).some((at) => /unit|match/.test(steps[at]!.kind)),
      ),
    );
  };
  return {
    key: `expression ${source}`,
    start: [fresh * 4 + 1],
    step,
    sure: (state, symbol) => {
      if (state >= matched) return [state];
      // In a word that begins with an assignment, the engine looks at the text before it.
      if (symbol !== unknownWords && symbol !== unknownGap) return none;
      return isMatch(walk(indexOf(state), whereOf(state, undefined, false))) ? [matched] : none;
    },
    may: (state, symbol) => {
      if (state >= matched) return [state];
      if (isUnknown(symbol) && symbol !== unknownWords && symbol !== unknownGap) return [mayMatch];
      return mayFollow(state) ? [mayMatch] : none;
    },
    ends: (state) => state >= matched || isMatch(walk(indexOf(state), whereOf(state, undefined, true))),
    matchesAlways: (state) => state === matched,
    rest: (state) => restId(`expression ${state} ${source}`),
    marks: (state) => (state >= matched ? none : [gap]),
    ranges: (state) => {
      if (state >= matched) return none;
      const found = [...wordRanges];
      for (const at of walkAll(indexOf(state))) {
        const one = steps[at]!;
        if (one.kind === "unit") found.push(...one.ranges);
      }
      return found;
    },
  };

  function walkAll(from: number): readonly number[] {
    const seen = new Set<number>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const one = steps[at]!;
      if (one.kind === "split") open.push(...one.to);
      else if (one.kind !== "unit" && one.kind !== "match") open.push(at + 1);
    }
    return [...seen];
  }
}
