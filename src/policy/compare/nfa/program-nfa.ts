/**
 * The program table as a NFA: commands of known programs that certainly stay within a class. Options before a
 * subcommand, abbreviated options and bundles are left out, so the NFA may miss commands but never includes a wrong
 * one.
 */
import { findEntry, programNames } from "../../programs/all.ts";
import type { Block, Entry } from "../../programs/entry.ts";
import { isOrdinary } from "../../shell/commands.ts";
import { commandStart, gap, type Nfa, restId, unknownGap, unknownText, unknownWords } from "./glob-nfa.ts";
import {
  type BlockUse,
  type CommandClass,
  isBlockInClass,
  isLongOptionInClass,
  isOptionInClass,
  isSafeWithUnknown,
  isSubcommandInClass,
  isWritten,
  takesUnknown,
  watchedNames,
  writtenFor,
} from "./program-options.ts";

type State =
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "sub"; readonly name: string; readonly entry: Entry; readonly text: string }
  | {
      readonly kind: "second";
      readonly name: string;
      readonly entry: Entry;
      readonly sub: string;
      readonly text: string;
      readonly inner: State;
    }
  /** After a complete word whose end is unknown. */
  | { readonly kind: "border"; readonly use: BlockUse }
  /** At the start of a word. */
  | { readonly kind: "fresh"; readonly use: BlockUse }
  /** In an operand, a value, or an option that is fine whatever follows. */
  | { readonly kind: "operand"; readonly use: BlockUse }
  | { readonly kind: "short"; readonly use: BlockUse; readonly text: string; readonly isValue: boolean }
  | { readonly kind: "long"; readonly use: BlockUse; readonly text: string }
  /** In a word whose end is unknown and which is or may be an option. */
  | { readonly kind: "open"; readonly use: BlockUse; readonly isOption: boolean }
  /** In the name of a program unknown to the table, or of a subcommand. */
  | { readonly kind: "other" | "other-sub" }
  /** Fine whatever follows. */
  | { readonly kind: "any" }
  | { readonly kind: "dead" };

type Short = Extract<State, { kind: "short" }>;

const dead: State = { kind: "dead" };
const none: readonly number[] = [];
const nfas = new Map<string, Nfa>();

export function programNfa(commandClass: CommandClass): Nfa {
  const known = nfas.get(commandClass.key);
  if (known) return known;
  if (nfas.size >= 500) nfas.clear();
  const nfa = makeNfa(commandClass);
  nfas.set(commandClass.key, nfa);
  return nfa;
}

function makeNfa(commandClass: CommandClass): Nfa {
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const rests: number[] = [];
  const intern = (state: State): readonly number[] => {
    if (state.kind === "dead") return none;
    const key = keyOf(state);
    const known = numbers.get(key);
    if (known !== undefined) return [known];
    numbers.set(key, states.length);
    rests.push(restId(`programs ${commandClass.key} ${key}`));
    return [states.push(state) - 1];
  };
  return {
    key: `programs ${commandClass.key}`,
    start: intern({ kind: "name", text: "" }),
    step: (at, symbol) => intern(move(commandClass, states[at]!, symbol === commandStart ? gap : symbol)),
    sure: (at, symbol) => {
      const state = states[at]!;
      if (symbol === unknownGap) return intern(openWord(endWord(commandClass, state)));
      if (symbol === unknownWords) return intern(behindWords(commandClass, state));
      return symbol === unknownText ? intern(behindText(commandClass, state)) : none;
    },
    may: () => none,
    ends: (at) => isFineAtEnd(commandClass, states[at]!),
    matchesAlways: (at) => states[at]!.kind === "any",
    rest: (at) => rests[at]!,
    marks: (at) => marksAt(commandClass, states[at]!),
  };
}

function keyOf(state: State): string {
  switch (state.kind) {
    case "name":
      return `name ${state.text}`;
    case "sub":
      return `sub ${state.name} ${state.text}`;
    case "second":
      return `second ${state.name} ${state.sub} ${state.text} ${keyOf(state.inner)}`;
    case "short":
      return `short ${state.use.head} ${state.isValue} ${state.text}`;
    case "long":
      return `long ${state.use.head} ${state.text}`;
    case "open":
      return `open ${state.use.head} ${state.isOption}`;
    case "border":
    case "fresh":
    case "operand":
      return `${state.kind} ${state.use.head}`;
    default:
      return state.kind;
  }
}

function move(commandClass: CommandClass, state: State, symbol: number): State {
  if (symbol === gap) return endWord(commandClass, state);
  const unit = String.fromCharCode(symbol);
  switch (state.kind) {
    case "name": {
      const text = state.text + unit;
      if (isBegun(sortedNames(), text)) return { kind: "name", text };
      return commandClass.takesOthers && !text.startsWith("git-")
        ? move(commandClass, { kind: "other" }, symbol)
        : dead;
    }
    // With a number or a dash it may be another name of a known program.
    case "other":
      return /[A-Za-z_]/.test(unit) ? state : dead;
    case "sub": {
      const text = state.text + unit;
      if (text === "-") return dead;
      if (isBegun(state.entry.subNames, text) || isBegun(commandClass.subs, `${state.name} ${text}`))
        return { ...state, text };
      return commandClass.takesUnknown ? { kind: "other-sub" } : dead;
    }
    case "second": {
      const text = state.text + unit;
      const inner = move(commandClass, state.inner, symbol);
      return isBegun(state.entry.subNames, `${state.sub} ${text}`) ? { ...state, text, inner } : inner;
    }
    case "fresh":
      if (unit === "+" && state.use.block.modifiers.has("plus")) return dead;
      return unit === "-" && state.use.block.style !== "plain"
        ? { kind: "short", use: state.use, text: "-", isValue: false }
        : { kind: "operand", use: state.use };
    case "short":
      return moveShort(commandClass, state, unit);
    case "long":
      return moveLong(commandClass, state.use, state.text + unit);
    case "open": {
      const { style, modifiers } = state.use.block;
      const isOption = state.isOption || (unit === "-" && style !== "plain") || (unit === "+" && modifiers.has("plus"));
      return isOption ? { ...state, isOption } : { kind: "operand", use: state.use };
    }
    case "border":
      return dead;
    default:
      return state;
  }
}

/** At the start of a word that is partly unknown. Where a subcommand may follow, nothing is certain. */
function openWord(state: State): State {
  return state.kind === "fresh"
    ? { kind: "open", use: state.use, isOption: false }
    : state.kind === "any"
      ? state
      : dead;
}

const known = new WeakMap<Block, readonly string[]>();

/** Long options with a single dash. */
function longNames(block: Block): readonly string[] {
  const names = known.get(block) ?? [...block.options.keys()].filter((name) => name.length > 2 && name[1] !== "-");
  known.set(block, names);
  return names;
}

function moveShort(commandClass: CommandClass, { use, text, isValue }: Short, unit: string): State {
  const { block } = use;
  const next = text + unit;
  if (text === "-" && (unit === "-" || block.style === "single")) return moveLong(commandClass, use, next);
  // A few programs have long options with a single dash among their short ones.
  const isWhole = longNames(block).some((name) => name.startsWith(next));
  const whole = isWhole && next.length > 2 ? block.options.get(next) : undefined;
  // Its value may follow in the same word.
  if (whole && !isOptionInClass(commandClass, whole)) return dead;
  const state: Short = { kind: "short", use, text: isWhole ? next : "-…", isValue };
  if (isValue) return isWhole ? state : { kind: "operand", use };
  const option = block.options.get(`-${unit}`);
  if (option) return isOptionInClass(commandClass, option) ? { ...state, isValue: option.value !== "none" } : dead;
  const isNumber = block.modifiers.has("numbers") && /\d/.test(unit);
  return isNumber || takesUnknown(commandClass, use, `-${unit}`) ? state : dead;
}

function moveLong(commandClass: CommandClass, use: BlockUse, text: string): State {
  if (use.block.style === "single" && mayHaveValue(commandClass, use.block, text)) return dead;
  if (text.endsWith("="))
    return isLongOptionInClass(commandClass, use, text.slice(0, -1)) ? { kind: "operand", use } : dead;
  if (text.length < 3 || isBegun(watchedNames(commandClass, use), text) || isWritten(commandClass, use, text))
    return { kind: "long", use, text };
  return takesUnknown(commandClass, use, text) ? { kind: "operand", use } : dead;
}

/** Whether the text continues an option that is not fine, as `-oFILE` continues `-o`. */
function mayHaveValue(commandClass: CommandClass, { options }: Block, text: string): boolean {
  const option = options.get(text.slice(0, -1));
  return option !== undefined && option.value !== "none" && !isOptionInClass(commandClass, option);
}

function endWord(commandClass: CommandClass, state: State): State {
  switch (state.kind) {
    case "name":
      return enter(commandClass, state.text);
    case "other":
    case "other-sub":
      return { kind: "any" };
    case "sub":
      return enterSub(commandClass, state.name, state.entry, state.text);
    case "second": {
      const long = state.entry.findSub(`${state.sub} ${state.text}`);
      return long
        ? enterBlock(commandClass, long, `${state.name} ${state.sub} ${state.text}`)
        : endWord(commandClass, state.inner);
    }
    case "border":
    case "operand":
    case "fresh":
      return { kind: "fresh", use: state.use };
    case "short":
    case "long":
      return isFineAtEnd(commandClass, state) ? { kind: "fresh", use: state.use } : dead;
    default:
      return state;
  }
}

function enter(commandClass: CommandClass, name: string): State {
  if (!isOrdinary(name)) return dead;
  const entry = findEntry(name);
  if (!entry) return commandClass.takesOthers && name !== "" && !name.startsWith("git-") ? { kind: "any" } : dead;
  if (entry.modifiers.has("runner") || !entry.marks.every(commandClass.includesMark)) return dead;
  return entry.hasSubs ? { kind: "sub", name, entry, text: "" } : enterBlock(commandClass, entry, name);
}

function enterSub(commandClass: CommandClass, name: string, entry: Entry, sub: string): State {
  const block = entry.findSub(sub);
  const inner = block
    ? enterBlock(commandClass, block, `${name} ${sub}`)
    : isSubcommandInClass(commandClass, name, sub)
      ? ({ kind: "any" } as const)
      : dead;
  return isBegun(entry.subNames, `${sub} `) ? { kind: "second", name, entry, sub, text: "", inner } : inner;
}

function enterBlock(commandClass: CommandClass, block: Block, head: string): State {
  return isBlockInClass(commandClass, block) ? { kind: "fresh", use: { block, head } } : dead;
}

function isFineAtEnd(commandClass: CommandClass, state: State): boolean {
  switch (state.kind) {
    case "name":
      return enter(commandClass, state.text).kind !== "dead";
    case "sub":
    case "second":
      return state.kind === "sub" && state.text === ""
        ? false
        : endWord(commandClass, state).kind !== "dead" && hasOneWord(state);
    case "short": {
      const whole = state.text.length > 2 ? state.use.block.options.get(state.text) : undefined;
      return whole === undefined || isOptionInClass(commandClass, whole);
    }
    case "long":
      return state.text === "--" || isLongOptionInClass(commandClass, state.use, state.text);
    default:
      return state.kind !== "dead";
  }

  /** If a second word may follow, the first one alone must be a subcommand too. */
  function hasOneWord(each: State): boolean {
    if (each.kind !== "sub") return true;
    const block = each.entry.findSub(each.text);
    return block ? isBlockInClass(commandClass, block) : isSubcommandInClass(commandClass, each.name, each.text);
  }
}

/** After any number of unknown words. */
function behindWords(commandClass: CommandClass, state: State): State {
  if (!isFineAtEnd(commandClass, state)) return dead;
  const next = endWord(commandClass, state);
  // An unknown word may be the second word of a subcommand.
  if (next.kind === "any" || next.kind !== "fresh") return next.kind === "any" ? next : dead;
  return isSafeWithUnknown(commandClass, next.use.block) ? { kind: "border", use: next.use } : dead;
}

/** After a word that ends in unknown text. */
function behindText(commandClass: CommandClass, state: State): State {
  switch (state.kind) {
    case "operand":
      return { kind: "border", use: state.use };
    case "open":
      return isSafeWithUnknown(commandClass, state.use.block) ? { kind: "border", use: state.use } : dead;
    case "any":
      return state;
    default:
      return dead;
  }
}

let names: readonly string[] | undefined;

function sortedNames(): readonly string[] {
  names ??= [...programNames()].sort();
  return names;
}

function isBegun(all: readonly string[], text: string): boolean {
  return all.some((each) => each.startsWith(text));
}

function marksAt(commandClass: CommandClass, state: State): readonly number[] {
  const units = (all: Iterable<string>, prefix: string): number[] => {
    const found: number[] = [];
    for (const name of all)
      if (name.length > prefix.length && name.startsWith(prefix)) found.push(name.charCodeAt(prefix.length));
    return found;
  };
  switch (state.kind) {
    case "name":
      return [gap, ...units(sortedNames(), state.text)];
    case "other":
      return [gap, ...ascii.filter((unit) => !/\w/.test(String.fromCharCode(unit)))];
    case "sub":
      return [
        ...[gap, 45, ...units(state.entry.subNames, state.text)],
        ...units(commandClass.subs, `${state.name} ${state.text}`),
      ];
    case "second":
      return [gap, ...units(state.entry.subNames, `${state.sub} ${state.text}`), ...marksAt(commandClass, state.inner)];
    case "fresh":
      return [gap, 45, 43];
    case "open":
      return [45, 43];
    case "short": {
      const { use, text } = state;
      const { block } = use;
      const letters = units(block.options.keys(), "-");
      const digits = block.modifiers.has("numbers") ? units("0123456789", "") : [];
      return [
        gap,
        45,
        ...letters,
        ...digits,
        ...units(block.options.keys(), text),
        ...units(watchedNames(commandClass, use), text),
        ...units(writtenFor(commandClass, use), text),
      ];
    }
    case "long":
      return [
        gap,
        61,
        ...units(watchedNames(commandClass, state.use), state.text),
        ...units(writtenFor(commandClass, state.use), state.text),
      ];
    default:
      return [gap];
  }
}

const ascii = Array.from({ length: 96 }, (_, i) => 32 + i);
