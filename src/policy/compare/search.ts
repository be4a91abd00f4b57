/** Finds a text for which one side is less strict than the other, by following both at once, cheapest text first. */
import { type ListState, machineOf, step, strict, type VerdictList, verdictCode } from "./lists.ts";
import { gap, isUnknown, space } from "./nfa/glob-nfa.ts";

/** The set of texts to search, as a small automaton. */
export interface Region {
  readonly name: string;
  /** The state after a symbol; undefined if no text continues this way. */
  readonly next: (state: number, symbol: number) => number | undefined;
  readonly ends: (state: number) => boolean;
  /** Symbols that the region distinguishes, or that no pattern asks for. */
  readonly marks: (state: number) => readonly number[];
  /** How long to wait for a better example than a text that ends here. */
  readonly wait?: (state: number) => number;
  /** Extra cost of a symbol that looks odd here. */
  readonly surcharge?: (state: number, symbol: number) => number;
}

export interface Question {
  /** The reference side, and the side that may be looser. */
  readonly a: readonly VerdictList[];
  readonly b: readonly VerdictList[];
  /** The texts to search. `open` has texts that are only partly known and is searched if nothing else is found. */
  readonly region: Region;
  readonly open?: Region;
  /** Only texts that all of these allow are considered. */
  readonly within?: readonly VerdictList[];
  /**
   * Texts that these allow are ignored if side A asks because of its intent, or denies because of it.
   */
  readonly exceptIfAsked?: readonly VerdictList[];
  readonly exceptIfDenied?: readonly VerdictList[];
}

interface SearchOptions {
  readonly bound: number;
  /** Called with each text found; return false to continue. */
  readonly isWanted?: (symbols: readonly number[], rule: number) => boolean;
  /** Keeps rules apart, and continues through all texts. */
  readonly isWhole?: boolean;
}

export type SearchAnswer =
  /** `found`: texts that were rejected by `isWanted`. */
  | { readonly kind: "none"; readonly states: number; readonly found: readonly (readonly number[])[] }
  | { readonly kind: "found"; readonly states: number; readonly symbols: readonly number[] }
  | { readonly kind: "bound"; readonly states: number; readonly found: readonly (readonly number[])[] };

interface Node {
  readonly states: readonly ListState[];
  readonly region: number;
  cost: number;
  from: Node | undefined;
  symbol: number;
  isDone: boolean;
}

/** Where each kind of list begins among the states of a node. */
interface Layout {
  readonly b: number;
  readonly shared: number;
  readonly within: number;
  readonly exceptIfAsked: number;
  readonly exceptIfDenied: number;
  readonly end: number;
}

const mostUnwanted = 200;

export function findLooser(question: Question, { bound, isWanted, isWhole = false }: SearchOptions): SearchAnswer {
  const { lists, layout } = arrange(question);
  const { region } = question;
  const first: Node = {
    states: lists.map((list) => machineOf(list, isWhole).first),
    region: 0,
    cost: 0,
    from: undefined,
    symbol: 0,
    isDone: false,
  };
  const known = new Map<string, Node>([[keyOf(first.states, 0), first]]);
  const queue: (Node | { readonly waiting: Node })[][] = [[first]];
  const found: (readonly number[])[] = [];
  for (let cost = 0; cost < queue.length; cost++) {
    const bucket = queue[cost] ?? [];
    for (let i = 0; i < bucket.length; i++) {
      const item = bucket[i]!;
      const node = "waiting" in item ? item.waiting : item;
      const isSecond = "waiting" in item;
      if (!isSecond && node.isDone) continue;
      node.isDone = true;
      const isSame = areTwins(node, layout);
      if (!isSame && region.ends(node.region) && isLooser(node, layout)) {
        const wait = isSecond ? 0 : (region.wait?.(node.region) ?? 0);
        if (wait > 0) push(queue, cost + wait, { waiting: node });
        else {
          const symbols = spell(node);
          if (!isWanted || isWanted(symbols, node.states[layout.b]?.decides ?? -1)) {
            if (!isWhole) return { kind: "found", states: known.size, symbols };
          }
          if (found.length < mostUnwanted) found.push(symbols);
          else if (!isWhole) return { kind: "none", states: known.size, found };
        }
      }
      if (isSecond || isSame || !canDiffer(node, layout)) continue;
      for (const [symbol, price] of symbolsAt(node, region)) {
        const state = region.next(node.region, symbol);
        if (state === undefined) continue;
        if (isDecidedAfter(node, symbol, layout)) continue;
        const states = node.states.map((each) => step(each, symbol));
        const total = cost + price + (region.surcharge?.(node.region, symbol) ?? 0);
        const key = keyOf(states, state);
        const other = known.get(key);
        if (other) {
          if (other.isDone || total >= other.cost) continue;
          Object.assign(other, { cost: total, from: node, symbol });
          push(queue, total, other);
          continue;
        }
        if (known.size >= bound) return { kind: "bound", states: known.size, found };
        const next: Node = { states, region: state, cost: total, from: node, symbol, isDone: false };
        known.set(key, next);
        push(queue, total, next);
      }
    }
  }
  return { kind: "none", states: known.size, found };
}

/** Lists that both sides share are followed once, because they make both sides equally stricter. */
function arrange({ a, b, within = [], exceptIfAsked = [], exceptIfDenied = [] }: Question): {
  readonly lists: readonly VerdictList[];
  readonly layout: Layout;
} {
  const own = new Map(a.map((list) => [machineOf(list), list]));
  const shared = b.filter((list) => own.has(machineOf(list)));
  const isShared = new Set(shared.map((list) => machineOf(list)));
  const [onlyA, onlyB] = [a, b].map((side) => side.filter((list) => !isShared.has(machineOf(list)))) as [
    VerdictList[],
    VerdictList[],
  ];
  // A side without lists allows everything.
  const lists = [...onlyA, ...onlyB, ...shared, ...within, ...exceptIfAsked, ...exceptIfDenied];
  const from = (index: number, list: readonly VerdictList[]) => index + list.length;
  const layoutB = onlyA.length;
  const layoutShared = from(layoutB, onlyB);
  const layoutWithin = from(layoutShared, shared);
  const layoutAsked = from(layoutWithin, within);
  const layoutDenied = from(layoutAsked, exceptIfAsked);
  const layout = {
    b: layoutB,
    shared: layoutShared,
    within: layoutWithin,
    exceptIfAsked: layoutAsked,
    exceptIfDenied: layoutDenied,
    end: from(layoutDenied, exceptIfDenied),
  };
  return { lists, layout };
}

function push<T>(queue: T[][], cost: number, item: T): void {
  const bucket = queue[cost];
  if (bucket) bucket.push(item);
  else {
    for (let i = queue.length; i < cost; i++) queue.push([]);
    queue[cost] = [item];
  }
}

function keyOf(states: readonly ListState[], region: number): string {
  let key = `${region}`;
  for (const { id } of states) key += `,${id}`;
  return key;
}

function spell(node: Node): readonly number[] {
  const symbols: number[] = [];
  for (let at = node; at.from; at = at.from) symbols.push(at.symbol);
  return symbols.reverse();
}

/** Whether both sides have the same remainder, so that their verdicts can no longer differ. */
function areTwins({ states }: Node, { b, shared }: Layout): boolean {
  if (b !== shared - b) return false;
  if (b === 1) return states[0]!.residual === states[1]!.residual;
  const texts = (from: number, to: number) =>
    states
      .slice(from, to)
      .map(({ residual }) => residual)
      .sort()
      .join("\n");
  return texts(0, b) === texts(b, shared);
}

function isLooser({ states }: Node, layout: Layout): boolean {
  const { b, within, exceptIfAsked, exceptIfDenied, end } = layout;
  for (let i = within; i < exceptIfAsked; i++) if (strict(states[i]!.verdict) > 0) return false;
  let [strictA, strictB, isByRule] = [0, 0, false];
  for (let i = 0; i < b; i++) {
    const { verdict, doubts, machine } = states[i]!;
    const level = doubts.length > 0 && machine.list.kind !== "only" ? Math.max(1, strict(verdict)) : strict(verdict);
    if (level > 0 && (level > strict(verdict) || verdict === verdictCode.ask || verdict === verdictCode.deny))
      isByRule = true;
    strictA = Math.max(strictA, level);
  }
  if (strictA === 0) return false;
  for (let i = b; i < within; i++) strictB = Math.max(strictB, levelB(states[i]!));
  // If B asks only because a rule may match, A must confirm it.
  if (strictB >= strictA || (strictA === 1 && isBacked(states, b, within))) return false;
  if (isByRule) return true;
  const isExempt = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (strict(states[i]!.verdict) > 0) return false;
    return to > from;
  };
  return !(strictA === 1 ? isExempt(exceptIfAsked, exceptIfDenied) : isExempt(exceptIfDenied, end));
}

function levelB({ verdict, doubts, machine }: ListState): number {
  const level = strict(verdict);
  return machine.list.kind === "only" && doubts.length > 0 ? Math.min(level, 1) : level;
}

/**
 * Whether B certainly asks although its rules only may match: A asks about every such text, or the same pattern makes
 * both ask.
 */
function isBacked(states: readonly ListState[], b: number, end: number): boolean {
  const origins = new Set<number>();
  let hasDoubt = false;
  for (let i = b; i < end; i++)
    for (const { origin } of states[i]!.doubts) {
      hasDoubt = true;
      origins.add(origin);
    }
  if (!hasDoubt) return false;
  for (let i = 0; i < b; i++) {
    const { verdict, doubts, isClear } = states[i]!;
    if (strict(verdict) > 0 ? !isClear : doubts.some((each) => !each.isClear && !isKnown(each.origin))) return false;
  }
  return true;

  function isKnown(origin: number): boolean {
    return origin >= 0 && origins.has(origin);
  }
}

/**
 * Whether B certainly denies after the symbol, or no text is considered. Tested before A, which may have hundreds of
 * rules.
 */
function isDecidedAfter({ states }: Node, symbol: number, { b, within, exceptIfAsked }: Layout): boolean {
  for (let i = b; i < within; i++) {
    const { low, machine } = step(states[i]!, symbol);
    if (low === strict(verdictCode.deny) && machine.list.kind !== "only") return true;
  }
  for (let i = within; i < exceptIfAsked; i++) if (step(states[i]!, symbol).low > 0) return true;
  return false;
}

function canDiffer({ states }: Node, { b, within, exceptIfAsked, end }: Layout): boolean {
  for (let i = within; i < exceptIfAsked; i++) if (states[i]!.low > 0) return false;
  if (end > exceptIfAsked && states.slice(exceptIfAsked).every(({ high }) => high === 0)) {
    // From here on, only A's rules matter.
    if (states.slice(0, b).every(({ ruled }) => ruled === 0)) return false;
  }
  let [high, low] = [0, 0];
  for (let i = 0; i < b; i++) high = Math.max(high, states[i]!.high);
  if (high === 0) return false;
  for (let i = b; i < within; i++) {
    const { low: least, machine } = states[i]!;
    low = Math.max(low, machine.list.kind === "only" ? Math.min(least, 1) : least);
  }
  if (low >= high) return false;
  // B certainly asks, because A asks about every such text.
  if (high > 1 || !states.slice(0, b).every(({ isPlain }) => isPlain)) return true;
  return !states.slice(b, within).some(({ isDoubtful }) => isDoubtful);
}

const preferred: readonly number[] = [
  ..."xyzabcdefghijklmnopqrstuvw0123456789XYZABCDEFGHIJKLMNOPQRSTUVW_-.,:@%+=^#!$&()[]{}<>?;|'\"`~\\/ ",
].map((unit) => unit.charCodeAt(0));

/** Each symbol that makes a difference here, and one for all others, with its cost. */
function symbolsAt({ states, region: state }: Node, region: Region): readonly (readonly [number, number])[] {
  const marks = new Set<number>(region.marks(state));
  const borders = new Set<number>();
  for (const each of states) {
    for (const mark of each.marks) marks.add(mark);
    for (let i = 0; i < each.ranges.length; i += 2) {
      borders.add(each.ranges[i]!);
      borders.add(each.ranges[i + 1]! + 1);
    }
  }
  const symbols: [number, number][] = [];
  for (const mark of marks) symbols.push([mark, priceOf(mark)]);
  if (borders.size === 0) {
    const other = preferred.find((unit) => !marks.has(unit)) ?? firstFree(marks, 0x100, 0xd7ff);
    if (other !== undefined) symbols.push([other, 2]);
    return symbols;
  }
  // One unit from each interval between range borders.
  const starts = [0, ...borders].sort((a, b) => a - b);
  for (const [i, start] of starts.entries()) {
    const end = (starts[i + 1] ?? 0x1_0000) - 1;
    if (end < start) continue;
    const isFree = (unit: number) => unit >= start && unit <= end && !marks.has(unit);
    const unit = preferred.find(isFree) ?? firstFree(marks, Math.max(start, 1), end);
    if (unit !== undefined) symbols.push([unit, unit < 32 || unit > 126 ? 9 : 2]);
  }
  return symbols;
}

function firstFree(marks: ReadonlySet<number>, from: number, to: number): number | undefined {
  for (let unit = from; unit <= to; unit++) if (!marks.has(unit)) return unit;
  return undefined;
}

function priceOf(symbol: number): number {
  if (symbol === space) return 12;
  if (isUnknown(symbol)) return 8;
  return symbol < gap || (symbol >= 32 && symbol < 127) || symbol === gap ? 1 : 9;
}
