/** Compares two policies for programs that start other programs, and for the words of such commands. */
import type { Policy, Rule, Verdict } from "../../model/permission.ts";
import { namesNoProgram } from "../judge-effects.ts";
import { findEntry, isBundled, mentionsCommand } from "../programs/all.ts";
import type { Block } from "../programs/entry.ts";
import {
  addSpelling,
  areCommandsCovered,
  commands,
  commandsIn,
  type Spelling,
  unknownOptions,
  viewOf,
} from "./check-commands.ts";
import { limitKey } from "./check-limits.ts";
import { startsNothing } from "./command-classes.ts";
import { commandExample } from "./examples.ts";
import { type ListVerdict, strict, type VerdictList, verdictCode } from "./lists.ts";
import { globNfa } from "./nfa/glob-nfa.ts";
import { isOption } from "./nfa/program-options.ts";
import { allowsOnly, isDifferent, type LooserFinding, type PolicyPair, search, tryCall } from "./pair.ts";
import { knownCommands } from "./regions.ts";
import { commandLists, commandsOf, isToolRemoved, literalWords, narrowed } from "./sides.ts";

/** Whether the program's last words are a command. */
function mayRun(block: Block | undefined): boolean {
  if (!block) return false;
  const all = [block.operands, ...[...block.options.values()].flatMap(({ operands }) => operands ?? [])];
  return all.some(({ first, middle, last }) => [...first, middle, ...last].includes("command"));
}

function isRunner([name = "", sub = ""]: readonly string[]): boolean {
  const base = name.slice(name.lastIndexOf("/") + 1);
  if (!mentionsCommand(base)) return false;
  const entry = findEntry(base);
  return entry !== undefined && (mayRun(entry) || mayRun(entry.findSub(sub)));
}

/** Allow rules that name a runner and more words. */
function runnersOf({ rules }: Policy): readonly Spelling[] {
  const found = new Map<string, Spelling>();
  for (const rule of rules) {
    const words = literalWords(rule);
    const isAllowed = rule.tool === "bash" && rule.verdict === "allow";
    if (!isAllowed || words.length < 2 || !isRunner(words)) continue;
    const options = rule.pattern.split(" ").filter(isOption);
    const counts = (each: Rule): boolean => rule.isPacked === true || !each.isPacked;
    addSpelling(found, [words, options, rule.isPacked], rule.pattern, { words, options, counts });
  }
  return [...found.values()];
}

/** Rules matched from each word of a command. A pattern that begins with a star would match from every word. */
function strongerRules(policy: Policy, verdicts: readonly string[]): readonly Rule[] {
  return policy.rules.filter(
    ({ tool, verdict, pattern }) => tool === "bash" && verdicts.includes(verdict) && !pattern.startsWith("*"),
  );
}

function strongerList(policy: Policy, verdicts: readonly ("deny" | "ask")[]): VerdictList {
  const rules = verdicts.map((verdict) => ({
    verdict: verdictCode[verdict],
    nfas: strongerRules(policy, [verdict]).map(({ pattern }) => globNfa(pattern, "words")),
  }));
  return { rules, otherwise: verdictCode.allow };
}

/** Whether A has a limit that is matched from every word of some commands, and B lacks it. */
function hasForbiddenWords({ a, b }: PolicyPair): boolean {
  const known = new Set(b.limits.map(limitKey));
  return a.limits.some(
    (limit) =>
      limit.kind === "no-commands" &&
      limit.expressions.some((source) => source.startsWith("^")) &&
      !known.has(limitKey(limit)),
  );
}

/** B's least strict verdict on a program that starts another one after an option unknown to the table. */
function leastOnRunners({ a, b, isReadOnlyB }: PolicyPair, isForbidden = false): ListVerdict {
  const { rules, otherwise } = b;
  const stronger = strongerRules(a, ["deny", "ask"]);
  if (isToolRemoved(b, "bash") || (stronger.length === 0 && !isForbidden)) return verdictCode.deny;
  const meetsOptions = isForbidden || stronger.some(({ pattern }) => isOption(pattern));
  const hasDeny = isForbidden || stronger.some(({ verdict }) => verdict === "deny");
  /** Whether the policy asks about unknown options, or denies them. */
  const isWary = ({ isPacked }: Rule): boolean => isReadOnlyB || isPacked === true;
  const isAsked = (rule: Rule): boolean =>
    rule.verdict === "ask" || namesNoProgram(rule) || (isWary(rule) && !mayHoldOption(rule));
  let least: Verdict = otherwise.bash === "allow" && isReadOnlyB ? "ask" : otherwise.bash;
  for (const rule of rules) {
    if (rule.tool !== "bash" || rule.verdict === "deny") continue;
    // A command of options only has no word at which another command could begin.
    if (!meetsOptions && /^(?:\*|[^ *]+)(?: -[^ *]*)*$/.test(rule.pattern)) continue;
    // A rule as strict as all those of A, or no looser than the least so far, makes no difference.
    if (isAsked(rule) ? !hasDeny || least !== "deny" : least === "allow") continue;
    const runner = findRunner(rule);
    if (!runner) continue;
    const isHeld = runner.block === undefined || unknownOptions(rule, runner.block).length > 0;
    const verdict = isAsked(rule) || (isWary(rule) && !isHeld) ? "ask" : "allow";
    if (strict(verdictCode[verdict]) < strict(verdictCode[least])) least = verdict;
  }
  return verdictCode[least];
}

const optionHolders = new Map<string, boolean>();

function mayHoldOption({ pattern }: Rule): boolean {
  const known = optionHolders.get(pattern) ?? hasOption(pattern);
  optionHolders.set(pattern, known);
  return known;
}

function hasOption(pattern: string): boolean {
  const [name = "", ...others] = pattern.split(" ");
  return others.some(isOption) || name.includes("**") || (!name.includes("*") && isBundled(name));
}

interface FoundRunner {
  /** Missing if it may be any program. */
  readonly block?: Block;
}

const runners = new Map<string, FoundRunner | undefined>();

/** A program that the rule can match and that may start another one. Agents share most of their rules. */
function findRunner({ pattern }: Rule): FoundRunner | undefined {
  if (!runners.has(pattern)) runners.set(pattern, readRunner(pattern));
  return runners.get(pattern);
}

function readRunner(pattern: string): FoundRunner | undefined {
  const star = pattern.indexOf("*");
  const head = star < 0 ? pattern : pattern.slice(0, star);
  // A word that ends in a star may match any longer word.
  const words = star < 0 || head.endsWith(" ") ? head.trimEnd().split(" ") : head.split(" ").slice(0, -1);
  const [path = "", sub, second = ""] = words;
  if (path === "") return {};
  const name = path.slice(path.lastIndexOf("/") + 1);
  const entry = mentionsCommand(name) ? findEntry(name) : undefined;
  if (!entry) return undefined;
  if (entry.hasSubs && sub === undefined) return {};
  // Options before a subcommand: the command without them also needs a rule, which is compared separately.
  if (entry.hasSubs && isOption(sub!)) return { block: entry };
  const block = entry.hasSubs ? (entry.findSub(`${sub} ${second}`) ?? entry.findSub(sub!)) : entry;
  if (!block) return entry.modifiers.has("runner") ? {} : undefined;
  const starts = [...block.options.values()].some(({ role, startsCommand }) => startsCommand || role === "exec");
  const isRunner = starts || mayRun(block) || block.modifiers.has("runner") || entry.modifiers.has("runner");
  return isRunner ? { block } : undefined;
}

/** Programs that start another one: a rule that names both, with an option that the table does not know. */
export function checkRunners(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  for (const spelling of areCommandsCovered(pair) ? [] : runnersOf(b)) {
    const lists = (policy: Policy) =>
      commandLists(narrowed(policy, spelling.patterns), "plain", viewOf(policy, spelling));
    const text = spelling.words.join(" ");
    const question = { a: lists(a), b: lists(b), ...commands, within: [commandsOf(spelling.patterns)] };
    if (search(pair, question))
      return { why: `\`${b.agent}\` allows what \`${text}\` starts, which \`${a.agent}\` does not` };
  }
  const question = {
    a: [strongerList(a, ["deny", "ask"])],
    b: [strongerList(b, ["deny", "ask"]), { rules: [], otherwise: leastOnRunners(pair) }],
    region: knownCommands,
  };
  const isForbidden = hasForbiddenWords(pair) && strict(leastOnRunners(pair, true)) < 2;
  if (!isForbidden && !search(pair, question)) return undefined;
  return {
    why: `\`${b.agent}\` may start what rules of \`${a.agent}\` deny, after an unknown option`,
  };
}

/** Programs unknown to the table, and programs that run code: a deny rule for one of their words applies. */
export function checkMentions(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const denied = search(pair, {
    a: [strongerList(a, ["deny"])],
    b: [strongerList(b, ["deny"])],
    region: knownCommands,
  });
  if (hasForbiddenWords(pair) && !allowsOnly(pair, startsNothing)) return { why: whyMentioned(a, b) };
  if (!denied) return undefined;
  const fine = commandsIn(startsNothing);
  const started = search(pair, { a: [fine], b: commandLists(b), region: knownCommands });
  if (!started) return allowsOnly(pair, startsNothing) ? undefined : { why: whyMentioned(a, b) };
  const example =
    denied.kind === "found" && started.kind === "found"
      ? commandExample([...started.symbols, -1, ...denied.symbols])
      : undefined;
  return example && isDifferent(pair, example) ? tryCall(pair, example) : { why: whyMentioned(a, b) };
}

function whyMentioned(a: Policy, b: Policy): string {
  return `\`${b.agent}\` may run programs with words that rules of \`${a.agent}\` deny`;
}
