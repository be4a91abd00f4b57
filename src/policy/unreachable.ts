/** Finds rules that can never decide because an earlier rule matches everything they match. */
import { compileGlob, type Glob, mustMatch, spellOut } from "../base/glob.ts";
import type { Rule, Tool } from "../model/permission.ts";
import { normaliseAddressPattern } from "./addresses.ts";
import { anchorOf } from "./path-patterns.ts";
import { styleOf } from "./rules.ts";

type Texts = ReturnType<typeof spellOut>;

export interface Unreachable {
  /** Places in the list that was handed in. */
  readonly index: number;
  readonly coveredBy: number;
}

/** Sound, not complete: what is reported is true, and an odd overlap may stay unreported. */
export function findUnreachable(rules: readonly Rule[], tool: Tool): readonly Unreachable[] {
  const known = rules.flatMap((rule, index) => (rule.tool === tool ? [{ rule, index, globs: compile(rule) }] : []));
  return known.slice(1).flatMap(({ rule, index, globs }, i) => {
    const narrow = globs.map(spellOut);
    const cover = known.slice(0, i + 1).find((other) => covers(tool, other.rule, other.globs, rule, narrow));
    return cover ? [{ index, coveredBy: cover.index }] : [];
  });
}

function compile({ tool, pattern }: Rule): readonly Glob[] {
  const written = compileGlob(pattern, styleOf(tool));
  return tool === "webfetch" ? [written, compileGlob(normaliseAddressPattern(pattern), "address")] : [written];
}

/** `narrow`: for each glob of the later rule, every text it can match. */
function covers(tool: Tool, earlier: Rule, wide: readonly Glob[], later: Rule, narrow: readonly Texts[]): boolean {
  if (earlier.pattern === later.pattern) return true;
  // An address is also matched in its normal form, which may begin differently.
  if (tool !== "webfetch" && differsAtOnce(earlier.pattern, later.pattern)) return false;
  if (styleOf(tool) === "path" && !sharesAnchor(earlier.pattern, later.pattern)) return false;
  return narrow.every((texts) => {
    return texts.length > 0 && texts.every((text) => wide.some((other) => mustMatch(other, text)));
  });
}

/** Long lists of rules are mostly pairs that have nothing in common: they differ before the first star of either. */
function differsAtOnce(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end && a[i] !== "*" && b[i] !== "*"; i++) if (a[i] !== b[i]) return true;
  return false;
}

/** Patterns seen from different places are compared only where the disk cannot matter. */
function sharesAnchor(earlier: string, later: string): boolean {
  const [wide, narrow] = [anchorOf(earlier), anchorOf(later)];
  if (wide === "anywhere") return earlier === "**" || narrow !== "root";
  return wide === narrow && earlier.startsWith("~") === later.startsWith("~");
}
