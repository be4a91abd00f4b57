/** Compares what two policies say about commands, and what more than the words of a command decides. */
import type { Policy, Rule, Verdict } from "../../model/permission.ts";
import { mayName, namesNoProgram } from "../judge-bash.ts";
import { findEntry, isBundled, mentionsCommand } from "../programs/all.ts";
import type { Block, ProgramOption } from "../programs/entry.ts";
import { areCovered, areRulesCovered, type RuleList } from "./covers.ts";
import { commandExample, emptyDisk } from "./examples.ts";
import { type List, type Saying, say, strict } from "./lists.ts";
import { calm, readingOf, silenceOf, unadded, unchanging, unmarkedOf } from "./manners.ts";
import { globNet } from "./nets/glob-net.ts";
import { programNet } from "./nets/program-net.ts";
import { isFineWhole, isOption, type Manner } from "./nets/program-options.ts";
import { assignedRegion, knownCommands, openCommands } from "./regions.ts";
import { ask, type Finding, isShown, neverStarts, type Session, search, tryCall } from "./session.ts";
import {
  assignmentList,
  atBestAsk,
  byIntent,
  closed,
  commandLimits,
  commandLists,
  commandsOf,
  isTakenAway,
  literalWords,
  narrowed,
  type View,
} from "./sides.ts";

const commands = { region: knownCommands, open: openCommands } as const;

function commandsIn(manner: Manner, isOutside = false): List {
  const [inside, outside] = isOutside ? ([say.ask, say.allow] as const) : ([say.allow, say.ask] as const);
  return { rules: [{ saying: inside, nets: [programNet(manner)] }], otherwise: outside };
}

/** Proves without a search that B is nowhere looser, whatever more than the verdict of a rule is looked at. */
export function areCommandsCovered({ a, b, covered }: Session, otherwise?: Saying): boolean {
  const key = otherwise ?? -1;
  const known = covered.get(key) ?? proveCovered(a, b, otherwise);
  covered.set(key, known);
  return known;
}

function proveCovered(a: Policy, b: Policy, otherwise: Saying | undefined): boolean {
  if (isTakenAway(b, "bash")) return true;
  if (isTakenAway(a, "bash")) return false;
  const rulesOf = (policy: Policy): RuleList => ({
    rules: policy.rules.filter(({ tool }) => tool === "bash"),
    otherwise: otherwise ?? byIntent(policy.otherwise.bash),
  });
  return areCovered(commandLimits(a), commandLimits(b)) && areRulesCovered(rulesOf(a), rulesOf(b));
}

/** The words of simple commands. */
export function checkCommands(session: Session): Finding | undefined {
  const { a, b, isDelegation, isReadOnlyB } = session;
  if (areCommandsCovered(session)) return undefined;
  const question = { a: commandLists(a), b: commandLists(b), ...commands };
  // Only the intent of A can be against what does not count.
  const exempt = !isDelegation
    ? {}
    : a.otherwise.bash === "deny"
      ? { few: [commandsIn(silenceOf(b, isReadOnlyB))] }
      : { except: [commandsIn(readingOf(b, isReadOnlyB))] };
  return ask(session, "bash", { ...question, ...exempt }, commandExample);
}

/** A command that is not literal, and a line that cannot be read. */
export function checkUnknownCommand(session: Session): Finding | undefined {
  const { a, b } = session;
  // No more than its intent can make A deny it.
  const isPlain =
    a.limits.length === 0 && !a.rules.some(({ tool, pattern }) => tool === "bash" && /^\*+$/.test(pattern));
  const isAsStrict = strict(say[b.otherwise.bash]) >= strict(say[a.otherwise.bash]);
  if ((isPlain && isAsStrict) || areCommandsCovered(session)) return undefined;
  return tryCall(session, { call: { tool: "bash", subject: "$x" }, surroundings: emptyDisk() });
}

/** Assignments before a command: a rule that matches them counts, the intent does not. */
export function checkAssignments(session: Session): Finding | undefined {
  const { a, b } = session;
  if (areCommandsCovered(session, say.ask) && areCommandsCovered(session)) return undefined;
  const [listA, listB] = [assignmentList(a), assignmentList(b)];
  const both = (policy: Policy, list: List) => [list, ...commandLists(policy, "command")];
  const found = ask(
    session,
    "bash",
    { a: both(a, listA), b: both(b, listB), region: assignedRegion(false) },
    commandExample,
  );
  // With words that are not known, what the command itself gets cannot be told here.
  return found ?? ask(session, "bash", { a: [listA], b: [listB], region: assignedRegion(true) }, commandExample);
}

/** What makes an allow rule count where others do not: the words it spells out, and the options in it. */
interface Spelling {
  readonly words: readonly string[];
  readonly options: readonly string[];
  /** What the table knows about these words. */
  readonly block?: Block | undefined;
  /** Whether a rule counts at all. */
  readonly counts: (rule: Rule) => boolean;
  /** The rules that say so. */
  readonly patterns: string[];
}

function addSpelling(
  all: Map<string, Spelling>,
  key: readonly unknown[],
  pattern: string,
  made: Omit<Spelling, "patterns">,
) {
  const text = JSON.stringify(key);
  const known = all.get(text);
  if (known) known.patterns.push(pattern);
  else all.set(text, { ...made, patterns: [pattern] });
}

function spellingsOf({ rules }: Policy): readonly Spelling[] {
  const found = new Map<string, Spelling>();
  for (const rule of rules) {
    if (rule.tool !== "bash" || rule.verdict !== "allow") continue;
    const { words, block } = headOf(literalWords(rule));
    const options = unknownOptions(rule, block);
    // A rule of a pack that may not name a program only counts for the options in it.
    const isNaming = mayName(rule);
    if ((words[0] === "" || !isNaming) && options.length === 0) continue;
    const counts = (each: Rule): boolean => !isNaming || mayName(each);
    addSpelling(found, [words, options, isNaming], rule.pattern, { words, options, block, counts });
  }
  return [...found.values()];
}

/** Options in a pattern that the table does not have, or may take for such. */
function unknownOptions({ pattern }: Rule, block: Block | undefined): readonly string[] {
  const isKnown = (option: string) => block?.options.has(option) === true;
  const isBundle = block?.modifiers.has("bundle") === true;
  return pattern.split(" ").filter((word, i) => {
    const literal = word.replace(/\*.*$/, "");
    if (isOption(word)) return block?.modifiers.has("exact") === true || !isKnown(literal);
    return isBundle && i > 0 && ![...literal].every((letter) => isKnown(`-${letter}`));
  });
}

/** The program and its subcommand, as a rule has to spell them out. */
function headOf(words: readonly string[]): { readonly words: readonly string[]; readonly block: Block | undefined } {
  const [name = "", sub = "", second = ""] = words;
  const entry = findEntry(name);
  if (!entry?.hasSubs) return { words: [name], block: entry };
  const long = entry.findSub(`${sub} ${second}`);
  return long ? { words: words.slice(0, 3), block: long } : { words: words.slice(0, 2), block: entry.findSub(sub) };
}

/** Rules that spell out as much keep their allow; all others ask. */
function viewOf(policy: Policy, { words, options, counts }: Spelling): View {
  const isSpelled = (rule: Rule): boolean => {
    const own = literalWords(rule);
    const all = rule.pattern.split(" ");
    return counts(rule) && words.every((word, i) => own[i] === word) && options.every((option) => all.includes(option));
  };
  return {
    rule: (rule) => (isSpelled(rule) ? say[rule.verdict] : atBestAsk(rule.verdict)),
    otherwise: atBestAsk(policy.otherwise.bash),
  };
}

/** In agents that may edit nothing: programs that run code or change things need a rule that spells them out. */
export function checkPrograms(session: Session): Finding | undefined {
  const { a, b, isReadOnlyA, isReadOnlyB } = session;
  if (!isReadOnlyA || !isReadOnlyB) return undefined;
  if (a.isToolList === b.isToolList && areCommandsCovered(session)) return undefined;
  const manner = unmarkedOf(b);
  const isMarked = commandsIn(manner, true);
  for (const spelling of spellingsOf(b)) {
    const { block, options } = spelling;
    // Written options are those of other programs, or such as the table has.
    if (block && options.length === 0 && isFineWhole({ ...manner, options: [] }, block)) continue;
    const lists = (policy: Policy) =>
      commandLists(narrowed(policy, spelling.patterns), "plain", viewOf(policy, spelling));
    const shown = tryOptions(session, spelling);
    if (shown) return shown;
    const isMatched = commandsOf(spelling.patterns);
    const question = { a: lists(a), b: lists(b), ...commands, within: [isMatched, isMarked] };
    const found = ask(session, "bash", question, commandExample);
    if (found) return found;
    if (!b.isToolList || a.isToolList) continue;
    // Only a list of tools can allow what changes things.
    const within = [isMatched, commandsIn(unchanging, true)];
    const change = ask(session, "bash", { a: [closed], b: lists(b), ...commands, within }, commandExample);
    if (change) return change;
  }
  return undefined;
}

/** What a person would try: the program with an option that runs code or changes things. */
function tryOptions(session: Session, { words, block }: Spelling): Finding | undefined {
  const isMarked = ({ marks }: ProgramOption): boolean => marks.includes("runs") || marks.includes("changes");
  for (const { name } of [...(block?.options.values() ?? [])].filter(isMarked).slice(0, 5)) {
    const call = { tool: "bash", subject: [...words, name].join(" ") } as const;
    const found = tryCall(session, { call, surroundings: emptyDisk() });
    if (found) return found;
  }
  return undefined;
}

/** Outside of such agents: a rule of a pack does not allow what an option or an operand adds. */
export function checkPacks(session: Session): Finding | undefined {
  const { a, b, isReadOnlyA } = session;
  const isPackedAllow = ({ tool, verdict, isPacked }: Rule) => tool === "bash" && verdict === "allow" && isPacked;
  if (isReadOnlyA || !a.rules.some(isPackedAllow) || areCommandsCovered(session)) return undefined;
  const within = [commandsIn(unadded, true)];
  const view: View = { rule: (rule) => (isPackedAllow(rule) ? say.ask : say[rule.verdict]) };
  const [listsA, listsB] = [commandLists(a, "plain", view), commandLists(b, "plain", view)];
  const found = ask(session, "bash", { a: listsA, b: listsB, ...commands, within }, commandExample);
  if (found) return found;
  const seen = new Set<string>();
  for (const rule of b.rules) {
    if (!isPackedAllow(rule) || seen.has(rule.pattern)) continue;
    seen.add(rule.pattern);
    const { block } = headOf(literalWords(rule));
    const isPlain = !rule.pattern.split(" ").some(isOption) && !block?.modifiers.has("bundle");
    if (isPlain && block && isFineWhole({ ...unadded, takesUnknown: true }, block)) continue;
    // A rule of a pack keeps its allow where it says as much as this one.
    const says = (policy: Policy): View => ({
      rule: (each) => {
        if (each.verdict !== "allow") return say[each.verdict];
        if (policy === a && !each.isPacked) return say.allow;
        return each.isPacked && saysAsMuch(each, rule) ? say.allow : say.ask;
      },
      otherwise: policy === a ? byIntent(a.otherwise.bash) : atBestAsk(b.otherwise.bash),
    });
    const question = {
      a: commandLists(narrowed(a, [rule.pattern]), "plain", says(a)),
      b: commandLists(narrowed(b, [rule.pattern]), "plain", says(b)),
      ...commands,
      within: [commandsOf([rule.pattern]), ...within],
    };
    const kept = ask(session, "bash", question, commandExample);
    if (kept) return kept;
  }
  return undefined;
}

/** Does the pattern begin with the same literal words, and hold all the words of the other one? */
function saysAsMuch(rule: Rule, other: Rule): boolean {
  const [own, all] = [literalWords(rule), rule.pattern.split(" ")];
  return (
    literalWords(other).every((word, i) => own[i] === word) &&
    other.pattern.split(" ").every((word) => all.includes(word))
  );
}

/** Is the last part of its words a command? */
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

function strongerList(policy: Policy, verdicts: readonly ("deny" | "ask")[]): List {
  const rules = verdicts.map((verdict) => ({
    saying: say[verdict],
    nets: strongerRules(policy, [verdict]).map(({ pattern }) => globNet(pattern, "words")),
  }));
  return { rules, otherwise: say.allow };
}

/** What B says at least about a program that starts another one behind an option that the table does not know. */
function leastOnRunners({ a, b, isReadOnlyB }: Session): Saying {
  const { rules, otherwise } = b;
  const stronger = strongerRules(a, ["deny", "ask"]);
  if (isTakenAway(b, "bash") || stronger.length === 0) return say.deny;
  const meetsOptions = stronger.some(({ pattern }) => isOption(pattern));
  const hasDeny = stronger.some(({ verdict }) => verdict === "deny");
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
export function checkRunners(session: Session): Finding | undefined {
  const { a, b } = session;
  for (const spelling of areCommandsCovered(session) ? [] : runnersOf(b)) {
    const lists = (policy: Policy) =>
      commandLists(narrowed(policy, spelling.patterns), "plain", viewOf(policy, spelling));
    const text = spelling.words.join(" ");
    const question = { a: lists(a), b: lists(b), ...commands, within: [commandsOf(spelling.patterns)] };
    if (search(session, question))
      return { why: `\`${b.agent}\` allows what \`${text}\` starts, which \`${a.agent}\` does not` };
  }
  const question = {
    a: [strongerList(a, ["deny", "ask"])],
    b: [strongerList(b, ["deny", "ask"]), { rules: [], otherwise: leastOnRunners(session) }],
    region: knownCommands,
  };
  if (!search(session, question)) return undefined;
  return {
    why: `\`${b.agent}\` may start what rules of \`${a.agent}\` are against, behind an option that is not known`,
  };
}

/** Programs that the table does not have, and programs that run code: a deny rule about one of their words counts. */
export function checkMentions(session: Session): Finding | undefined {
  const { a, b } = session;
  const denied = search(session, {
    a: [strongerList(a, ["deny"])],
    b: [strongerList(b, ["deny"])],
    region: knownCommands,
  });
  if (!denied) return undefined;
  const fine = commandsIn(calm);
  const started = search(session, { a: [fine], b: commandLists(b), region: knownCommands });
  if (!started) return neverStarts(session, calm) ? undefined : { why: whyMentioned(a, b) };
  const example =
    denied.kind === "found" && started.kind === "found"
      ? commandExample([...started.symbols, -1, ...denied.symbols])
      : undefined;
  return example && isShown(session, example) ? tryCall(session, example) : { why: whyMentioned(a, b) };
}

function whyMentioned(a: Policy, b: Policy): string {
  return `\`${b.agent}\` may run programs with words that rules of \`${a.agent}\` deny`;
}
