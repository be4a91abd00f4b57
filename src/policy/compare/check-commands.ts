/** Compares what two policies say about commands, and what more than the words of a command decides. */
import type { Policy, Rule } from "../../model/permission.ts";
import { findEntry } from "../programs/all.ts";
import type { Block } from "../programs/entry.ts";
import { commandExample, emptyDisk } from "./examples.ts";
import { type List, say } from "./lists.ts";
import { calm, readingOf, silenceOf, unchanging, unmarkedOf } from "./manners.ts";
import { globNet } from "./nets.ts";
import { isFineWhole, isOption, type Manner, programNet } from "./program-net.ts";
import { assignedRegion, knownCommands, openCommands } from "./regions.ts";
import { ask, type Finding, isShown, neverStarts, type Session, search, tryCall } from "./session.ts";
import { assignmentList, atBestAsk, closed, commandLists, commandsOf, literalWords, type View } from "./sides.ts";

const commands = { region: knownCommands, open: openCommands } as const;

function commandsIn(manner: Manner, isOutside = false): List {
  const [inside, outside] = isOutside ? ([say.ask, say.allow] as const) : ([say.allow, say.ask] as const);
  return { rules: [{ saying: inside, nets: [programNet(manner)] }], otherwise: outside };
}

/** The words of simple commands. */
export function checkCommands(session: Session): Finding | undefined {
  const { a, b, isDelegation, isReadOnlyB } = session;
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
  return tryCall(session, { call: { tool: "bash", subject: "$x" }, surroundings: emptyDisk() });
}

/** Assignments before a command: a rule that matches them counts, the intent does not. */
export function checkAssignments(session: Session): Finding | undefined {
  const { a, b } = session;
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
}

function spellingsOf({ rules }: Policy): readonly Spelling[] {
  const found = new Map<string, Spelling>();
  for (const rule of rules) {
    if (rule.tool !== "bash" || rule.verdict !== "allow") continue;
    const { words, block } = headOf(literalWords(rule));
    const isKnown = (option: string) => block?.options.has(option) === true && !block.modifiers.has("exact");
    const options = rule.pattern.split(" ").filter((word) => isOption(word) && !isKnown(word));
    if (words[0] !== "") found.set(JSON.stringify([words, options]), { words, options, block });
  }
  return [...found.values()];
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
function viewOf(policy: Policy, { words, options }: Spelling): View {
  const isSpelled = (rule: Rule): boolean => {
    const own = literalWords(rule);
    return (
      words.every((word, i) => own[i] === word) && options.every((option) => rule.pattern.split(" ").includes(option))
    );
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
  const manner = unmarkedOf(b);
  const isMarked = commandsIn(manner, true);
  for (const spelling of spellingsOf(b)) {
    const { block, options } = spelling;
    // Written options are those of other programs, or such as the table has.
    if (block && options.length === 0 && isFineWhole({ ...manner, options: [] }, block)) continue;
    const lists = (policy: Policy) => commandLists(policy, "plain", viewOf(policy, spelling));
    const isBegun = commandsOf([`${spelling.words.join(" ")} *`]);
    const question = { a: lists(a), b: lists(b), ...commands, within: [isBegun, isMarked] };
    const found = ask(session, "bash", question, commandExample);
    if (found) return found;
    if (!b.isToolList || a.isToolList) continue;
    // Only a list of tools can allow what changes things.
    const within = [isBegun, commandsIn(unchanging, true)];
    const change = ask(session, "bash", { a: [closed], b: lists(b), ...commands, within }, commandExample);
    if (change) return change;
  }
  return undefined;
}

/** Is the last part of its words a command? */
function mayRun(block: Block | undefined): boolean {
  if (!block) return false;
  const all = [block.operands, ...[...block.options.values()].flatMap(({ operands }) => operands ?? [])];
  return all.some(({ first, middle, last }) => [...first, middle, ...last].includes("command"));
}

function isRunner([name = "", sub = ""]: readonly string[]): boolean {
  const entry = findEntry(name.slice(name.lastIndexOf("/") + 1));
  return entry !== undefined && (mayRun(entry) || mayRun(entry.findSub(sub)));
}

/** The words of allow rules that spell out a runner and more. */
function runnersOf({ rules }: Policy): Iterable<readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const rule of rules) {
    const words = literalWords(rule);
    const isAllowed = rule.tool === "bash" && rule.verdict === "allow";
    if (isAllowed && words.length > 1 && isRunner(words)) found.set(words.join(" "), words);
  }
  return found.values();
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

/** Programs that start another one: a rule that spells both out, and an option that the table does not know. */
export function checkRunners(session: Session): Finding | undefined {
  const { a, b } = session;
  for (const words of runnersOf(b)) {
    const lists = (policy: Policy) => commandLists(policy, "plain", viewOf(policy, { words, options: [] }));
    const text = words.join(" ");
    const question = { a: lists(a), b: lists(b), ...commands, within: [commandsOf([`${text} *`])] };
    if (search(session, question))
      return { why: `\`${b.agent}\` allows what \`${text}\` starts, which \`${a.agent}\` does not` };
  }
  const question = {
    a: [strongerList(a, ["deny", "ask"])],
    b: [strongerList(b, ["deny", "ask"])],
    region: knownCommands,
  };
  if (!search(session, question) || neverStarts(session, calm)) return undefined;
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
