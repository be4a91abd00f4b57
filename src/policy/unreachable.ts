/** Finds rules that can never decide because an earlier rule matches everything they match. */
import { compileGlob, type Glob, gap, mustMatch, type Piece, spellOut } from "../base/glob.ts";
import type { Rule, Tool } from "../model/permission.ts";
import { normaliseAddressPattern } from "./addresses.ts";
import { anchorOf } from "./path-patterns.ts";
import { styleOf } from "./rules.ts";

/** A glob and the longest part of it that all its texts hold as it stands. */
interface Wide {
  readonly glob: Glob;
  readonly run: string;
}

/** One text with unknown parts, and the same as a plain text in which a run can be looked for. */
interface Narrow {
  readonly pieces: readonly Piece[];
  readonly plain: string;
}

export interface Unreachable {
  /** Places in the list that was handed in. */
  readonly index: number;
  readonly coveredBy: number;
}

/** Sound, not complete: what is reported is true, and an odd overlap may stay unreported. */
export function findUnreachable(rules: readonly Rule[], tool: Tool): readonly Unreachable[] {
  const known: { readonly rule: Rule; readonly index: number; readonly wide: readonly Wide[] }[] = [];
  const found: Unreachable[] = [];
  for (const [index, rule] of rules.entries()) {
    if (rule.tool !== tool) continue;
    const globs = compile(rule);
    const narrow = globs.map((glob) => spellOut(glob).map((pieces) => ({ pieces, plain: plainText(pieces) })));
    const cover = known.find((other) => covers(tool, other.rule, other.wide, rule, narrow));
    if (cover) found.push({ index, coveredBy: cover.index });
    known.push({ rule, index, wide: globs.map((glob) => ({ glob, run: longestRun(glob) })) });
  }
  return found;
}

function compile({ tool, pattern }: Rule): readonly Glob[] {
  const written = compileGlob(pattern, styleOf(tool));
  return tool === "webfetch" ? [written, compileGlob(normaliseAddressPattern(pattern), "address")] : [written];
}

/** `narrow`: for each glob of the later rule, every text it can match. */
function covers(
  tool: Tool,
  earlier: Rule,
  wide: readonly Wide[],
  later: Rule,
  narrow: readonly (readonly Narrow[])[],
): boolean {
  if (earlier.pattern === later.pattern) return true;
  // An address is also matched in its normal form, which may begin differently.
  if (tool !== "webfetch" && differsAtOnce(earlier.pattern, later.pattern)) return false;
  if (styleOf(tool) === "path" && !sharesAnchor(earlier.pattern, later.pattern)) return false;
  return narrow.every((texts) => texts.length > 0 && texts.every((text) => wide.some((one) => takes(one, text))));
}

/** To look for one run is much cheaper than to walk through the glob, and ends it for nearly all pairs of rules. */
function takes({ glob, run }: Wide, { pieces, plain }: Narrow): boolean {
  return plain.includes(run) && mustMatch(glob, pieces);
}

/** No letter of a run can stand in an unknown part: the signs for those are in no run, or at worst in too many. */
const [gapSign, unknownSign] = ["\0", "\u0001"];

function plainText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece === gap ? gapSign : unknownSign)).join("");
}

function longestRun({ steps }: Glob): string {
  let [longest, run, optionalTo] = ["", "", 0];
  for (const [at, step] of steps.entries()) {
    if (step.kind === "maybe") optionalTo = Math.max(optionalTo, step.to);
    if (step.kind !== "unit" || at < optionalTo) run = "";
    else run += step.unit === gap ? gapSign : String.fromCharCode(step.unit);
    if (run.length > longest.length) longest = run;
  }
  return longest;
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
