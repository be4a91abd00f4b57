/** The texts to search for each tool: commands, normalized paths, addresses, plain text. */

import {
  atHome,
  atRoot,
  commandStart,
  gap,
  slash,
  unknownGap,
  unknownText,
  unknownTextAround,
  unknownTree,
  unknownTreeAround,
  unknownWords,
} from "./nfa/glob-nfa.ts";
import type { Region } from "./search.ts";

const none: readonly number[] = [];
const dot = 46;
const equals = 61;

export const anyText: Region = {
  name: "text",
  next: () => 1,
  ends: () => true,
  marks: () => none,
  wait: (at) => (at === 0 ? 15 : 0),
};

function isNameUnit(symbol: number): boolean {
  return /\w/.test(String.fromCharCode(symbol));
}

/**
 * At the start; in the first word, and right after a `=` in it; at a gap; in a later word; in a word whose end is
 * unknown.
 */
const words = { start: 0, first: 1, value: 2, border: 3, later: 4, open: 5, unknown: 6 } as const;

/** The words of one simple command. `isOpen`: with unknown words. */
function commandRegion(isOpen: boolean): Region {
  return {
    name: `commands ${isOpen}`,
    next: (at, symbol) => {
      if (symbol === gap) return at === words.open ? undefined : words.border;
      if (symbol === unknownGap) return !isOpen || at === words.open || at === words.start ? undefined : words.open;
      if (symbol === unknownWords)
        return !isOpen || at === words.open || at === words.start ? undefined : words.unknown;
      if (symbol === unknownText)
        return isOpen && (at === words.open || at === words.value) ? words.unknown : undefined;
      if (symbol < gap || at === words.unknown) return undefined;
      if (at <= words.value) return symbol === equals && isOpen ? words.value : words.first;
      return at === words.open ? words.open : words.later;
    },
    ends: (at) => at !== words.open,
    marks: (at) => {
      if (!isOpen) return [gap];
      if (at === words.open) return [unknownText];
      if (at === words.value) return [gap, unknownGap, unknownWords, unknownText];
      return at === words.start ? [gap] : [gap, unknownGap, unknownWords, ...(at === words.first ? [equals] : [])];
    },
    wait: (at) => (at === words.start || at === words.border ? 15 : 0),
    surcharge: (at, symbol) => ((at === words.start || at === words.border) && symbol === gap ? 15 : 0),
  };
}

export const knownCommands = commandRegion(false);
export const openCommands = commandRegion(true);

/** Assignments, then a command. From the start of the command, as above. */
const assigned = { start: 0, name: 1, fresh: 2, value: 3, unknown: 4, command: 5, border: 6, later: 7 } as const;

export function assignedRegion(isOpen: boolean): Region {
  return {
    name: `assignments ${isOpen}`,
    next: (at, symbol) => {
      if (at < assigned.fresh) {
        if (symbol === equals && at === assigned.name) return assigned.fresh;
        // `a[1]=x` and `A+=x` are assignments too.
        return symbol >= 0 && (at === assigned.name || isNameUnit(symbol)) ? assigned.name : undefined;
      }
      if (symbol === commandStart) return at <= assigned.unknown ? assigned.command : undefined;
      if (symbol === unknownText) return isOpen && at === assigned.fresh ? assigned.unknown : undefined;
      if (at <= assigned.unknown) {
        if (symbol === gap) return assigned.start;
        return symbol < gap || at === assigned.unknown ? undefined : assigned.value;
      }
      if (symbol === gap) return at === assigned.command ? undefined : assigned.border;
      if (symbol === unknownWords) return isOpen && at === assigned.later ? assigned.later : undefined;
      return symbol < gap ? undefined : assigned.later;
    },
    ends: (at) => at === assigned.later || at === assigned.border,
    marks: (at) => {
      if (at === assigned.start) return ["A".charCodeAt(0), "a".charCodeAt(0)];
      if (at === assigned.name) return [equals];
      const unknown = !isOpen
        ? none
        : at === assigned.fresh
          ? [unknownText]
          : at === assigned.later
            ? [unknownWords]
            : none;
      return at <= assigned.unknown ? [gap, commandStart, ...unknown] : [gap, ...unknown];
    },
    wait: (at) => (at === assigned.border ? 15 : 0),
    surcharge: (at, symbol) => {
      if (at === assigned.border && symbol === gap) return 15;
      return at === assigned.name && symbol !== equals && !isNameUnit(symbol) ? 20 : 0;
    },
  };
}

/**
 * Normalized paths: absolute, without empty segments and dots. A state is a place in the segment, with bits for what
 * was passed: the project root, the home, something unknown.
 */
const segment = { start: 0, slash: 1, one: 2, two: 3, name: 4, mark: 5, top: 6 } as const;
const [passedRoot, passedHome, passedUnknown] = [8, 16, 32];

/** `isOpen`: with unknown parts. */
export function pathRegion(isInside: boolean, isOpen: boolean): Region {
  const isTree = (symbol: number) => symbol === unknownTree || symbol === unknownTreeAround;
  const isText = (symbol: number) => symbol === unknownText || symbol === unknownTextAround;
  const isAround = (symbol: number) => symbol === unknownTextAround || symbol === unknownTreeAround;
  return {
    name: `paths ${isInside} ${isOpen}`,
    next: (state, symbol) => {
      const [at, bits] = [state & 7, state & ~7];
      const isAtBorder = at === segment.start || at === segment.name || at === segment.mark;
      if (symbol === atRoot)
        return isInside && isAtBorder && (bits & (passedRoot | passedUnknown)) === 0
          ? segment.mark | bits | passedRoot
          : undefined;
      if (symbol === atHome)
        return isAtBorder && (bits & (passedHome | passedRoot | passedUnknown)) === 0
          ? segment.mark | bits | passedHome
          : undefined;
      if (isTree(symbol) || isText(symbol)) {
        if (!isOpen) return undefined;
        if (isInside && ((bits & passedRoot) === 0 || isAround(symbol))) return undefined;
        if (isText(symbol) && isAtBorder && at !== segment.name) return undefined;
        if (isTree(symbol) && !isAtBorder) return undefined;
        return (isText(symbol) ? segment.name : segment.mark) | bits | passedUnknown;
      }
      if (symbol < 0) return undefined;
      if (isAtBorder && at !== segment.name) {
        if (symbol !== slash) return undefined;
        return (state === segment.start ? segment.top : segment.slash) | bits;
      }
      if (at === segment.name) return symbol === slash ? segment.slash | bits : state;
      if (symbol === slash) return undefined;
      if (symbol !== dot) return segment.name | bits;
      const now = at === segment.top ? segment.slash : at;
      return (now === segment.slash ? segment.one : now === segment.one ? segment.two : segment.name) | bits;
    },
    ends: (state) => {
      const at = state & 7;
      if (isInside) return (state & passedRoot) !== 0 && (at === segment.name || at === segment.mark);
      return at === segment.name || at === segment.top || (at === segment.mark && (state & ~7) !== 0);
    },
    marks: (state) => {
      const bits = state & ~7;
      const found = [slash, dot];
      if (isInside && (bits & (passedRoot | passedUnknown)) === 0) found.push(atRoot);
      if (isOpen && (!isInside || (bits & passedRoot) !== 0)) found.push(unknownText, unknownTree);
      return found;
    },
    // The project root, the home and `/` are valid examples, but not helpful ones.
    wait: (state) => ((state & 7) === segment.mark || (state & 7) === segment.top ? 8 : 0),
    // A project or a home at the top of the disk is a valid example, but an odd one.
    surcharge: (state, symbol) => {
      if (symbol === atRoot || symbol === atHome)
        return (state === segment.start ? 20 : 0) + (symbol === atHome ? 4 : 0);
      return isAround(symbol) ? 6 : 0;
    },
  };
}

const scheme = "https://";
/** After the scheme: a label, a dot, the next label, the path. */
const host = { first: 8, label: 9, next: 10, last: 11, path: 12 } as const;

/** Addresses that a browser leaves unchanged, with a public host: only to find good examples, never to rule one out. */
export const addressRegion: Region = {
  name: "addresses",
  next: (at, symbol) => {
    const unit = symbol >= 0 ? String.fromCharCode(symbol) : "";
    if (at < host.first) return unit === scheme[at] ? at + 1 : at === 4 && unit === ":" ? 6 : undefined;
    if (at === host.path) return /[A-Za-z0-9_/-]/.test(unit) ? at : undefined;
    if (at === host.first || at === host.next) return /[a-z]/.test(unit) ? at + 1 : undefined;
    if (/[a-z0-9]/.test(unit)) return at;
    if (unit === ".") return host.next;
    return at === host.last && unit === "/" ? host.path : undefined;
  },
  ends: (at) => at === host.path,
  marks: (at) => {
    const texts = at < host.first ? scheme[at]! + (at === 4 ? ":" : "") : at < host.path ? "x./" : "";
    return [...texts].map((unit) => unit.charCodeAt(0));
  },
};
