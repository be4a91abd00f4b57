/** Patterns as nets: places that are followed symbol by symbol, all patterns of two policies side by side. */
import { compileGlob, type Glob } from "../../../base/glob.ts";
import { anchorOf } from "../../path/patterns.ts";
import {
  atHome,
  atRoot,
  commandStart,
  gap,
  isUnknown,
  slash,
  unknownGap,
  unknownText,
  unknownTextAround,
  unknownTree,
  unknownTreeAround,
  unknownWords,
} from "./symbols.ts";

/** A place stands for all that it reaches without reading: its language is whole. */
export interface Net {
  /** Equal keys, equal nets. */
  readonly key: string;
  readonly start: readonly number[];
  /** What every text that it matches begins with, behind where it starts: nets with one `from` can be told apart by it. */
  readonly head?: { readonly from: string; readonly text: string };
  /** It never matches for sure, so it is only followed as one that may. */
  readonly isVague?: boolean;
  readonly step: (place: number, symbol: number) => readonly number[];
  /** Behind an unknown symbol: where a match is for sure, whatever it stands for, and where there may be one. */
  readonly sure: (place: number, symbol: number) => readonly number[];
  readonly may: (place: number, symbol: number) => readonly number[];
  /** A match if the text ends here. */
  readonly ends: (place: number) => boolean;
  /** A match whatever follows. */
  readonly settles: (place: number) => boolean;
  /** A number for what is left to read from here: equal numbers, equal languages. */
  readonly rest: (place: number) => number;
  /** The units that are told apart here. */
  readonly marks: (place: number) => readonly number[];
  /** Pairs, both ends included: units that are told apart as ranges. */
  readonly ranges?: (place: number) => readonly number[];
}

/**
 * `plain`: from the first unit on. `absolute`: the same, across the marks for the root and the home. `project`: from
 * the project root on. `away`: seen from the project root, in a path that is outside of it. `home`: from the home on.
 * `command`: from the command behind its assignments on.
 */
export type Start = "plain" | "absolute" | "project" | "away" | "home" | "command";

const none: readonly number[] = [];
/** What a net that has not begun yet waits for, where a region does not offer it anyway. */
const wakes: Partial<Record<Start, readonly number[]>> = {
  home: [atHome],
  away: [unknownTextAround, unknownTreeAround],
};
const nets = new Map<string, Net>();
const restNumbers = new Map<string, number>();

export function numberOfRest(text: string): number {
  const known = restNumbers.get(text);
  if (known !== undefined) return known;
  restNumbers.set(text, restNumbers.size);
  return restNumbers.size - 1;
}

/** Rules are few; what comes and goes in a long session must not pile up. */
function remember(key: string, make: () => Net): Net {
  const known = nets.get(key);
  if (known) return known;
  if (nets.size >= 20_000) nets.clear();
  const net = make();
  nets.set(key, net);
  return net;
}

export function globNet(pattern: string, style: "words" | "path" | "address" | "text", start: Start = "plain"): Net {
  const key = `${style} ${start} ${pattern}`;
  return remember(key, () => {
    const head = { from: `${style} ${start}`, text: literalHead(pattern) };
    return makeLater(key, head, () => makeGlobNet(key, compileGlob(pattern, style), start));
  });
}

/** Most nets are only ever compared by their keys. */
function makeLater(key: string, head: NonNullable<Net["head"]>, make: () => Net): Net {
  let made: Net | undefined;
  const net = (): Net => {
    made ??= make();
    return made;
  };
  return {
    key,
    head,
    get start() {
      return net().start;
    },
    get isVague() {
      return net().isVague ?? false;
    },
    step: (place, symbol) => net().step(place, symbol),
    sure: (place, symbol) => net().sure(place, symbol),
    may: (place, symbol) => net().may(place, symbol),
    ends: (place) => net().ends(place),
    settles: (place) => net().settles(place),
    rest: (place) => net().rest(place),
    marks: (place) => net().marks(place),
  };
}

/** What is before a last star may be left out with it. */
export function literalHead(pattern: string): string {
  const star = pattern.indexOf("*");
  return star < 0 ? pattern : pattern.slice(0, star).replace(/[ /]$/, "");
}

/** No text can match both. */
export function areApart({ head: one }: Net, { head: other }: Net): boolean {
  if (!one || !other || one.from !== other.from) return false;
  return !areHeadsMet(one.text, other.text);
}

export function areHeadsMet(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** The nets of a pattern of paths, inside the project or outside. */
export function pathNet(pattern: string, isInside: boolean): Net {
  const anchor = anchorOf(pattern);
  if (anchor === "root")
    return pattern.startsWith("~") ? globNet(pattern.slice(1), "path", "home") : globNet(pattern, "path", "absolute");
  if (isInside) return globNet(pattern, "path", "project");
  return globNet(pattern, "path", anchor === "project" ? "away" : "plain");
}

interface Chain {
  readonly glob: Glob;
  /** Each place with those that follow it without reading. */
  readonly closed: readonly (readonly number[])[];
  readonly end: number;
}

function makeGlobNet(key: string, glob: Glob, start: Start): Net {
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
  // Filled when asked for: most places of most nets are never reached.
  const rests: (number | undefined)[] = [];
  const restOf = (at: number): number =>
    numberOfRest(at === waits ? `waits ${textOf(0)}` : at === isAtRoot ? `root ${textOf(0)}` : textOf(at));
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
    settles: (at) => at < waits && closed[at]!.some((one) => one === end - 1 && steps[one]?.kind === "any"),
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

/** As `mustMatch` does: the places that remain whatever the unknown part is. */
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

/** As `mayMatch` does: every place that some content of the unknown part leads to. */
function reach(
  { glob: { steps, separator }, closed, end }: Chain,
  at: number,
  symbol: number,
  read: Net["step"],
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

/** What a net does with a symbol that a place of it has been reached by, sure or not. */
export function follow(net: Net, place: number, symbol: number): readonly number[] {
  return isUnknown(symbol) ? net.may(place, symbol) : net.step(place, symbol);
}
