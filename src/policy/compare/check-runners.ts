/** Compares what two policies say about programs that start others, and about the words in which they do. */
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
import { commandExample } from "./examples.ts";
import { type Saying, type SayingList, say, strict } from "./lists.ts";
import { calm } from "./manners.ts";
import { globNet } from "./nets/glob-net.ts";
import { isOption } from "./nets/program-options.ts";
import { isShown, type LooserFinding, neverStarts, type PolicyPair, search, tryCall } from "./pair.ts";
import { knownCommands } from "./regions.ts";
import { commandLists, commandsOf, isTakenAway, literalWords, narrowed } from "./sides.ts";

/** Whether its last words are a command. */
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

/** What allow rules say that spell out a runner and more. */
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

/** Rules that match from some word of a command on. One that begins with a star would match from every word on. */
function strongerRules(policy: Policy, verdicts: readonly string[]): readonly Rule[] {
  return policy.rules.filter(
    ({ tool, verdict, pattern }) => tool === "bash" && verdicts.includes(verdict) && !pattern.startsWith("*"),
  );
}

function strongerList(policy: Policy, verdicts: readonly ("deny" | "ask")[]): SayingList {
  const rules = verdicts.map((verdict) => ({
    saying: say[verdict],
    nets: strongerRules(policy, [verdict]).map(({ pattern }) => globNet(pattern, "words")),
  }));
  return { rules, otherwise: say.allow };
}

/** A has a limit that counts from every word of some commands on, and B does not have it. */
function hasForbiddenWords({ a, b }: PolicyPair): boolean {
  const known = new Set(b.limits.map(limitKey));
  return a.limits.some(
    (limit) =>
      limit.kind === "no-commands" &&
      limit.expressions.some((source) => source.startsWith("^")) &&
      !known.has(limitKey(limit)),
  );
}

/** What B says at least about a program that starts another one behind an option that the table does not know. */
function leastOnRunners({ a, b, isReadOnlyB }: PolicyPair, isForbidden = false): Saying {
  const { rules, otherwise } = b;
  const stronger = strongerRules(a, ["deny", "ask"]);
  if (isTakenAway(b, "bash") || (stronger.length === 0 && !isForbidden)) return say.deny;
  const meetsOptions = isForbidden || stronger.some(({ pattern }) => isOption(pattern));
  const hasDeny = isForbidden || stronger.some(({ verdict }) => verdict === "deny");
  /** It asks about options that are not known, unless it holds them. */
  const isWary = ({ isPacked }: Rule): boolean => isReadOnlyB || isPacked === true;
  const isAsked = (rule: Rule): boolean =>
    rule.verdict === "ask" || namesNoProgram(rule) || (isWary(rule) && !mayHoldOption(rule));
  let least: Verdict = otherwise.bash === "allow" && isReadOnlyB ? "ask" : otherwise.bash;
  for (const rule of rules) {
    if (rule.tool !== "bash" || rule.verdict === "deny") continue;
    // A command that is no more than its options has no word that another command could begin with.
    if (!meetsOptions && /^(?:\*|[^ *]+)(?: -[^ *]*)*$/.test(rule.pattern)) continue;
    // What is as strict as all of these rules, or as strict as what was found, makes no difference.
    if (isAsked(rule) ? !hasDeny || least !== "deny" : least === "allow") continue;
    const runner = findRunner(rule);
    if (!runner) continue;
    const isHeld = runner.block === undefined || unknownOptions(rule, runner.block).length > 0;
    const verdict = isAsked(rule) || (isWary(rule) && !isHeld) ? "ask" : "allow";
    if (strict(say[verdict]) < strict(say[least])) least = verdict;
  }
  return say[least];
}

function mayHoldOption({ pattern }: Rule): boolean {
  const [name = "", ...others] = pattern.split(" ");
  return others.some(isOption) || name.includes("**") || (!name.includes("*") && isBundled(name));
}

/** A program that the rule can match and that may start another one; without a block where it may be any. */
function findRunner({ pattern }: Rule): { readonly block?: Block } | undefined {
  const star = pattern.indexOf("*");
  const head = star < 0 ? pattern : pattern.slice(0, star);
  // A word that a star ends may be any longer one.
  const words = star < 0 || head.endsWith(" ") ? head.trimEnd().split(" ") : head.split(" ").slice(0, -1);
  const [path = "", sub, second = ""] = words;
  if (path === "") return {};
  const name = path.slice(path.lastIndexOf("/") + 1);
  const entry = mentionsCommand(name) ? findEntry(name) : undefined;
  if (!entry) return undefined;
  if (entry.hasSubs && sub === undefined) return {};
  // Options before a subcommand: the command without them needs a rule, too, and that one is looked at by itself.
  if (entry.hasSubs && isOption(sub!)) return { block: entry };
  const block = entry.hasSubs ? (entry.findSub(`${sub} ${second}`) ?? entry.findSub(sub!)) : entry;
  if (!block) return entry.modifiers.has("runner") ? {} : undefined;
  const starts = [...block.options.values()].some(({ role, startsCommand }) => startsCommand || role === "exec");
  const isRunner = starts || mayRun(block) || block.modifiers.has("runner") || entry.modifiers.has("runner");
  return isRunner ? { block } : undefined;
}

/** Programs that start another one: a rule that spells both out, and an option that the table does not know. */
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

/** Programs that the table does not have, and programs that run code: a deny rule about one of their words counts. */
export function checkMentions(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const denied = search(pair, {
    a: [strongerList(a, ["deny"])],
    b: [strongerList(b, ["deny"])],
    region: knownCommands,
  });
  if (hasForbiddenWords(pair) && !neverStarts(pair, calm)) return { why: whyMentioned(a, b) };
  if (!denied) return undefined;
  const fine = commandsIn(calm);
  const started = search(pair, { a: [fine], b: commandLists(b), region: knownCommands });
  if (!started) return neverStarts(pair, calm) ? undefined : { why: whyMentioned(a, b) };
  const example =
    denied.kind === "found" && started.kind === "found"
      ? commandExample([...started.symbols, -1, ...denied.symbols])
      : undefined;
  return example && isShown(pair, example) ? tryCall(pair, example) : { why: whyMentioned(a, b) };
}

function whyMentioned(a: Policy, b: Policy): string {
  return `\`${b.agent}\` may run programs with words that rules of \`${a.agent}\` deny`;
}
