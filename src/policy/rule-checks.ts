/** Finds rules that an author should review: unreachable ones, and ones that allow more than they seem to. */
import { compileGlob, type Glob, mustMatch, spellOut } from "../base/glob.ts";
import type { Policy, Rule, Tool } from "../model/permission.ts";
import { normaliseAddressPattern } from "./address.ts";
import { anchorOf } from "./path/patterns.ts";
import { type Entry, findEntry } from "./programs/all.ts";
import { isReadOnly, patternsOf, styleOf } from "./rules.ts";

type Texts = ReturnType<typeof spellOut>;

interface Unreachable {
  /** Positions in the list passed in. */
  readonly index: number;
  readonly coveredBy: number;
}

/** Sound but not complete: every report is true, but some overlaps are not found. */
export function findUnreachable(
  rules: readonly Rule[],
  tool: Tool,
  isSkipped: (rule: Rule) => boolean = () => false,
): readonly Unreachable[] {
  const known: { readonly rule: Rule; readonly index: number; readonly run: string }[] = [];
  const found: Unreachable[] = [];
  for (const [index, rule] of rules.entries()) {
    if (rule.tool !== tool) continue;
    let texts: readonly Texts[] | undefined;
    // Packs may overlap, so only the agent's own rules are checked.
    const cover = isSkipped(rule)
      ? undefined
      : known.find((other) => {
          if (isOutOfReach(tool, other, rule.pattern)) return false;
          texts ??= compile(rule).map(spellOut);
          return covers(tool, other.rule, rule, texts);
        });
    if (cover) found.push({ index, coveredBy: cover.index });
    known.push({ rule, index, run: longestRun(rule.pattern) });
  }
  return found;
}

function compile(rule: Rule): readonly Glob[] {
  return patternsOf(rule).flatMap((pattern) => {
    const written = compileGlob(pattern, styleOf(rule.tool));
    return rule.tool === "webfetch" ? [written, compileGlob(normaliseAddressPattern(pattern), "address")] : [written];
  });
}

/** A cheap test that rules out most pairs of a long list without comparing their globs. */
function isOutOfReach(tool: Tool, earlier: { readonly rule: Rule; readonly run: string }, later: string): boolean {
  // An address is also matched in its normal form, which may be written differently.
  if (tool === "webfetch") return false;
  return !later.includes(earlier.run) || differsAtOnce(earlier.rule.pattern, later);
}

/** Text that occurs literally in every match of the pattern; text beside a star may be left out with it. */
function longestRun(pattern: string): string {
  return pattern
    .replace(/^\.\/(?=\*)/, "")
    .split(/[ /]?\*+[ /]?/)
    .reduce((longest, run) => (run.length > longest.length ? run : longest));
}

/** `narrow`: for each glob of the later rule, every text it can match. */
function covers(tool: Tool, earlier: Rule, later: Rule, narrow: readonly Texts[]): boolean {
  if (earlier.pattern === later.pattern && (earlier.verdict !== "allow" || later.verdict === "allow")) return true;
  if (styleOf(tool) === "path" && !sharesAnchor(earlier.pattern, later.pattern)) return false;
  const wide = compile(earlier);
  return narrow.every((texts) => {
    return texts.length > 0 && texts.every((text) => wide.some((other) => mustMatch(other, text)));
  });
}

/** Whether they differ before the first star of either. */
function differsAtOnce(a: string, b: string): boolean {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end && a[i] !== "*" && b[i] !== "*"; i++) if (a[i] !== b[i]) return true;
  return false;
}

/** Patterns with different anchors are compared only if the disk cannot matter. */
function sharesAnchor(earlier: string, later: string): boolean {
  const [wide, narrow] = [anchorOf(earlier), anchorOf(later)];
  if (wide === "anywhere") return earlier === "**" || narrow !== "root";
  return wide === narrow && earlier.startsWith("~") === later.startsWith("~");
}

interface AllowsMore {
  /** The position in the policy's rules. */
  readonly index: number;
  readonly program: string;
}

/** A rule that also names a subcommand or an option is intentional. Pack rules never name a program. */
export function findAllowsMore(policy: Policy): readonly AllowsMore[] {
  if (!isReadOnly(policy)) return [];
  const found = policy.rules.flatMap((rule, index) => {
    const program = openProgram(rule);
    const entry = program === undefined ? undefined : findEntry(program);
    return program !== undefined && entry && mayRunCode(entry) ? [{ index, program, rule }] : [];
  });
  if (found.length === 0) return [];
  const isOther = (rule: Rule): boolean => !found.some((each) => each.rule === rule);
  const covered = new Set(findUnreachable(policy.rules, "bash", isOther).map(({ index }) => index));
  return found.filter(({ index }) => !covered.has(index));
}

/** The program of a rule such as `awk *`, whose other words may be anything. */
function openProgram({ tool, pattern, verdict, isPacked }: Rule): string | undefined {
  if (tool !== "bash" || verdict !== "allow" || isPacked) return undefined;
  return /^([^ *]+) ?\*{1,2}$/.exec(pattern)?.[1];
}

/** Ignores subcommands and options: a rule must name them before they may run anything. */
function mayRunCode({ marks, operands, hasSubs }: Entry): boolean {
  if (hasSubs) return false;
  const roles = [...operands.first, operands.middle, ...operands.last];
  return marks.includes("runs") || roles.includes("code:awk");
}
