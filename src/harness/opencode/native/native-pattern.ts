/** OpenCode's own pattern language, and comparisons of two of its patterns. */
import type { Verdict } from "../../../model/permission.ts";

/** One line of a permission map. The last match wins. */
export type NativeRule = readonly [pattern: string, verdict: Verdict];

/** `*` is any run of characters, `?` one character; a final ` *` may be missing; `~/` and `$HOME` mean the home. */
export function nativeMatcher(pattern: string, home: string): (text: string) => boolean {
  let source = expandHome(pattern, home)
    .replaceAll("\\", "/")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  if (source.endsWith(" .*")) source = `${source.slice(0, -3)}( .*)?`;
  const expression = new RegExp(`^${source}$`, "s");
  return (text) => expression.test(text.replaceAll("\\", "/"));
}

function expandHome(pattern: string, home: string): string {
  if (pattern === "~" || pattern.startsWith("~/")) return home + pattern.slice(1);
  return pattern.startsWith("$HOME") ? home + pattern.slice(5) : pattern;
}

/** A pattern prepared for comparisons. */
export interface PreparedPattern {
  readonly pattern: string;
  readonly hasHome: boolean;
  /** In every spelling, the shortest first, with the home in one form. */
  readonly texts: readonly [string, ...string[]];
  /** The same with a home that may be anything. */
  readonly homeless: readonly [string, ...string[]];
  /** The longest part without a wildcard: every pattern covered by this one must contain it. */
  readonly run: string;
  /** The characters that every match begins and ends with, as numbers; -1 for a wildcard, 0 if unknown. */
  readonly first: number;
  readonly last: number;
  /** The literal word that every text begins with, up to a space, a slash or the end; empty if there is none. */
  readonly word: string;
}

const prepared = new Map<string, PreparedPattern>();

/** Cached, because agents share most of their rules. */
export function prepare(pattern: string): PreparedPattern {
  const known = prepared.get(pattern);
  if (known) return known;
  const made = makePrepared(pattern);
  prepared.set(pattern, made);
  return made;
}

function makePrepared(pattern: string): PreparedPattern {
  const texts = spellings(writeHome(pattern));
  const run = texts[0].split(/[*?]+/).reduce((longest, each) => (each.length > longest.length ? each : longest));
  const homeless = hasHome(pattern) ? spellings(forgetHome(pattern)) : texts;
  const [first, last] = [pattern.charCodeAt(0), pattern.charCodeAt(pattern.length - 1)];
  return {
    pattern,
    hasHome: homeless !== texts,
    texts,
    homeless,
    run,
    first: edgeOf(pattern, first),
    last: isLead(first) ? 0 : edgeOf(pattern, last),
    word: /^[^*?\\~$ /][^*?\\ /]*(?=[ /]|$)/.exec(pattern)?.[0] ?? "",
  };
}

function edgeOf(pattern: string, sign: number): number {
  if (pattern === "" || sign === backslash || isLead(sign)) return 0;
  return sign === star || sign === anyone ? -1 : sign;
}

/** Whether both may match one text, by their edges alone: the cheapest test, and enough for many pairs. */
export function mayMeetAtEdges(one: PreparedPattern, other: PreparedPattern): boolean {
  return isLikeEdge(one.first, other.first) && isLikeEdge(one.last, other.last);
}

function isLikeEdge(one: number, other: number): boolean {
  return one === other || one <= 0 || other <= 0;
}

/** The same for a pattern that covers another: a wildcard at the edge is covered only by a wildcard. */
export function mayCoverAtEdges(big: PreparedPattern, small: PreparedPattern): boolean {
  return isWiderEdge(big.first, small.first) && isWiderEdge(big.last, small.last);
}

function isWiderEdge(big: number, small: number): boolean {
  return big === small || big <= 0 || small === 0;
}

/** Whether they are disjoint because they differ before any wildcard. Most pairs of lines do. */
export function differBeforeWildcard(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (isSpecial(one) || isSpecial(other)) return false;
    if (one !== other) return i > 0 || !(isLead(one) || isLead(other));
    if (i === 0 && isLead(one)) return false;
  }
  return false;
}

// Compared by number, because long lists of rules are compared pair by pair.
const star = "*".charCodeAt(0);
const anyone = "?".charCodeAt(0);
const backslash = "\\".charCodeAt(0);
const tilde = "~".charCodeAt(0);
const dollar = "$".charCodeAt(0);

function isSpecial(sign: number): boolean {
  return sign === star || sign === anyone || sign === backslash;
}

/** Whether a pattern that begins with this character may begin with the home. */
function isLead(sign: number): boolean {
  return sign === tilde || sign === dollar;
}

/** Whether every text that `small` matches also matches `big`. May return false unnecessarily, never true wrongly. */
export function covers(big: string, small: string): boolean {
  return coversPrepared(prepare(big), prepare(small));
}

export function coversPrepared(big: PreparedPattern, small: PreparedPattern): boolean {
  if (!small.texts[0].includes(big.run) || differBeforeWildcard(big.pattern, small.pattern)) return false;
  if (big.hasHome && !small.hasHome) return false;
  const narrow = big.hasHome ? small.texts : small.homeless;
  return areCovered(narrow, big.texts);
}

/** A separate function, because most pairs return earlier and then allocate no closure. */
function areCovered(smalls: readonly string[], bigs: readonly string[]): boolean {
  return smalls.every((small) => bigs.some((big) => coversPlain(big, small)));
}

/** Whether some text matches both. May return true unnecessarily, never false wrongly. */
export function intersects(one: string, other: string): boolean {
  return canMeet(prepare(one), prepare(other));
}

export function canMeet(one: PreparedPattern, other: PreparedPattern): boolean {
  if (differBeforeWildcard(one.pattern, other.pattern)) return false;
  const isSameHome = one.hasHome && other.hasHome;
  for (const left of isSameHome ? one.texts : one.homeless) {
    for (const right of isSameHome ? other.texts : other.homeless) if (intersectsPlain(left, right)) return true;
  }
  return false;
}

export function hasHome(pattern: string): boolean {
  return pattern === "~" || pattern.startsWith("~/") || pattern.startsWith("$HOME");
}

/** The pattern with the home always written as `~`, so that two patterns can be compared. */
function writeHome(pattern: string): string {
  return pattern.startsWith("$HOME") ? `~${pattern.slice(5)}` : pattern;
}

/** The pattern with a wildcard for the home, which may be anything. */
function forgetHome(pattern: string): string {
  return hasHome(pattern) ? `*${pattern.slice(pattern.startsWith("~") ? 1 : 5)}` : pattern;
}

/** A final ` *` also matches nothing; ` **` does not. */
function spellings(pattern: string): [string, ...string[]] {
  const plain = pattern.replaceAll("\\", "/");
  return plain.endsWith(" *") ? [plain.slice(0, -2), plain] : [plain];
}

/** Runs `big` over the characters of `small`: where `small` matches any text, `big` must be at a `*`. */
function coversPlain(big: string, small: string): boolean {
  if (differsAtEnd(big, small)) return false;
  let at = 0;
  let from = 0;
  // The last `*` of `big`, and how much of `small` it covers so far.
  let lastStar = -1;
  let reach = 0;
  while (from < small.length) {
    const wide = big.charCodeAt(at);
    const narrow = small.charCodeAt(from);
    if (wide === star) {
      lastStar = at++;
      reach = from;
    } else if (narrow !== star && (wide === anyone || (wide === narrow && narrow !== anyone))) {
      at++;
      from++;
    } else if (lastStar >= 0) {
      at = lastStar + 1;
      from = ++reach;
    } else return false;
  }
  while (big.charCodeAt(at) === star) at++;
  return at === big.length;
}

/** The same in the other direction, for fully spelled-out patterns. */
function differsAtEnd(a: string, b: string): boolean {
  for (let i = a.length - 1, j = b.length - 1; i >= 0 && j >= 0; i--, j--) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(j);
    if (isSpecial(one) || isSpecial(other)) return false;
    if (one !== other) return true;
  }
  return false;
}

/** Walks through both patterns together; a mark at `j` in row `i` means that some text reaches these two positions. */
function intersectsPlain(a: string, b: string): boolean {
  if (differsAtEnd(a, b)) return false;
  // Each has a `*` that can match the other's middle, so only their beginnings and ends must agree.
  if (a.includes("*") && b.includes("*")) return edgesAgree(a, b);
  // One of them is literal text: the other matches it or not.
  if (isText(a)) return coversPlain(b, a);
  if (isText(b)) return coversPlain(a, b);
  let [row, below] = [new Uint8Array(b.length + 2), new Uint8Array(b.length + 2)];
  row[0] = 1;
  for (let i = 0; ; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (row[j] === 0) continue;
      if (a[i] === "*" || b[j] === "*") {
        if (j < b.length) row[j + 1] = 1;
        if (i < a.length) below[j] = 1;
      } else if (i < a.length && j < b.length && (a[i] === b[j] || a[i] === "?" || b[j] === "?")) below[j + 1] = 1;
    }
    if (i === a.length) return row[b.length] === 1;
    [row, below] = [below, row.fill(0)];
  }
}

function isText(pattern: string): boolean {
  return !pattern.includes("*") && !pattern.includes("?");
}

/** Both contain a `*`. */
function edgesAgree(a: string, b: string): boolean {
  for (let i = 0; a[i] !== "*" && b[i] !== "*"; i++) if (!agree(a[i], b[i])) return false;
  for (let i = a.length - 1, j = b.length - 1; a[i] !== "*" && b[j] !== "*"; i--, j--) {
    if (!agree(a[i], b[j])) return false;
  }
  return true;
}

function agree(one: string | undefined, other: string | undefined): boolean {
  return one === other || one === "?" || other === "?";
}
