/** Compiles the rules of one tool into OpenCode's ordered patterns: never looser, and equal if its language allows. */
import { compileGlob, type Glob, gap, mayMatch, mustMatch, type Piece, someRun } from "../../../base/glob.ts";
import type { Limit, Policy, Rule, Tool, Verdict } from "../../../model/permission.ts";
import { normaliseAddressPattern } from "../../../policy/address.ts";
import { decide } from "../../../policy/decide.ts";
import { isStricter } from "../../../policy/decision.ts";
import { namesNoProgram } from "../../../policy/judge-effects.ts";
import { hardLimits } from "../../../policy/limits.ts";
import { anchorOf } from "../../../policy/path/patterns.ts";
import { patternsOf, styleOf, takesAway, wholeProject } from "../../../policy/rules.ts";
import { isOrdinary } from "../../../policy/shell/commands.ts";
import { emptySurroundings } from "../../../policy/surroundings.ts";
import {
  canMeet,
  differsAtOnce,
  hasHome,
  isCover,
  type NativeRule,
  type PreparedPattern,
  prepare,
} from "../native/native-pattern.ts";
import { expressionPatterns } from "./expression-patterns.ts";
import { formsOf, isEverything } from "./forms.ts";

const compiled = new WeakMap<Policy, Map<Tool, readonly NativeRule[]>>();
/** Keyed by everything that affects them, because agents share many of their rule lists. */
const known = new Map<string, readonly NativeRule[]>();

/** Used by both an agent's map and its reports, tool by tool. */
export function compileRules(policy: Policy, tool: Tool): readonly NativeRule[] {
  const ofPolicy = compiled.get(policy) ?? new Map<Tool, readonly NativeRule[]>();
  const lines = ofPolicy.get(tool) ?? compileTool(policy, tool);
  compiled.set(policy, ofPolicy.set(tool, lines));
  return lines;
}

function compileTool(policy: Policy, tool: Tool): readonly NativeRule[] {
  const limits = hardLimits(policy);
  if (limits.some((limit) => takesAway(limit, tool))) return [["*", "deny"]];
  const intent = policy.otherwise[tool];
  const only = onlyLists(limits, tool);
  const rules: CountedRule[] = [];
  let key = `${tool} ${intent} ${JSON.stringify(only)}`;
  const written = policy.rules.filter((rule) => rule.tool === tool);
  for (const rule of [...forbidden(limits, tool), ...written.flatMap(spellOut)]) {
    const counts = verdictOf(policy, rule);
    rules.push({ rule, counts });
    key += `\n${counts} ${rule.verdict} ${JSON.stringify(rule.pattern)}`;
  }
  const lines = known.get(key) ?? simplify(keepInside(compileList(rules, intent), tool, only));
  known.set(key, lines);
  return lines;
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
  for (let i = rules.length - 1; i >= 0; i--) {
    const floor: Floor = (region, least) => floorOf(rules.slice(i + 1), intent, region, least);
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
  // An allow never covers more than it was meant for.
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
const nowhere = emptySurroundings("/", "/");

/**
 * A command can do more than its text shows: it runs another one (`sudo`), is a path, changes the shell. The client
 * sees none of that, so a rule allows no more than the engine does for one example of it.
 */
function verdictOf(policy: Policy, rule: Rule): Verdict {
  const { tool, pattern, verdict } = rule;
  if (tool !== "bash" || verdict === "deny") return verdict;
  if (namesNoProgram(rule)) return "ask";
  const sample = pattern.replace(/\*+/g, sampleWord);
  // Most rules are for an ordinary program and plain words: the engine would add only time.
  if (/^[a-z][\w-]*(?: [\w.,:@+-]+)*$/.test(sample) && isOrdinary(sample.split(" ")[0]!)) return verdict;
  return stricter(verdict, decide(policy, { tool, subject: sample }, nowhere).verdict);
}

/** The strictest verdict of the rules that overlap a native pattern, up to one that covers it. */
function floorOf(rules: readonly Rule[], intent: Verdict, region: string, least: Verdict): Verdict {
  let floor = least;
  // After this position nothing is stricter than what is already known.
  const end = (): number => (isStricter(intent, floor) ? rules.length : lastStricter(rules, floor) + 1);
  for (let [i, last] = [0, end()]; i < last; i++) {
    const { verdict } = rules[i]!;
    const found = meets(rules[i]!, region);
    if (found !== "no" && isStricter(verdict, floor)) {
      floor = verdict;
      last = end();
    }
    if (found === "all") return floor;
  }
  return stricter(floor, intent);
}

function lastStricter(rules: readonly Rule[], floor: Verdict): number {
  return rules.findLastIndex(({ verdict }) => isStricter(verdict, floor));
}

/** Every rule is compared with the lines of all others. */
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

function meets({ tool, pattern }: Pick<Rule, "tool" | "pattern">, region: string): "all" | "some" | "no" {
  // Most rules of a long list are for another program.
  if (tool === "bash" && differsAtOnce(pattern, region)) return "no";
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
  if (textsOf(region, tool, true).every((pieces) => globs.some((glob) => mustMatch(glob, pieces)))) return "all";
  return textsOf(region, tool, false).some((pieces) => globs.some((glob) => mayMatch(glob, pieces))) ? "some" : "no";
}

/** The texts for our own rules if the client matches this pattern. An unknown home can be anything. */
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
  const lines = rules.map(([pattern, verdict]) => ({ at: prepare(pattern), verdict }));
  const prepared = lines.map(({ at }) => at);
  const kept: Line[] = [];
  for (const [i, line] of lines.entries()) if (!isHidden(prepared, i) && !saysTheSame(kept, line)) kept.push(line);
  return kept.map(({ at, verdict }) => [at.pattern, verdict]);
}

interface Line {
  readonly at: PreparedPattern;
  readonly verdict: Verdict;
}

function isHidden(lines: readonly PreparedPattern[], i: number): boolean {
  const line = lines[i]!;
  for (let later = i + 1; later < lines.length; later++) {
    if (hasLikeEdges(lines[later]!, line) && isCover(lines[later]!, line)) return true;
  }
  return false;
}

/** The cheapest test, and enough for most pairs of a long list. */
function hasLikeEdges(one: PreparedPattern, other: PreparedPattern): boolean {
  return (
    (one.first === other.first || one.first === 0 || other.first === 0) &&
    (one.last === other.last || one.last === 0 || other.last === 0)
  );
}

/** Whether earlier lines already give this verdict wherever this one matches. */
function saysTheSame(before: readonly Line[], line: Line): boolean {
  for (let i = before.length - 1; i >= 0; i--) {
    const other = before[i]!;
    if (!hasLikeEdges(other.at, line.at)) continue;
    // The cheaper test first: what covers this line also overlaps it.
    if (other.verdict === line.verdict) {
      if (isCover(other.at, line.at)) return true;
    } else if (canMeet(other.at, line.at)) return false;
  }
  return false;
}
