/**
 * The form in which policies are compared: ordered lists of rules where the first match decides, else the fallback. A
 * side of a comparison is the strictest of several lists. Each list is an automaton whose states are created on demand
 * and kept for later comparisons.
 */
import { follow, isUnknown, type Nfa } from "./nfa/glob-nfa.ts";

/** The verdict of a list. A verdict from the intent is distinguished from one of a rule. */
export const verdictCode = { allow: 0, ask: 1, deny: 2, intentAsk: 3, intentDeny: 4 } as const;
export type ListVerdict = (typeof verdictCode)[keyof typeof verdictCode];

const strictness: readonly number[] = [0, 1, 2, 1, 2];

export function strict(verdict: ListVerdict): number {
  return strictness[verdict]!;
}

export interface ListRule {
  readonly verdict: ListVerdict;
  readonly nfas: readonly Nfa[];
}

export interface VerdictList {
  readonly rules: readonly ListRule[];
  readonly otherwise: ListVerdict;
  /**
   * `only`: a possible match asks instead of denying. `unsure`: a possible match need not come from a matching text.
   * `certain`: possible matches are ignored.
   */
  readonly kind?: "only" | "unsure" | "certain";
}

/** The state of a list after reading some symbols. */
export interface ListState {
  readonly id: number;
  readonly machine: ListAutomaton;
  readonly entries: readonly Entry[];
  readonly fallback: ListVerdict;
  readonly hasUnknown: boolean;
  /** The verdict if the text ends here, ignoring possible matches. */
  readonly verdict: ListVerdict;
  /** The index of the deciding rule; -1 for the fallback. Set only if rules are kept apart. */
  readonly decides: number;
  /** Stricter rules before the deciding one that may match here. */
  readonly doubts: readonly Doubt[];
  /** No allow rule before the deciding one may match. */
  readonly isClear: boolean;
  /** The least and most strict verdict still possible. */
  readonly low: number;
  readonly high: number;
  /** The most strict verdict still possible from a rule, not from the intent. */
  readonly ruled: number;
  /** Whatever follows, a stricter rule may match, so the verdict is ask or deny. */
  readonly isDoubtful: boolean;
  /** No allow rule can match any more. */
  readonly isPlain: boolean;
  readonly marks: readonly number[];
  readonly ranges: readonly number[];
  /** Identifies what remains to be matched: equal texts give equal answers from here on. */
  readonly residual: string;
  readonly next: Map<number, ListState>;
}

interface Doubt {
  /** The remainder of its pattern before the first unknown part: equal numbers match equally. -1 if it began later. */
  readonly origin: number;
  /** No allow rule before it may match. */
  readonly isClear: boolean;
}

interface Entry {
  readonly block: number;
  readonly nfa: Nfa;
  readonly nfaState: number;
  readonly rest: number;
  /** A possible match; otherwise a certain one. */
  readonly isMay: boolean;
  readonly origin: number;
}

interface ListAutomaton {
  readonly first: ListState;
  readonly list: VerdictList;
  /** Adjacent rules with the same verdict are merged into one block, unless rules are kept apart. */
  readonly blocks: readonly ListRule[];
  readonly isApart: boolean;
  readonly states: Map<string, ListState>;
}

let ids = 0;
const machines = new Map<string, ListAutomaton>();

const keys = new WeakMap<VerdictList, string>();

export function keyOf(list: VerdictList): string {
  const known = keys.get(list) ?? makeKey(list);
  keys.set(list, known);
  return known;
}

function makeKey({ rules, otherwise, kind }: VerdictList): string {
  const texts = rules.map(({ verdict, nfas }) => `${verdict}\u0001${nfas.map(({ key }) => key).join("\u0002")}`);
  return `${kind ?? ""}\u0003${otherwise}\u0003${texts.join("\u0003")}`;
}

/** `isApart`: each rule stays a separate block, so that the deciding rule can be identified. */
export function machineOf(list: VerdictList, isApart = false): ListAutomaton {
  const made = isApart ? undefined : machineOfList.get(list);
  if (made) return made;
  const machine = findMachine(list, isApart);
  if (!isApart) machineOfList.set(list, machine);
  return machine;
}

const machineOfList = new WeakMap<VerdictList, ListAutomaton>();

function findMachine(list: VerdictList, isApart: boolean): ListAutomaton {
  const key = `${isApart ? "apart" : ""}${keyOf(list)}`;
  const known = machines.get(key);
  if (known) return known;
  // Bounds memory in long sessions.
  if (machines.size >= 2_000) machines.clear();
  const blocks = isApart ? list.rules : toBlocks(list);
  const machine = { list, blocks, isApart, states: new Map(), first: undefined as unknown as ListState };
  const entries = blocks.flatMap(({ nfas }, block) =>
    nfas.flatMap((nfa) =>
      nfa.start.map((nfaState) =>
        nfa.isVague
          ? makeEntry(block, nfa, nfaState, true, nfa.rest(nfaState))
          : makeEntry(block, nfa, nfaState, false, -1),
      ),
    ),
  );
  machine.first = intern(machine, entries, list.otherwise, false);
  machines.set(key, machine);
  return machine;
}

function toBlocks({ rules }: VerdictList): readonly ListRule[] {
  const blocks: { verdict: ListVerdict; nfas: Nfa[] }[] = [];
  for (const { verdict, nfas } of rules) {
    const last = blocks.at(-1);
    if (last?.verdict === verdict) last.nfas.push(...nfas);
    else blocks.push({ verdict, nfas: [...nfas] });
  }
  return blocks;
}

function makeEntry(block: number, nfa: Nfa, nfaState: number, isMay: boolean, origin: number): Entry {
  return { block, nfa, nfaState, isMay, rest: nfa.rest(nfaState), origin };
}

export function step(state: ListState, symbol: number): ListState {
  const known = state.next.get(symbol);
  if (known) return known;
  const entries: Entry[] = [];
  for (const { block, nfa, nfaState, isMay, rest, origin } of state.entries) {
    if (!isMay) {
      const sure = isUnknown(symbol) ? nfa.sure(nfaState, symbol) : nfa.step(nfaState, symbol);
      for (const next of sure) entries.push(makeEntry(block, nfa, next, false, -1));
    }
    if (isMay || isUnknown(symbol)) {
      const from = isMay ? origin : state.hasUnknown ? -1 : rest;
      for (const next of follow(nfa, nfaState, symbol)) entries.push(makeEntry(block, nfa, next, true, from));
    }
  }
  const next = intern(state.machine, entries, state.fallback, state.hasUnknown || isUnknown(symbol));
  state.next.set(symbol, next);
  return next;
}

function intern(machine: ListAutomaton, raw: readonly Entry[], was: ListVerdict, hasUnknown: boolean): ListState {
  const { entries, fallback } = machine.isApart
    ? { entries: withoutRepeats(machine, raw), fallback: was }
    : reduce(machine, raw, was);
  const residual = residualOf(machine, entries, fallback, hasUnknown);
  const known = machine.states.get(residual);
  if (known) return known;
  const state = describe(machine, entries, fallback, residual, hasUnknown);
  machine.states.set(residual, state);
  return state;
}

/** Drops entries that can no longer decide. Each step preserves the verdict for every possible continuation. */
function reduce(
  machine: ListAutomaton,
  raw: readonly Entry[],
  was: ListVerdict,
): { readonly entries: readonly Entry[]; readonly fallback: ListVerdict } {
  const { blocks, list } = machine;
  let cut = Number.POSITIVE_INFINITY;
  for (const { block, nfa, nfaState, isMay } of raw)
    if (!isMay && block < cut && nfa.matchesAlways(nfaState)) cut = block;
  const fallback = cut < Number.POSITIVE_INFINITY ? blocks[cut]!.verdict : was;
  const kept = raw.filter(({ block }) => block < cut).sort((a, b) => a.block - b.block);
  // The last remaining block has the same verdict as the fallback.
  while (list.kind !== "only" && kept.length > 0 && blocks[kept.at(-1)!.block]!.verdict === fallback) {
    const last = kept.at(-1)!.block;
    while (kept.length > 0 && kept.at(-1)!.block === last) kept.pop();
  }
  return { entries: withoutRepeats(machine, kept), fallback };
}

/**
 * In order of blocks. Of two entries with the same remainder the earlier decides, but a later possible match is kept.
 */
function withoutRepeats({ blocks, isApart }: ListAutomaton, entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ rest, isMay, origin, block }) => {
    const key = isMay ? `${block} ${rest} ${origin}` : isApart ? `${block} ${rest}` : `${rest}`;
    if (isMay || isApart) return seen.size < seen.add(key).size;
    const isStrict = strict(blocks[block]!.verdict) > 0;
    if (seen.has(`${key} strict`) || (seen.has(key) && !isStrict)) return false;
    seen.add(isStrict ? `${key} strict` : key);
    return true;
  });
}

function residualOf(
  { blocks, list }: ListAutomaton,
  entries: readonly Entry[],
  fallback: ListVerdict,
  hasUnknown: boolean,
): string {
  let text = `${list.kind ?? ""}${fallback}${hasUnknown && entries.length > 0 ? "?" : ""}`;
  for (let from = 0; from < entries.length; ) {
    const { block } = entries[from]!;
    const texts: string[] = [];
    for (; from < entries.length && entries[from]!.block === block; from++) {
      const { rest, isMay, origin } = entries[from]!;
      texts.push(isMay ? `${rest}m${origin}` : `${rest}`);
    }
    text += `|${blocks[block]!.verdict}:${texts.sort().join(",")}`;
  }
  return text;
}

function describe(
  machine: ListAutomaton,
  entries: readonly Entry[],
  fallback: ListVerdict,
  residual: string,
  hasUnknown: boolean,
): ListState {
  const { blocks, list } = machine;
  let decides = Number.POSITIVE_INFINITY;
  for (const { block, nfa, nfaState, isMay } of entries)
    if (!isMay && block < decides && nfa.ends(nfaState)) decides = block;
  const possible = entries.filter(({ block, isMay, nfa, nfaState }) => isMay && block < decides && nfa.ends(nfaState));
  const loose = possible.filter(({ block }) => strict(blocks[block]!.verdict) === 0).map(({ block }) => block);
  const firstLoose = Math.min(Number.POSITIVE_INFINITY, ...loose);
  const isSure = list.kind === undefined;
  const counted = list.kind === "certain" ? [] : possible;
  const strong = list.kind === "only" ? possible : counted.filter(({ block }) => strict(blocks[block]!.verdict) > 0);
  // A possible match never allows and never denies.
  let [low, high, ruled] = [strict(fallback), strict(fallback), fallback <= verdictCode.deny ? strict(fallback) : 0];
  for (const { block, isMay } of entries) {
    const level = strict(blocks[block]!.verdict);
    if (!isMay) low = Math.min(low, level);
    ruled = Math.max(ruled, isMay ? Math.min(level, 1) : level);
  }
  high = Math.max(high, ruled);
  const isLoose = ({ block }: Entry): boolean => strict(blocks[block]!.verdict) === 0;
  const firstSure = entries.find((entry) => !entry.isMay && isLoose(entry))?.block ?? Number.POSITIVE_INFINITY;
  const isDoubt = (entry: Entry): boolean =>
    entry.isMay && entry.block < firstSure && !isLoose(entry) && entry.nfa.matchesAlways(entry.nfaState);
  const marks = new Set<number>();
  const ranges: number[] = [];
  for (const { nfa, nfaState } of entries) {
    for (const mark of nfa.marks(nfaState)) marks.add(mark);
    if (nfa.ranges) ranges.push(...nfa.ranges(nfaState));
  }
  return {
    id: ids++,
    machine,
    entries,
    fallback,
    hasUnknown,
    verdict: decides < Number.POSITIVE_INFINITY ? blocks[decides]!.verdict : fallback,
    decides: decides < Number.POSITIVE_INFINITY ? decides : -1,
    doubts: strong.map(({ origin, block }): Doubt => ({ origin, isClear: isSure && block < firstLoose })),
    isClear: isSure && loose.length === 0,
    low,
    high,
    ruled,
    isDoubtful: isSure && entries.some(isDoubt),
    isPlain: isSure && !entries.some(isLoose),
    marks: [...marks],
    ranges,
    residual,
    next: new Map(),
  };
}
