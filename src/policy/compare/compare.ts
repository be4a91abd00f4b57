/**
 * Compares two policies: is the second one looser for some call? If the answer is no, there is no such call; whatever
 * cannot be determined exactly counts as looser. Symlinks at the start of patterns and case-insensitive disks are not
 * considered.
 */
import type { Limit, Policy, Rule, Tool, ToolCall } from "../../model/permission.ts";
import { isStricter } from "../decision.ts";
import { namesNoProgram } from "../judge-effects.ts";
import { hardPolicy } from "../limits.ts";
import { isReadOnly, judgeByToolLimit, rulesFor } from "../rules.ts";
import type { Surroundings } from "../surroundings.ts";
import {
  areCommandsCovered,
  checkAssignments,
  checkCommands,
  checkPacks,
  checkPrograms,
  checkUnknownCommand,
} from "./check-commands.ts";
import { checkAddresses, checkConnections, checkLimits, checkTexts, limitKey } from "./check-limits.ts";
import {
  checkEffects,
  checkFreeReading,
  checkPaths,
  checkReadOnly,
  checkSecrets,
  checkSteering,
} from "./check-paths.ts";
import { checkMentions, checkRunners } from "./check-runners.ts";
import { type Example, plainExamples, spelledExamples } from "./examples.ts";
import { type Difference, type LooserFinding, type PolicyPair, tryCall } from "./pair.ts";

/** Most important differences first, slowest checks last. */
const checks: readonly ((pair: PolicyPair) => LooserFinding | undefined)[] = [
  checkClientTools,
  checkEditLimits,
  (pair) => checkPaths(pair, "edit"),
  checkReadOnly,
  checkAddresses,
  (pair) => checkTexts(pair, "websearch"),
  (pair) => checkTexts(pair, "question"),
  (pair) => checkPaths(pair, "read"),
  (pair) => checkPaths(pair, "external_directory"),
  checkFreeReading,
  checkUnknownCommand,
  checkCommands,
  checkAssignments,
  checkPrograms,
  checkPacks,
  checkRunners,
  checkMentions,
  checkSteering,
  checkSecrets,
  (pair) => checkEffects(pair, "edit"),
  (pair) => checkEffects(pair, "read"),
  checkConnections,
  checkLimits,
];

/** States per search. A count instead of a time limit, so that every machine gives the same answer. */
export const mostStates = 20_000;

interface CompareOptions {
  /** Ignores what delegation ignores: commands that only read what the first policy may read without asking. */
  readonly isDelegation?: boolean;
  readonly bound?: number;
}

export interface Comparison {
  readonly isLooser: boolean;
  /** Undefined if no call was found that shows the difference. */
  readonly difference?: Difference | undefined;
  /** Why it counts as looser, if no call shows it. */
  readonly why?: string | undefined;
  /** States of the largest search, and of all searches. */
  readonly mostStates: number;
  readonly states: number;
}

export function comparePolicies(first: Policy, second: Policy, options: CompareOptions = {}): Comparison {
  const counts = { mostStates: 0, states: 0 };
  const [found] = findingsOf(first, second, options, counts);
  if (!found) return { isLooser: false, ...counts };
  if ("why" in found) return { isLooser: true, ...found, ...counts };
  return {
    isLooser: true,
    get difference() {
      return found.difference;
    },
    ...counts,
  };
}

/** Yields each way in which the second policy is looser, computed on demand. Nothing if it is not looser. */
export function* findingsOf(
  first: Policy,
  second: Policy,
  { isDelegation = false, bound = mostStates }: CompareOptions = {},
  counts = { mostStates: 0, states: 0 },
): Generator<LooserFinding> {
  if (identityOf(first) === identityOf(second)) return;
  const [a, whole] = withoutBypasses(hardPolicy(first), hardPolicy(second));
  const b = withoutRunnerLists(a, whole);
  const pairs: (readonly [Policy, Policy])[] = [[a, b]];
  if (mayHideBehindPack(a, b)) pairs.push([asking(a), asking(b)]);
  for (const [one, other] of pairs) {
    const pair: PolicyPair = {
      a: one,
      b: other,
      isDelegation,
      bound,
      isReadOnlyA: isReadOnly(a),
      isReadOnlyB: isReadOnly(b),
      covered: new Map(),
      states: counts.states,
      mostStates: counts.mostStates,
    };
    for (const check of [probe, ...checks]) {
      const found = check(pair);
      Object.assign(counts, { states: pair.states, mostStates: pair.mostStates });
      if (found) yield found;
    }
  }
}

/**
 * A pack's `* --version` allows programs in the table and asks about others. As a plain allow rule of A it would hide
 * what B allows, so both policies are then compared a second time with such rules asking.
 */
function mayHideBehindPack(a: Policy, b: Policy): boolean {
  const first = a.rules.findIndex(namesNoProgram);
  if (first < 0) return false;
  const key = ({ tool, pattern, verdict, isPacked }: Rule) => `${tool} ${verdict} ${isPacked === true} ${pattern}`;
  const before = new Set(a.rules.slice(0, first).map(key));
  const isOther = (rule: Rule) =>
    rule.tool === "bash" && rule.verdict === "allow" && !namesNoProgram(rule) && !before.has(key(rule));
  return b.otherwise.bash === "allow" || b.rules.some(isOther);
}

function asking(policy: Policy): Policy {
  return { ...policy, rules: policy.rules.map((rule) => (namesNoProgram(rule) ? { ...rule, verdict: "ask" } : rule)) };
}

const identities = new WeakMap<Policy, string>();

/** Everything in a policy that affects a verdict. Policies with equal keys give equal verdicts. */
export function identityOf(policy: Policy): string {
  const known = identities.get(policy) ?? makeIdentity(policy);
  identities.set(policy, known);
  return known;
}

function makeIdentity({ rules, otherwise, limits, named, isToolList, skills, allowTools }: Policy): string {
  return JSON.stringify([
    rules.map(({ tool, pattern, verdict, isPacked }) => [tool, pattern, verdict, isPacked === true]),
    Object.entries(otherwise).sort(),
    limits.map(limitKey),
    [...named].sort(),
    isToolList === true,
    [...skills].sort(),
    [...allowTools].sort(),
  ]);
}

/**
 * A bypass variable disables a limit in both policies. If only one policy has the limit, assume it is active in A and
 * bypassed in B.
 */
function withoutBypasses(a: Policy, b: Policy): readonly [Policy, Policy] {
  const ofB = new Set(b.limits.filter(({ bypass }) => bypass !== undefined).map(limitKey));
  return [
    { ...a, limits: a.limits.filter((limit) => limit.bypass === undefined || !ofB.has(limitKey(limit))) },
    { ...b, limits: b.limits.filter(({ bypass }) => bypass === undefined) },
  ];
}

/** Finds most differences quickly: tries obvious calls and the rules that only B has. */
function probe(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const keyOfRule = ({ tool, pattern, verdict }: Rule): string => `${tool} ${verdict} ${pattern}`;
  const known = new Set(a.rules.map(keyOfRule));
  for (const tool of probed) {
    if (tool === "bash" && areCommandsCovered(pair)) continue;
    const own = rulesFor(b, tool).filter((rule) => rule.verdict !== "deny" && !known.has(keyOfRule(rule)));
    const plain = isStricter(a.otherwise[tool], b.otherwise[tool]) ? plainExamples(tool) : [];
    const spelled = own.slice(0, mostProbes).flatMap(spelledExamples);
    const named = tool === "bash" ? programExamples(a, b).slice(0, mostProbes) : [];
    for (const example of [...plain, ...spelled, ...named]) {
      const found = tryCall(pair, example);
      if (found) return found;
    }
  }
  return undefined;
}

/** Rules of B for any program (`* --version`), tried with the programs for which A has stricter rules. */
function programExamples(a: Policy, b: Policy): readonly Example[] {
  const isBash = ({ tool }: Rule): boolean => tool === "bash";
  const stricter = a.rules.filter((rule) => isBash(rule) && rule.verdict !== "allow");
  const programs = new Set(stricter.flatMap(({ pattern }) => /^[^ *]+(?= |$)/.exec(pattern)?.[0] ?? []));
  const open = b.rules.filter((rule) => isBash(rule) && rule.verdict === "allow" && /^\* [^*]+$/.test(rule.pattern));
  return open.flatMap(({ pattern }) =>
    [...programs].flatMap((program) => spelledExamples({ tool: "bash", pattern: program + pattern.slice(1) })),
  );
}

const probed: readonly Tool[] = ["edit", "webfetch", "websearch", "question", "external_directory", "read", "bash"];
const mostProbes = 40;

/** A limit on edits also applies to commands that make changes and to work outside the project. */
function checkEditLimits({ a, b, isReadOnlyB }: PolicyPair): LooserFinding | undefined {
  if (judgeByToolLimit(b, "bash")) return undefined;
  const hasPaths = ({ limits }: Policy): boolean => limits.some(({ kind }) => kind === "only-paths");
  const isClosed = (isReadOnlyB && b.isToolList !== true) || judgeByToolLimit(b, "edit") !== undefined;
  const isLooser = (hasPaths(a) && !hasPaths(b)) || (judgeByToolLimit(a, "edit") !== undefined && !isClosed);
  return isLooser ? { why: `\`${a.agent}\` has limits on editing that \`${b.agent}\` does not have` } : undefined;
}

/** A command list that names a runner and its program allows that program, so it does not limit it. */
function withoutRunnerLists(a: Policy, b: Policy): Policy {
  const known = new Set(a.limits.map(limitKey));
  const spells = (source: string): boolean => /^\^\S+ \S/.test(source);
  const isOpen = (limit: Limit): boolean =>
    limit.kind === "only-commands" && limit.expressions.some(spells) && !known.has(limitKey(limit));
  return b.limits.some(isOpen) ? { ...b, limits: b.limits.filter((limit) => !isOpen(limit)) } : b;
}

/** Client tools without a canonical tool. */
function checkClientTools({ a, b }: PolicyPair): LooserFinding | undefined {
  const extra = b.allowTools.find((tool) => !a.allowTools.includes(tool));
  return extra === undefined ? undefined : { why: `\`${b.agent}\` may use the client tool \`${extra}\`` };
}

/** A clause such as: edit `docs/x` is denied for `chiron` and allowed for `writer`. */
export function describeComparison({ difference, why }: Comparison, first: string, second: string): string {
  return difference ? describeDifference(difference, first, second) : (why ?? "its rules may be less strict");
}

const words = { allow: "allowed", ask: "asked about", deny: "denied" } as const;

function describeDifference({ call, surroundings, was, is }: Difference, first: string, second: string): string {
  const reading = call.reading === "below" ? " and all below it" : "";
  const subject = subjectOf(call, surroundings);
  return `${call.tool} \`${subject}\`${reading} is ${words[was.verdict]} for \`${first}\` and ${words[is.verdict]} for \`${second}\``;
}

/** Paths inside the project are relative to its root. */
export function subjectOf({ tool, subject }: ToolCall, { projectRoot }: Surroundings): string {
  const isPath = tool === "edit" || tool === "read" || tool === "external_directory";
  const root = projectRoot === undefined ? undefined : `${projectRoot}/`;
  return isPath && root !== undefined && subject.startsWith(root) ? subject.slice(root.length) : subject;
}
