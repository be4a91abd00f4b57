/** Compares two policies for shell commands, including decisions that depend on more than the command's words. */
import type { Policy, Rule } from "../../model/permission.ts";
import { mayName } from "../judge-effects.ts";
import { findEntry } from "../programs/all.ts";
import type { Block, Mark, ProgramOption } from "../programs/entry.ts";
import { rulesFor } from "../rules.ts";
import {
  asWrittenInPack,
  deniedOrPrintOnly,
  readingOf,
  withoutChange,
  withoutEffect,
  withoutOwnConnection,
} from "./command-classes.ts";
import { areCovered, areRulesCovered, type RuleList } from "./covers.ts";
import { commandExample, emptyDisk } from "./examples.ts";
import { type ListVerdict, strict, type VerdictList, verdictCode } from "./lists.ts";
import { programNfa } from "./nfa/program-nfa.ts";
import { type CommandClass, isOption, isWholeBlockInClass } from "./nfa/program-options.ts";
import { ask, type LooserFinding, type PolicyPair, tryCall } from "./pair.ts";
import { assignedRegion, knownCommands, openCommands } from "./regions.ts";
import type { Question } from "./search.ts";
import {
  askAtLeast,
  assignmentList,
  byIntent,
  commandLimits,
  commandLists,
  commandsOf,
  denyAll,
  isToolRemoved,
  literalWords,
  narrowed,
  type RuleView,
} from "./sides.ts";

export const commands = { region: knownCommands, open: openCommands } as const;

export function commandsIn(commandClass: CommandClass, isOutside = false): VerdictList {
  const [inside, outside] = isOutside
    ? ([verdictCode.ask, verdictCode.allow] as const)
    : ([verdictCode.allow, verdictCode.ask] as const);
  return { rules: [{ verdict: inside, nfas: [programNfa(commandClass)] }], otherwise: outside };
}

/** Proves without a search that B is not looser, even if rules are judged by more than their verdict. */
export function areCommandsCovered({ a, b, covered }: PolicyPair, otherwise?: ListVerdict): boolean {
  const key = otherwise ?? -1;
  const known = covered.get(key) ?? proveCovered(a, b, otherwise);
  covered.set(key, known);
  return known;
}

function proveCovered(a: Policy, b: Policy, otherwise: ListVerdict | undefined): boolean {
  if (isToolRemoved(b, "bash")) return true;
  if (isToolRemoved(a, "bash")) return false;
  const rulesOf = (policy: Policy): RuleList => ({
    rules: rulesFor(policy, "bash"),
    otherwise: otherwise ?? byIntent(policy.otherwise.bash),
  });
  return areCovered(commandLimits(a), commandLimits(b)) && areRulesCovered(rulesOf(a), rulesOf(b));
}

/** Policy A without the command rules that overlap no rule of B. If B denies everything else, they cannot matter. */
function withoutIrrelevantRules(a: Policy, b: Policy): Policy {
  if (b.otherwise.bash !== "deny") return a;
  return narrowed(
    a,
    b.rules.filter(({ tool, verdict }) => tool === "bash" && verdict !== "deny").map(({ pattern }) => pattern),
  );
}

/** Compares the words of simple commands. */
export function checkCommands(pair: PolicyPair): LooserFinding | undefined {
  const { a, b, isDelegation, isReadOnlyB } = pair;
  if (areCommandsCovered(pair)) return undefined;
  const question = { a: commandLists(withoutIrrelevantRules(a, b)), b: commandLists(b), ...commands };
  // Delegation ignores a command only if A asks about it or denies it by its intent, not by a rule.
  const exempt: Partial<Question> = !isDelegation
    ? {}
    : a.otherwise.bash === "deny"
      ? { exceptIfDenied: [commandsIn(deniedOrPrintOnly(b, isReadOnlyB))] }
      : { exceptIfAsked: [commandsIn(readingOf(b, isReadOnlyB))] };
  return ask(pair, "bash", { ...question, ...exempt }, commandExample);
}

/** Compares a command that is not literal and a line that cannot be parsed. */
export function checkUnknownCommand(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  // Without limits and rules for every command, only A's intent decides about such a command.
  const isPlain =
    a.limits.length === 0 && !a.rules.some(({ tool, pattern }) => tool === "bash" && /^\*+$/.test(pattern));
  const isAsStrict = strict(verdictCode[b.otherwise.bash]) >= strict(verdictCode[a.otherwise.bash]);
  if ((isPlain && isAsStrict) || areCommandsCovered(pair)) return undefined;
  return tryCall(pair, { call: { tool: "bash", subject: "$x" }, surroundings: emptyDisk() });
}

/** Compares assignments before a command: rules that match them apply, the intent does not. */
export function checkAssignments(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  if (areCommandsCovered(pair, verdictCode.ask) && areCommandsCovered(pair)) return undefined;
  const [listA, listB] = [assignmentList(a), assignmentList(b)];
  // Limits on the command alone are compared with the command. Here they are matched together with the assignments.
  const both = (policy: Policy, list: VerdictList) => {
    const [rules] = commandLists(policy, "command");
    return [list, ...(rules ? [rules] : []), ...commandLimits(policy)];
  };
  const found = ask(
    pair,
    "bash",
    { a: both(a, listA), b: both(b, listB), region: assignedRegion(false) },
    commandExample,
  );
  // If some words are unknown, the verdict for the command itself cannot be determined here.
  const open = { a: [listA], b: [listB], region: assignedRegion(true) };
  return found ?? ask(pair, "bash", open, commandExample);
}

/** What makes an allow rule apply where others do not: the words and options it contains literally. */
export interface Spelling {
  readonly words: readonly string[];
  readonly options: readonly string[];
  /** The table's entry for these words. */
  readonly block?: Block | undefined;
  /** Whether the rule is considered at all. */
  readonly counts: (rule: Rule) => boolean;
  /** The patterns with these words and options. */
  readonly patterns: string[];
}

export function addSpelling(
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
    const options = countingOptions(rule, block);
    // A pack rule that may not name a program only applies to the options in it.
    const isNaming = mayName(rule);
    if ((words[0] === "" || !isNaming) && options.length === 0) continue;
    const counts = (each: Rule): boolean => !isNaming || mayName(each);
    addSpelling(found, [words, options, isNaming], rule.pattern, { words, options, block, counts });
  }
  return [...found.values()];
}

/** Options in a pattern that matter: those that add an effect and those that the table does not know. */
function countingOptions(rule: Rule, block: Block | undefined): readonly string[] {
  const unknown = unknownOptions(rule, block);
  return rule.pattern.split(" ").filter((word) => {
    const { marks = [], operands } = block?.options.get(word.replace(/[*=].*$/s, "")) ?? {};
    return unknown.includes(word) || marks.some(isAdded) || operands?.marks.some(({ mark }) => isAdded(mark));
  });
}

function isAdded(mark: Mark): boolean {
  return mark === "changes" || mark === "runs" || mark === "connects";
}

/** Options in a pattern that the table does not know, or may not recognize. */
export function unknownOptions({ pattern }: Rule, block: Block | undefined): readonly string[] {
  const isKnown = (option: string) => block?.options.has(option) === true;
  const isBundle = block?.modifiers.has("bundle") === true;
  return pattern.split(" ").filter((word, i) => {
    const literal = word.replace(/\*.*$/, "");
    if (isOption(word)) return block?.modifiers.has("exact") === true || !isKnown(literal);
    return isBundle && i > 0 && ![...literal].every((letter) => isKnown(`-${letter}`));
  });
}

/** The program and its subcommand, which a rule must contain literally. */
function headOf(words: readonly string[]): { readonly words: readonly string[]; readonly block: Block | undefined } {
  const [name = "", sub = "", second = ""] = words;
  const entry = findEntry(name);
  if (!entry?.hasSubs) return { words: [name], block: entry };
  const long = entry.findSub(`${sub} ${second}`);
  return long ? { words: words.slice(0, 3), block: long } : { words: words.slice(0, 2), block: entry.findSub(sub) };
}

/** Rules with the same words and options keep their allow; all others ask. */
export function viewOf(policy: Policy, { words, options, counts }: Spelling): RuleView {
  const isSpelled = (rule: Rule): boolean => {
    const own = literalWords(rule);
    const all = rule.pattern.split(" ");
    return counts(rule) && words.every((word, i) => own[i] === word) && options.every((option) => all.includes(option));
  };
  return {
    rule: (rule) => (isSpelled(rule) ? verdictCode[rule.verdict] : askAtLeast(rule.verdict)),
    otherwise: askAtLeast(policy.otherwise.bash),
  };
}

/** For read-only agents: a program that runs code or makes changes needs a rule that names it. */
export function checkPrograms(pair: PolicyPair): LooserFinding | undefined {
  const { a, b, isReadOnlyA, isReadOnlyB } = pair;
  if (!isReadOnlyA || !isReadOnlyB) return undefined;
  if (a.isToolList === b.isToolList && areCommandsCovered(pair)) return undefined;
  for (const spelling of spellingsOf(b)) {
    const { block, options, patterns } = spelling;
    const commandClass = withoutEffect(b, patterns);
    // The pattern contains no option of this program, or only options that the table knows.
    if (block && options.length === 0 && isWholeBlockInClass({ ...commandClass, options: [] }, block)) continue;
    const lists = (policy: Policy) => commandLists(narrowed(policy, patterns), "plain", viewOf(policy, spelling));
    const shown = tryOptions(pair, spelling);
    if (shown) return shown;
    const isMatched = commandsOf(patterns);
    const question = { a: lists(a), b: lists(b), ...commands, within: [isMatched, commandsIn(commandClass, true)] };
    const found = ask(pair, "bash", question, commandExample);
    if (found) return found;
    if (!b.isToolList || a.isToolList) continue;
    // Only a tool list can allow commands that make changes.
    const within = [isMatched, commandsIn(withoutChange(patterns), true)];
    const change = ask(pair, "bash", { a: [denyAll], b: lists(b), ...commands, within }, commandExample);
    if (change) return change;
  }
  return undefined;
}

/** Tries the obvious commands first: the program with an option that runs code or makes changes. */
function tryOptions(pair: PolicyPair, { words, block }: Spelling): LooserFinding | undefined {
  const isMarked = ({ marks }: ProgramOption): boolean => marks.includes("runs") || marks.includes("changes");
  for (const { name } of [...(block?.options.values() ?? [])].filter(isMarked).slice(0, 5)) {
    const call = { tool: "bash", subject: [...words, name].join(" ") } as const;
    const found = tryCall(pair, { call, surroundings: emptyDisk() });
    if (found) return found;
  }
  return undefined;
}

/** For other agents: a pack rule does not allow what an option or operand adds. */
export function checkPacks(pair: PolicyPair): LooserFinding | undefined {
  const { a, b, isReadOnlyA } = pair;
  if (areCommandsCovered(pair)) return undefined;
  const isPackedAllow = ({ tool, verdict, isPacked }: Rule) => tool === "bash" && verdict === "allow" && isPacked;
  if (!a.rules.some(isPackedAllow)) return undefined;
  // In read-only agents, `checkPrograms` covers commands that run code or make changes.
  const commandClass = isReadOnlyA ? withoutOwnConnection : asWrittenInPack;
  const within = [commandsIn(commandClass, true)];
  const view: RuleView = { rule: (rule) => (isPackedAllow(rule) ? verdictCode.ask : verdictCode[rule.verdict]) };
  const [listsA, listsB] = [commandLists(withoutIrrelevantRules(a, b), "plain", view), commandLists(b, "plain", view)];
  const found = ask(pair, "bash", { a: listsA, b: listsB, ...commands, within }, commandExample);
  if (found) return found;
  const seen = new Set<string>();
  for (const rule of b.rules) {
    if (!isPackedAllow(rule) || seen.has(rule.pattern)) continue;
    seen.add(rule.pattern);
    const { block } = headOf(literalWords(rule));
    const isPlain = !rule.pattern.split(" ").some(isOption) && !block?.modifiers.has("bundle");
    if (isPlain && block && isWholeBlockInClass({ ...commandClass, takesUnknown: true }, block)) continue;
    // A pack rule keeps its allow if it is at least as specific as this one.
    const viewFor = (policy: Policy): RuleView => ({
      rule: (each) => {
        if (each.verdict !== "allow") return verdictCode[each.verdict];
        if (policy === a && !each.isPacked) return verdictCode.allow;
        return each.isPacked && containsWordsOf(each, rule) ? verdictCode.allow : verdictCode.ask;
      },
      otherwise: policy === a ? byIntent(a.otherwise.bash) : askAtLeast(b.otherwise.bash),
    });
    const question = {
      a: commandLists(narrowed(a, [rule.pattern]), "plain", viewFor(a)),
      b: commandLists(narrowed(b, [rule.pattern]), "plain", viewFor(b)),
      ...commands,
      within: [commandsOf([rule.pattern]), ...within],
    };
    const kept = ask(pair, "bash", question, commandExample);
    if (kept) return kept;
  }
  return undefined;
}

/** Whether the pattern starts with the same literal words and contains all words of the other one. */
function containsWordsOf(rule: Rule, other: Rule): boolean {
  const [own, all] = [literalWords(rule), rule.pattern.split(" ")];
  return (
    literalWords(other).every((word, i) => own[i] === word) &&
    other.pattern.split(" ").every((word) => all.includes(word))
  );
}
