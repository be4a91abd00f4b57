/** Patterns as nondeterministic finite automata (NFAs): all patterns of two policies can be matched side by side. */
import { compileGlob, type Glob, gap } from "../../../base/glob.ts";
import { anchorOf } from "../../path/patterns.ts";

/** States reachable without reading are included. */
export interface Nfa {
  /** NFAs with equal keys are equal. */
  readonly key: string;
  readonly start: readonly number[];
  /** The literal prefix of every match: NFAs with the same `from` and different prefixes are disjoint. */
  readonly head?: { readonly from: string; readonly text: string };
  /** It never matches for certain, so only possible matches are followed. */
  readonly isVague?: boolean;
  readonly step: (state: number, symbol: number) => readonly number[];
  /** After an unknown symbol: states that are reached for any value, and states that may be reached. */
  readonly sure: (state: number, symbol: number) => readonly number[];
  readonly may: (state: number, symbol: number) => readonly number[];
  /** Whether it matches if the text ends here. */
  readonly ends: (state: number) => boolean;
  /** Whether it matches whatever follows. */
  readonly matchesAlways: (state: number) => boolean;
  /** A number for the remaining language: equal numbers, equal languages. */
  readonly rest: (state: number) => number;
  /** The units that are distinguished here. */
  readonly marks: (state: number) => readonly number[];
  /** Units distinguished as ranges: pairs, both ends included. */
  readonly ranges?: (state: number) => readonly number[];
}

/**
 * Where matching starts. `plain`: at the first unit. `absolute`: the same, across the marks for root and home.
 * `project`: at the project root. `away`: relative to the project root, for a path outside it. `home`: at the home.
 * `command`: at the command after its assignments.
 */
export type Start = "plain" | "absolute" | "project" | "away" | "home" | "command";

const none: readonly number[] = [];

/** The alphabet of the comparison: UTF-16 units, and marks that occur in no text. */
export { gap };

/** The path so far is the project root. */
export const atRoot = -11;
/** The path so far is the home. */
export const atHome = -12;
/** The command begins here, after its assignments. */
export const commandStart = -13;

/** Unknown text within one word or one segment of a path. */
export const unknownText = -21;
/** Any number of unknown words. */
export const unknownWords = -22;
/** The gap before a word whose end is unknown. */
export const unknownGap = -23;
/** Everything at and below the path so far, or directories in the middle of a path. */
export const unknownTree = -24;
/** The same two for a set that begins above the project and may lead into it. */
export const unknownTextAround = -25;
export const unknownTreeAround = -26;

/** From here on, part of the text is unknown. */
export function isUnknown(symbol: number): boolean {
  return symbol <= unknownText;
}

export const slash = 47;
export const space = 32;

/** The symbol at which the NFA starts, if a region does not offer it anyway. */
const wakes: Partial<Record<Start, readonly number[]>> = {
  home: [atHome],
  away: [unknownTextAround, unknownTreeAround],
};
const nfas = new Map<string, Nfa>();
const restNumbers = new Map<string, number>();

export function restId(text: string): number {
  const known = restNumbers.get(text);
  if (known !== undefined) return known;
  restNumbers.set(text, restNumbers.size);
  return restNumbers.size - 1;
}

/** Bounds memory in long sessions; rules are few. */
function remember(key: string, make: () => Nfa): Nfa {
  const known = nfas.get(key);
  if (known) return known;
  if (nfas.size >= 20_000) nfas.clear();
  const nfa = make();
  nfas.set(key, nfa);
  return nfa;
}

export function globNfa(pattern: string, style: "words" | "path" | "address" | "text", start: Start = "plain"): Nfa {
  const key = `${style} ${start} ${pattern}`;
  return remember(key, () => {
    const head = { from: `${style} ${start}`, text: literalHead(pattern) };
    return makeLater(key, head, () => makeGlobNfa(key, compileGlob(pattern, style), start));
  });
}

/** Lazy, because most NFAs are only compared by key. */
function makeLater(key: string, head: NonNullable<Nfa["head"]>, make: () => Nfa): Nfa {
  let made: Nfa | undefined;
  const nfa = (): Nfa => {
    made ??= make();
    return made;
  };
  return {
    key,
    head,
    get start() {
      return nfa().start;
    },
    get isVague() {
      return nfa().isVague ?? false;
    },
    step: (state, symbol) => nfa().step(state, symbol),
    sure: (state, symbol) => nfa().sure(state, symbol),
    may: (state, symbol) => nfa().may(state, symbol),
    ends: (state) => nfa().ends(state),
    matchesAlways: (state) => nfa().matchesAlways(state),
    rest: (state) => nfa().rest(state),
    marks: (state) => nfa().marks(state),
  };
}

/** Text before a final star can be left out together with it. */
export function literalHead(pattern: string): string {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, star).replace(/[ /]$/, "");
}

/** Whether no text can match both. */
export function areDisjoint({ head: one }: Nfa, { head: other }: Nfa): boolean {
  if (!one || !other || one.from !== other.from) return false;
  return !haveCommonHead(one.text, other.text);
}

export function haveCommonHead(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** The NFAs of a path pattern, inside or outside the project. */
export function pathNfa(pattern: string, isInside: boolean): Nfa {
  const anchor = anchorOf(pattern);
  if (anchor === "root")
    return pattern.startsWith("~") ? globNfa(pattern.slice(1), "path", "home") : globNfa(pattern, "path", "absolute");
  if (isInside) return globNfa(pattern, "path", "project");
  return globNfa(pattern, "path", anchor === "project" ? "away" : "plain");
}

interface Chain {
  readonly glob: Glob;
  /** Each state with those that follow it without reading. */
  readonly closed: readonly (readonly number[])[];
  readonly end: number;
}

function makeGlobNfa(key: string, glob: Glob, start: Start): Nfa {
  const { steps, separator } = glob;
  const end = steps.length;
  const chain: Chain = { glob, closed: Array.from({ length: end + 1 }, (_, at) => close(glob, at)), end };
  const { closed } = chain;
  const [waits, isAtRoot] = [end + 1, end + 2];
  const letters = steps.map((step) =>
    step.kind === "unit"
      ? String.fromCharCode(step.unit + 8)
      : { any: "\u0001", star: "\u0002", maybe: "\u0003" }[step.kind],
  );
  const textOf = (at: number): string => `${start} ${separator} ${letters.slice(at).join("")}`;
  // Computed on demand: most states of most NFAs are never reached.
  const rests: (number | undefined)[] = [];
  const restOf = (at: number): number =>
    restId(at === waits ? `waits ${textOf(0)}` : at === isAtRoot ? `root ${textOf(0)}` : textOf(at));
  const read = (at: number, symbol: number): readonly number[] => {
    const next: number[] = [];
    for (const one of closed[at]!) {
      const step = steps[one];
      if (step?.kind === "unit") {
        if (step.unit === symbol) next.push(one + 1);
      } else if (step?.kind === "any" || (step?.kind === "star" && symbol !== separator)) next.push(one);
    }
    return next;
  };
  const whole = Array.from({ length: end + 1 }, (_, at) => at);
  const isWaiting = start === "project" || start === "away" || start === "home" || start === "command";
  return {
    key,
    start: isWaiting ? [waits] : [0],
    isVague: start === "away",
    step: (at, symbol) => {
      if (at === waits) return leaveStart(start, symbol, waits, isAtRoot);
      if (symbol === commandStart) return read(at, gap);
      if (at === isAtRoot) return symbol === slash ? [0] : symbol === atHome ? [at] : none;
      if (symbol === atRoot || symbol === atHome) return start === "home" && symbol === atHome ? none : [at];
      return read(at, symbol);
    },
    sure: (at, symbol) => {
      if (at === waits) return start === "away" || start === "command" ? [waits] : none;
      if (symbol === unknownGap) return read(at, gap);
      if (at === isAtRoot)
        return symbol === unknownTree ? closed[0]!.filter((one) => steps[one]?.kind === "any") : none;
      return keepSure(chain, at, symbol);
    },
    may: (at, symbol) => {
      if (at === waits) {
        const mayLeave = start === "home" || symbol === unknownTextAround || symbol === unknownTreeAround;
        return mayLeave && start !== "command" ? whole : none;
      }
      if (symbol === unknownGap) return read(at, gap);
      if (at === isAtRoot) return whole;
      return reach(chain, at, symbol, read);
    },
    ends: (at) => at !== waits && closed[at === isAtRoot ? 0 : at]!.includes(end),
    matchesAlways: (at) => at < waits && closed[at]!.some((one) => one === end - 1 && steps[one]?.kind === "any"),
    rest: (at) => {
      rests[at] ??= restOf(at);
      return rests[at];
    },
    marks: (at) => {
      if (at === waits) return wakes[start] ?? none;
      if (at === isAtRoot) return [slash];
      const found = separator === undefined ? [] : [separator];
      for (const one of closed[at]!) {
        const step = steps[one];
        if (step?.kind === "unit") found.push(step.unit);
      }
      return found;
    },
  };
}

function close({ steps }: Glob, from: number): readonly number[] {
  if (steps[from] === undefined || steps[from].kind === "unit") return [from];
  const seen = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at];
    if (!step || step.kind === "unit") continue;
    if (step.kind === "maybe") open.push(step.to);
    open.push(at + 1);
  }
  return [...seen].sort((a, b) => a - b);
}

function leaveStart(start: Start, symbol: number, waits: number, isAtRoot: number): readonly number[] {
  if (start === "project" && symbol === atRoot) return [isAtRoot];
  if (start === "home" && symbol === atHome) return [0];
  // The project is never the home or above it.
  if (start === "home" && symbol === atRoot) return none;
  if (start === "command" && symbol === commandStart) return [0];
  return [waits];
}

/** As in `mustMatch`: the states that remain whatever the unknown part is. */
function keepSure({ glob: { steps, separator }, closed, end }: Chain, at: number, symbol: number): readonly number[] {
  const isTree = symbol === unknownTree || symbol === unknownTreeAround;
  const from = isTree ? behindSlash(closed, steps, at) : closed[at]!;
  return from.filter((one) => {
    const step = steps[one];
    if (step?.kind === "any") return true;
    if (symbol === unknownText || symbol === unknownTextAround) return step?.kind === "star";
    if (symbol !== unknownWords || step?.kind !== "maybe") return false;
    const border = steps[one + 1];
    return one + 3 === end && border?.kind === "unit" && border.unit === separator && steps[one + 2]?.kind === "any";
  });
}

function behindSlash(closed: Chain["closed"], steps: Glob["steps"], at: number): readonly number[] {
  return closed[at]!.flatMap((one) => {
    const step = steps[one];
    if (step?.kind === "unit") return step.unit === slash ? closed[one + 1]! : [];
    return step?.kind === "any" ? closed[one]! : [];
  });
}

/** As in `mayMatch`: every state that some content of the unknown part leads to. */
function reach(
  { glob: { steps, separator }, closed, end }: Chain,
  at: number,
  symbol: number,
  read: Nfa["step"],
): readonly number[] {
  if (symbol === unknownText || symbol === unknownTextAround) {
    const seen = new Set<number>();
    const open = [at];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const each of closed[one]!) {
        if (seen.has(each)) continue;
        seen.add(each);
        const step = steps[each];
        if (step && !(step.kind === "unit" && step.unit === separator)) open.push(each + 1);
      }
    }
    return [...seen];
  }
  const first = Math.min(Number.POSITIVE_INFINITY, ...read(at, symbol === unknownWords ? gap : slash));
  const later = first > end ? [] : Array.from({ length: end + 1 - first }, (_, i) => first + i);
  return [...new Set([at, ...later])];
}

/** The states after a symbol, for certain and possible matches. */
export function follow(nfa: Nfa, state: number, symbol: number): readonly number[] {
  return isUnknown(symbol) ? nfa.may(state, symbol) : nfa.step(state, symbol);
}
