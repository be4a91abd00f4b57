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

/** Does every text of `small` match `big`? Never a wrong yes. */
export function covers(big: string, small: string): boolean {
  if (hasHome(big) !== hasHome(small)) return !hasHome(big) && covers(big, forgetHome(small));
  return spellings(small).every((one) => spellings(big).some((other) => coversPlain(other, one)));
}

/** Is there a text that matches both? Never a wrong no. */
export function intersects(one: string, other: string): boolean {
  const isSameHome = hasHome(one) && hasHome(other);
  const [a, b] = isSameHome ? [one, other] : [one, other].map(forgetHome);
  return spellings(a!).some((left) => spellings(b!).some((right) => intersectsPlain(left, right)));
}

export function hasHome(pattern: string): boolean {
  return pattern === "~" || pattern.startsWith("~/") || pattern.startsWith("$HOME");
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
  let front = enter(big, [0]);
  for (const sign of small) {
    front = enter(
      big,
      [...front].flatMap((at) => {
        if (big[at] === "*") return [at];
        if (sign === "*" || at >= big.length) return [];
        return big[at] === "?" || (sign !== "?" && big[at] === sign) ? [at + 1] : [];
      }),
    );
  }
  return front.has(big.length);
}

/** The places and all that follow them over a `*`, which may stand for nothing. */
function enter(pattern: string, places: readonly number[]): Set<number> {
  const front = new Set<number>();
  for (let at of places) {
    front.add(at);
    while (pattern[at] === "*") front.add(++at);
  }
  return front;
}

function intersectsPlain(a: string, b: string): boolean {
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [i, j] = pair;
    const key = i * (b.length + 1) + j;
    if (seen.has(key)) continue;
    seen.add(key);
    if (i === a.length && j === b.length) return true;
    if (a[i] === "*") open.push([i + 1, j], ...(j < b.length ? [[i, j + 1] as [number, number]] : []));
    else if (b[j] === "*") open.push([i, j + 1], ...(i < a.length ? [[i + 1, j] as [number, number]] : []));
    else if (i < a.length && j < b.length && (a[i] === b[j] || a[i] === "?" || b[j] === "?")) open.push([i + 1, j + 1]);
  }
  return false;
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
