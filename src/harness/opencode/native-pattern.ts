/** OpenCode's own pattern language, and what can be said about two of its patterns without any text at hand. */
import type { Verdict } from "../../model/permission.ts";

/** One line of a permission map. The last line that matches decides. */
export type NativeRule = readonly [pattern: string, verdict: Verdict];

/** `*` is any run of anything, `?` one character; a last ` *` may be missing; `~/` and `$HOME` lead to the home. */
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

/** Nothing matches both: they differ before anything that can stand for more than itself. Most pairs of lines do. */
function differsAtOnce(a: string, b: string): boolean {
  if (/^[~$]/.test(a) || /^[~$]/.test(b)) return false;
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    if (isSpecial(a[i]) || isSpecial(b[i])) return false;
    if (a[i] !== b[i]) return true;
  }
  return false;
}

function isSpecial(sign: string | undefined): boolean {
  return sign === "*" || sign === "?" || sign === "\\";
}

/** Does every text of `small` match `big`? Never a wrong yes. */
export function covers(big: string, small: string): boolean {
  if (differsAtOnce(big, small)) return false;
  if (hasHome(big) !== hasHome(small)) return !hasHome(big) && covers(big, forgetHome(small));
  const [wide, narrow] = [spellings(writeHome(big)), spellings(writeHome(small))];
  return narrow.every((one) => wide.some((other) => coversPlain(other, one)));
}

/** Is there a text that matches both? Never a wrong no. */
export function intersects(one: string, other: string): boolean {
  if (differsAtOnce(one, other)) return false;
  const isSameHome = hasHome(one) && hasHome(other);
  const [a, b] = [one, other].map(isSameHome ? writeHome : forgetHome);
  return spellings(a!).some((left) => spellings(b!).some((right) => intersectsPlain(left, right)));
}

export function hasHome(pattern: string): boolean {
  return pattern === "~" || pattern.startsWith("~/") || pattern.startsWith("$HOME");
}

/** One way of writing it, so that two patterns can be compared. */
function writeHome(pattern: string): string {
  return pattern.startsWith("$HOME") ? `~${pattern.slice(5)}` : pattern;
}

/** The home is not known here: it may be anything. */
function forgetHome(pattern: string): string {
  return hasHome(pattern) ? `*${pattern.slice(pattern.startsWith("~") ? 1 : 5)}` : pattern;
}

/** A last ` *` also stands for nothing at all; ` **` does not. */
function spellings(pattern: string): string[] {
  const plain = pattern.replaceAll("\\", "/");
  return plain.endsWith(" *") ? [plain.slice(0, -2), plain] : [plain];
}

/** Runs `big` over the signs of `small`: where those stand for any text, `big` must be at a `*`. */
function coversPlain(big: string, small: string): boolean {
  if (differsAtEnd(big, small)) return false;
  // Marks at the places of `big` that can be reached; agents with many rules ask this of every pair of lines.
  let [front, next] = [new Uint8Array(big.length + 1), new Uint8Array(big.length + 1)];
  enter(big, 0, front);
  for (const sign of small) {
    next.fill(0);
    for (let at = 0; at <= big.length; at++) {
      if (front[at] === 0) continue;
      if (big[at] === "*") enter(big, at, next);
      else if (sign === "*" || at === big.length) continue;
      else if (big[at] === "?" || (sign !== "?" && big[at] === sign)) enter(big, at + 1, next);
    }
    [front, next] = [next, front];
  }
  return front[big.length] === 1;
}

/** Marks a place and all that follow it over a `*`, which may stand for nothing. */
function enter(pattern: string, place: number, front: Uint8Array): void {
  let at = place;
  front[at] = 1;
  while (pattern[at] === "*") front[++at] = 1;
}

/** The same from the other side, for patterns that are spelled out. */
function differsAtEnd(a: string, b: string): boolean {
  for (let i = a.length - 1, j = b.length - 1; i >= 0 && j >= 0; i--, j--) {
    if (isSpecial(a[i]) || isSpecial(b[j])) return false;
    if (a[i] !== b[j]) return true;
  }
  return false;
}

/** Walks through both at once; a mark at `j` in row `i` says that some text leads to these two places. */
function intersectsPlain(a: string, b: string): boolean {
  if (differsAtEnd(a, b)) return false;
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

/** The same decisions in fewer lines: what a later line hides and what changes nothing goes. */
export function simplify(rules: readonly NativeRule[]): NativeRule[] {
  const kept = rules.filter(([pattern], i) => !rules.slice(i + 1).some(([later]) => covers(later, pattern)));
  for (let i = 1; i < kept.length; ) {
    if (saysTheSame(kept.slice(0, i), kept[i]!)) kept.splice(i, 1);
    else i++;
  }
  return kept;
}

/** Do the lines before already decide so, wherever this one matches? */
function saysTheSame(before: readonly NativeRule[], [pattern, verdict]: NativeRule): boolean {
  for (const [other, said] of before.toReversed()) {
    if (!intersects(other, pattern)) continue;
    if (said !== verdict) return false;
    if (covers(other, pattern)) return true;
  }
  return false;
}
