/** Compiles the rules of one tool into OpenCode's ordered patterns: never looser, and equal if its language allows. */
import { compileGlob, type Glob, gap, mayMatch, mustMatch, type Piece, someRun } from "../../../base/glob.ts";
import type { Limit, Policy, Rule, Tool, Verdict } from "../../../model/permission.ts";
import { normaliseAddressPattern } from "../../../policy/address.ts";
import { decide } from "../../../policy/decide.ts";
import { isStricter } from "../../../policy/decision.ts";
import { namesNoProgram } from "../../../policy/judge-effects.ts";
import { hardLimits } from "../../../policy/limits.ts";
import { anchorOf } from "../../../policy/path/patterns.ts";
import { patternsOf, removesTool, rulesFor, styleOf, wholeProject } from "../../../policy/rules.ts";
import { isOrdinary } from "../../../policy/shell/commands.ts";
import { emptySurroundings, withFixedDisk } from "../../../policy/surroundings.ts";
import {
  canMeet,
  coversPrepared,
  differBeforeWildcard,
  hasHome,
  mayCoverAtEdges,
  mayMeetAtEdges,
  type NativeRule,
  type PreparedPattern,
  prepare,
} from "../native/native-pattern.ts";
import { expressionPatterns } from "./expression-patterns.ts";
import { formsOf, isEverything } from "./forms.ts";

const compiled = new WeakMap<Policy, Map<Tool, readonly NativeRule[]>>();
/** Keyed by everything that affects the result, because agents share many of their rule lists. */
const known = new Map<string, readonly NativeRule[]>();

/** Cached, because both an agent's map and its reports use the result. */
export function compileRules(policy: Policy, tool: Tool): readonly NativeRule[] {
  const ofPolicy = compiled.get(policy) ?? new Map<Tool, readonly NativeRule[]>();
  const lines = ofPolicy.get(tool) ?? compileTool(policy, tool);
  compiled.set(policy, ofPolicy.set(tool, lines));
  return lines;
}

function compileTool(policy: Policy, tool: Tool): readonly NativeRule[] {
  const limits = hardLimits(policy);
  if (limits.some((limit) => removesTool(limit, tool))) return [["*", "deny"]];
  const intent = policy.otherwise[tool];
  const only = onlyLists(limits, tool);
  const rules = spelledRules(policy, tool, limits).map(
    (rule): CountedRule => ({ rule, counts: verdictOf(policy, rule) }),
  );
  const key = JSON.stringify([
    tool,
    intent,
    only,
    rules.map(({ rule, counts }) => [counts, rule.verdict, rule.pattern]),
  ]);
  const lines = known.get(key) ?? simplify(keepInside(compileList(rules, intent), tool, only));
  known.set(key, lines);
  return lines;
}

/** Whether the map of this tool is a single line that asks about everything. */
export function asksAlways(policy: Policy, tool: Tool): boolean {
  // A quick test before compiling: the first line is the intent, and only another line for everything overrides it.
  if (policy.otherwise[tool] !== "ask" && !hasLineForAll(policy, tool)) return false;
  const lines = compileRules(policy, tool);
  return lines.length === 1 && lines[0]![1] === "ask";
}

function hasLineForAll(policy: Policy, tool: Tool): boolean {
  const limits = hardLimits(policy);
  if (onlyLists(limits, tool).length > 0) return true;
  return spelledRules(policy, tool, limits).some(({ pattern }) => {
    const { exact, wide, deny } = formsOf(pattern, tool);
    const lines = [...exact.flatMap((form) => [form.pattern, ...form.guards]), ...wide, ...deny];
    return lines.some((line) => /^\*+$/.test(line));
  });
}

/** The denies of limits, then the rules of the policy. */
function spelledRules(policy: Policy, tool: Tool, limits: readonly Limit[]): readonly Rule[] {
  return [...forbidden(limits, tool), ...rulesFor(policy, tool).flatMap(spellOut)];
}

/** Paths below get separate lines, so that the rule itself is expressed as exactly as possible. */
function spellOut(rule: Rule): readonly Rule[] {
  return [...new Set([...ownPatterns(rule), ...patternsOf(rule)])].map((pattern) => ({ ...rule, pattern }));
}

function ownPatterns({ tool, verdict, pattern }: Rule): readonly string[] {
  if (verdict === "allow" || pattern.startsWith("./")) return [];
  if (tool === "webfetch") return [pattern];
  // What is below `a/**` does not include `a` itself.
  return /(?:^|\/)\*\*\/$/.test(pattern) ? [] : [pattern.replace(/(?<=[^/])\/$/, "")];
}

/** A rule and its effective verdict. */
interface CountedRule {
  readonly rule: Rule;
  readonly counts: Verdict;
}

/** The default first, then the rules in reverse: ours is first match, theirs is last match. */
function compileList(counted: readonly CountedRule[], intent: Verdict): readonly NativeRule[] {
  const lines: NativeRule[] = [["*", intent]];
  const rules = counted.map(({ rule }) => rule);
  // After these positions, no rule is stricter than the verdict.
  const ends = { allow: endOf(rules, "allow"), ask: endOf(rules, "ask"), deny: 0 };
  for (let i = rules.length - 1; i >= 0; i--) {
    const floor: Floor = (region, least) => floorOf({ rules, from: i + 1, intent, ends }, region, least);
    lines.push(...linesOf(rules[i]!, counted[i]!.counts, floor));
  }
  return lines;
}

/** A limit becomes a deny before all rules. */
export function forbidden(limits: readonly Limit[], tool: Tool): Rule[] {
  return limits.flatMap((limit) => {
    const patterns =
      tool === "edit" && limit.kind === "no-paths"
        ? limit.patterns
        : tool === "bash" && limit.kind === "no-commands"
          ? limit.expressions.flatMap((source) => expressionPatterns(source).outer)
          : [];
    return patterns.map((pattern): Rule => ({ tool, pattern, verdict: "deny", from: limit.from }));
  });
}

/** For each limit, the patterns that it allows. */
function onlyLists(limits: readonly Limit[], tool: Tool): (readonly string[])[] {
  return limits.flatMap((limit) => {
    if (tool === "edit" && limit.kind === "only-paths") return [limit.patterns];
    if (tool !== "bash" || limit.kind !== "only-commands") return [];
    return [limit.expressions.flatMap((source) => expressionPatterns(source).inner)];
  });
}

/**
 * The same lines restricted to every list, and a deny everywhere else. A line that is only partly inside cannot be
 * split: an allow is dropped, because whatever precedes it is at least as strict; anything else denies.
 */
function keepInside(
  lines: readonly NativeRule[],
  tool: Tool,
  allLists: readonly (readonly string[])[],
): readonly NativeRule[] {
  // Every path of the project: the client writes a path outside it with `../`.
  const lists = allLists.filter((patterns) => !patterns.includes(wholeProject));
  if (lists.length < allLists.length) return [...keepInside(lines, tool, lists), ["../*", "deny"]];
  if (lists.length === 0) return lines;
  const liesIn = (region: string) => {
    const found = lists.map((patterns) => patterns.map((pattern) => meets({ tool, pattern }, region)));
    if (found.every((each) => each.includes("all"))) return "all";
    return found.every((each) => each.some((one) => one !== "no")) ? "some" : "no";
  };
  const kept = lines.slice(1).flatMap(([region, verdict]): NativeRule[] => {
    if (verdict === "deny") return [[region, verdict]];
    const found = liesIn(region);
    if (found === "all") return [[region, verdict]];
    return verdict === "allow" || found === "no" ? [] : [[region, "deny"]];
  });
  const [, otherwise] = lines[0]!;
  const forms = [...new Set(lists.flat())].flatMap((pattern) => formsOf(pattern, tool).exact);
  // With several lists, a form must be entirely inside each of them; one that needs guards never is.
  const opened = forms.flatMap(({ pattern, guards }): NativeRule[] =>
    lists.length > 1 && liesIn(pattern) !== "all"
      ? []
      : [[pattern, otherwise], ...guards.map((guard) => [guard, "deny"] as const)],
  );
  return [["*", "deny"], ...opened, ...kept];
}

/** The strictest verdict that a match of this pattern could get without the rule, at least `least`. */
type Floor = (region: string, least: Verdict) => Verdict;

function linesOf({ pattern, tool }: Rule, verdict: Verdict, floor: Floor): NativeRule[] {
  const { exact, isUnique, wide, deny } = formsOf(pattern, tool);
  const lines: NativeRule[] = [];
  // Wide patterns match more than the rule, so they are only for verdicts stricter than allow.
  if (verdict !== "allow") lines.push(...wide.map((each) => [each, floor(each, verdict)] as const));
  for (const form of exact) {
    lines.push([form.pattern, verdict]);
    for (const guard of form.guards) lines.push([guard, floor(guard, isUnique ? "allow" : verdict)]);
  }
  if (verdict === "deny") lines.push(...deny.map((each) => [each, "deny"] as const));
  return lines;
}

function stricter(a: Verdict, b: Verdict): Verdict {
  return isStricter(a, b) ? a : b;
}

const sampleWord = "surcingle-sample";
const nowhere = withFixedDisk(emptySurroundings("/", "/"));

/**
 * A command can do more than its text shows: run another one (`sudo`), be a path, change the shell. The client sees
 * none of that, so a rule allows no more than the engine does for one example of it.
 */
function verdictOf(policy: Policy, rule: Rule): Verdict {
  const { tool, pattern, verdict } = rule;
  if (tool !== "bash" || verdict === "deny") return verdict;
  if (namesNoProgram(rule)) return "ask";
  const sample = pattern.replace(/\*+/g, sampleWord);
  // Most rules are for an ordinary program and plain words, where the engine would not change the verdict.
  if (/^[a-z][\w-]*(?: [\w.,:@+-]+)*$/.test(sample) && isOrdinary(sample.split(" ")[0]!)) return verdict;
  return stricter(verdict, decide(policy, { tool, subject: sample }, nowhere).verdict);
}

interface RulesBehind {
  readonly rules: readonly Rule[];
  readonly from: number;
  readonly intent: Verdict;
  readonly ends: Readonly<Record<Verdict, number>>;
}

/** The strictest verdict of the rules that overlap a native pattern, up to one that covers it. */
function floorOf({ rules, from, intent, ends }: RulesBehind, region: string, least: Verdict): Verdict {
  let floor = least;
  const end = (): number => (isStricter(intent, floor) ? rules.length : ends[floor]);
  for (let [i, last] = [from, end()]; i < last; i++) {
    const { verdict } = rules[i]!;
    const isHigher = isStricter(verdict, floor);
    // A rule that is not stricter matters only if it covers the region.
    const found = meets(rules[i]!, region, isHigher);
    if (found !== "no" && isHigher) {
      floor = verdict;
      last = end();
    }
    if (found === "all") return floor;
  }
  return stricter(floor, intent);
}

/** The position after the last stricter rule. */
function endOf(rules: readonly Rule[], floor: Verdict): number {
  return rules.findLastIndex(({ verdict }) => isStricter(verdict, floor)) + 1;
}

/** A cache, because every rule is compared with the lines of all others. */
const compiledGlobs = new Map<string, readonly Glob[]>();

function globsOf(pattern: string, tool: Tool): readonly Glob[] {
  const key = `${tool} ${pattern}`;
  const found = compiledGlobs.get(key);
  if (found) return found;
  const patterns = tool === "webfetch" ? [pattern, normaliseAddressPattern(pattern)] : [pattern];
  const globs = patterns.map((each) => compileGlob(each, styleOf(tool)));
  compiledGlobs.set(key, globs);
  return globs;
}

/** Without `isOverlap`, a pattern that covers only a part of the region may count as `no`. */
function meets(
  { tool, pattern }: Pick<Rule, "tool" | "pattern">,
  region: string,
  isOverlap = true,
): "all" | "some" | "no" {
  // Most rules of a long list are for another program.
  if (tool === "bash" && differBeforeWildcard(pattern, region)) return "no";
  if (tool === "edit" || tool === "read") {
    if (isEverything(pattern)) return "all";
    const isOutside = region.startsWith("../");
    if (anchorOf(pattern) === "root") return isOutside || /^[*?]/.test(region) ? "some" : "no";
    if (isOutside && anchorOf(pattern) === "project") return "no";
  }
  if (tool === "external_directory") {
    if (anchorOf(pattern) === "project") return "no";
    if (hasHome(pattern) && region.startsWith("/")) return "some";
  }
  const globs = globsOf(pattern, tool);
  const { whole, homeless } = regionOf(region, tool);
  if (whole.every((pieces) => globs.some((glob) => mustMatch(glob, pieces)))) return "all";
  return isOverlap && homeless.some((pieces) => globs.some((glob) => mayMatch(glob, pieces))) ? "some" : "no";
}

/** The texts of a native pattern, with the home as it is written and with one that can be anything. */
interface RegionTexts {
  readonly whole: readonly (readonly Piece[])[];
  readonly homeless: readonly (readonly Piece[])[];
}

/** A cache, because a region is compared with all rules of a list. */
const regions = new Map<string, RegionTexts>();

function regionOf(region: string, tool: Tool): RegionTexts {
  const key = `${tool} ${region}`;
  const found = regions.get(key);
  if (found) return found;
  const whole = textsOf(region, tool, true);
  const made = { whole, homeless: hasHome(region) ? textsOf(region, tool, false) : whole };
  regions.set(key, made);
  return made;
}

/** What our own rules would be matched against if the client matches this pattern. An unknown home can be anything. */
function textsOf(region: string, tool: Tool, isHomeKept: boolean): Piece[][] {
  if ((tool === "edit" || tool === "read") && region.startsWith("../")) return [[someRun]];
  const known = isHomeKept || !hasHome(region) ? region : `*${region.replace(/^(?:~|\$HOME)/, "")}`;
  if (tool === "external_directory") {
    const directory = known.replace(/\/[*?]$/, "");
    return directory === "*" ? [[someRun]] : [piecesOf(directory, tool), [...piecesOf(directory, tool), "/", someRun]];
  }
  const spellings = known.endsWith(" *") ? [known.slice(0, -2), known] : [known];
  return spellings.map((each) => piecesOf(each, tool));
}

function piecesOf(native: string, tool: Tool): Piece[] {
  return [...native.matchAll(/[*?]+| |[^*? ]+/g)].map(([part]): Piece => {
    if (/^[*?]/.test(part)) return someRun;
    return part === " " && tool === "bash" ? gap : part;
  });
}

/** Removes lines that a later one hides or that change nothing. */
function simplify(rules: readonly NativeRule[]): NativeRule[] {
  const lines = rules.map(([pattern, verdict], place): Line => ({ at: prepare(pattern), verdict, place }));
  const [all, kept] = [makeIndex(lines), makeIndex([])];
  for (const line of lines) if (!isHidden(all, line) && !saysTheSame(kept, line)) addLine(kept, line);
  return kept.lines.map(({ at, verdict }) => [at.pattern, verdict]);
}

interface Line {
  readonly at: PreparedPattern;
  readonly verdict: Verdict;
  readonly place: number;
}

/** Lines by first word: two lines with different literal first words never match the same text. */
interface LineIndex {
  readonly lines: Line[];
  /** Lines without a literal first word are under the empty one. */
  readonly byWord: Map<string, Line[]>;
}

function makeIndex(lines: readonly Line[]): LineIndex {
  const index: LineIndex = { lines: [], byWord: new Map() };
  for (const line of lines) addLine(index, line);
  return index;
}

function addLine({ lines, byWord }: LineIndex, line: Line): void {
  lines.push(line);
  const group = byWord.get(line.at.word);
  if (group) group.push(line);
  else byWord.set(line.at.word, [line]);
}

const none: readonly Line[] = [];

/** The lines that may overlap this one: those with the same word, and those that may begin with any. */
function likeLines({ lines, byWord }: LineIndex, { at: { word } }: Line): readonly [readonly Line[], readonly Line[]] {
  return word === "" ? [lines, none] : [byWord.get(word) ?? none, byWord.get("") ?? none];
}

function isHidden(all: LineIndex, line: Line): boolean {
  return likeLines(all, line).some((lines) => isCovered(lines, line));
}

function isCovered(lines: readonly Line[], line: Line): boolean {
  for (let i = lines.length - 1; i >= 0 && lines[i]!.place > line.place; i--) {
    const { at } = lines[i]!;
    if (mayCoverAtEdges(at, line.at) && coversPrepared(at, line.at)) return true;
  }
  return false;
}

/** Whether earlier lines already give this verdict wherever this one matches. */
function saysTheSame(kept: LineIndex, line: Line): boolean {
  const [own, open] = likeLines(kept, line);
  // Nearest first.
  for (let [i, j] = [own.length - 1, open.length - 1]; i >= 0 || j >= 0; ) {
    const other = j < 0 || (i >= 0 && own[i]!.place > open[j]!.place) ? own[i--]! : open[j--]!;
    // The cheaper test first: what covers this line also overlaps it.
    if (other.verdict === line.verdict) {
      if (mayCoverAtEdges(other.at, line.at) && coversPrepared(other.at, line.at)) return true;
    } else if (mayMeetAtEdges(other.at, line.at) && canMeet(other.at, line.at)) return false;
  }
  return false;
}
