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

/** A pattern made ready to be compared with others. */
interface Prepared {
  readonly pattern: string;
  readonly hasHome: boolean;
  /** In every spelling, the shortest first, with the home written in one way. */
  readonly texts: readonly string[];
  /** The same with a home that may be anything. */
  readonly homeless: readonly string[];
}

function prepare(pattern: string): Prepared {
  const texts = spellings(writeHome(pattern));
  if (!hasHome(pattern)) return { pattern, hasHome: false, texts, homeless: texts };
  return { pattern, hasHome: true, texts, homeless: spellings(forgetHome(pattern)) };
}

/** Nothing matches both: they differ before anything that can stand for more than itself. Most pairs of lines do. */
export function differsAtOnce(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const [one, other] = [a[i]!, b[i]!];
    if (isSpecial(one) || isSpecial(other)) return false;
    if (one !== other) return i > 0 || !(isLead(one) || isLead(other));
    if (i === 0 && isLead(one)) return false;
  }
  return false;
}

function isSpecial(sign: string | undefined): boolean {
  return sign === "*" || sign === "?" || sign === "\\";
}

/** The first sign of what may be the home. */
function isLead(sign: string): boolean {
  return sign === "~" || sign === "$";
}

/** Does every text of `small` match `big`? Never a wrong yes. */
export function covers(big: string, small: string): boolean {
  return isCover(prepare(big), prepare(small));
}

function isCover(big: Prepared, small: Prepared): boolean {
  if (differsAtOnce(big.pattern, small.pattern) || (big.hasHome && !small.hasHome)) return false;
  const narrow = big.hasHome ? small.texts : small.homeless;
  return narrow.every((one) => big.texts.some((other) => coversPlain(other, one)));
}

/** Is there a text that matches both? Never a wrong no. */
export function intersects(one: string, other: string): boolean {
  return canMeet(prepare(one), prepare(other));
}

function canMeet(one: Prepared, other: Prepared): boolean {
  if (differsAtOnce(one.pattern, other.pattern)) return false;
  const isSameHome = one.hasHome && other.hasHome;
  const [a, b] = isSameHome ? [one.texts, other.texts] : [one.homeless, other.homeless];
  return a.some((left) => b.some((right) => intersectsPlain(left, right)));
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
  let [at, from] = [0, 0];
  // Where the last `*` of `big` stands, and how far into `small` it reaches so far.
  let [star, reach] = [-1, 0];
  while (from < small.length) {
    const [wide, narrow] = [big[at], small[from]];
    if (wide === "*") {
      star = at++;
      reach = from;
    } else if (narrow !== "*" && (wide === "?" || (narrow !== "?" && wide === narrow))) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++reach;
    } else return false;
  }
  while (big[at] === "*") at++;
  return at === big.length;
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
  // Each has a `*` that takes what the other has in its middle: only their beginnings and ends must agree.
  if (a.includes("*") && b.includes("*")) return edgesAgree(a, b);
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

/** Both hold a `*`. */
function edgesAgree(a: string, b: string): boolean {
  const agree = (one: string | undefined, other: string | undefined): boolean =>
    one === other || one === "?" || other === "?";
  for (let i = 0; a[i] !== "*" && b[i] !== "*"; i++) if (!agree(a[i], b[i])) return false;
  for (let i = 1; a.at(-i) !== "*" && b.at(-i) !== "*"; i++) if (!agree(a.at(-i), b.at(-i))) return false;
  return true;
}

/** The same decisions in fewer lines: what a later line hides and what changes nothing goes. */
export function simplify(rules: readonly NativeRule[]): NativeRule[] {
  const lines = rules.map(([pattern, verdict]) => ({ ...prepare(pattern), verdict }));
  const runs = lines.map(({ texts: [shortest] }) => longestRun(shortest!));
  const isHidden = (line: Prepared, i: number): boolean => {
    for (let later = i + 1; later < lines.length; later++) {
      // What stands in the one as it is must stand in the other: that ends it for nearly all pairs.
      if (line.texts[0]!.includes(runs[later]!) && isCover(lines[later]!, line)) return true;
    }
    return false;
  };
  const kept: Line[] = [];
  for (const [i, line] of lines.entries()) if (!isHidden(line, i) && !saysTheSame(kept, line)) kept.push(line);
  return kept.map(({ pattern, verdict }) => [pattern, verdict]);
}

interface Line extends Prepared {
  readonly verdict: Verdict;
}

/** The longest part without a wildcard. */
function longestRun(pattern: string): string {
  return pattern.split(/[*?]+/).reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** Do the lines before already decide so, wherever this one matches? */
function saysTheSame(before: readonly Line[], line: Line): boolean {
  for (let i = before.length - 1; i >= 0; i--) {
    const other = before[i]!;
    if (!canMeet(other, line)) continue;
    if (other.verdict !== line.verdict) return false;
    if (isCover(other, line)) return true;
  }
  return false;
}
