/** Judges a command line: each simple command and everything it opens. The strictest verdict wins. */
import {
  compileGlob,
  type Glob,
  gap,
  mayMatch,
  mustMatch,
  type Piece,
  type SomeNames,
  someName,
  someTail,
  someText,
  someWords,
} from "../base/glob.ts";
import type { Policy, Rule } from "../model/permission.ts";
import { type Decision, raiseToAsk, strictest } from "./decision.ts";
import { isSpelledOut, judgeMarks, knownText } from "./judge-effects.ts";
import { judgeConnection, judgeTarget, longestSubject, resolve, shorten } from "./judge-targets.ts";
import { findForbiddenWord, judgeByCommandLimits } from "./limits.ts";
import { isInProject } from "./path/forms.ts";
import { judgeByRules, judgeByToolLimit, type Match, rulesFor } from "./rules.ts";
import { readShell } from "./shell/parse.ts";
import type { FoundCommand, LineFinding } from "./shell/walk.ts";
import { literalWord, type ShellWord } from "./shell/words.ts";
import type { Surroundings } from "./surroundings.ts";

/** How many words are matched from each start, to bound the work. Further words are assumed to match. */
const mostWordsTried = 64;

interface Judge {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly rules: CommandRules;
}

export function judgeBash(
  policy: Policy,
  line: string,
  surroundings: Surroundings,
): readonly [Decision, ...Decision[]] {
  const judge: Judge = { policy, surroundings, rules: commandRules(policy) };
  const { found } = readShell(line, surroundings.shell);
  // Of equally strict parts the first is shown, and a command is more informative than a file it reads.
  const [commands, others] = [found.filter(isCommand), found.filter((one) => !isCommand(one))];
  const parts = [...commands, ...others].flatMap((one) => judgeFound(judge, one, line));
  const [first = judgeUnknown(judge, line, "it cannot be parsed"), ...rest] = parts;
  return [first, ...rest];
}

/** A rule for commands. Its literal start rules it out quickly for most commands. */
interface CommandRule {
  /** The literal beginning of its first word. */
  readonly head: string;
  /** Compiled on first use. */
  glob: Glob | undefined;
}

interface CommandRules {
  readonly all: ReadonlyMap<Rule, CommandRule>;
  /** Those that do not allow. Without those that begin with a star, which would match from every word. */
  readonly stricter: readonly (readonly [Rule, CommandRule])[];
  /** The rules that may match a command of this program, in their order. */
  readonly byProgram: Map<string, readonly Rule[]>;
}

/** Cached, because one list judges many lines; a policy without some of its limits has the same list. */
const known = new WeakMap<readonly Rule[], CommandRules>();

function commandRules({ rules }: Policy): CommandRules {
  const found = known.get(rules);
  if (found) return found;
  const all = new Map<Rule, CommandRule>();
  for (const rule of rules) if (rule.tool === "bash") all.set(rule, { head: headOf(rule.pattern), glob: undefined });
  const stricter = [...all].filter(([{ verdict, pattern }]) => verdict !== "allow" && !pattern.startsWith("*"));
  const made: CommandRules = { all, stricter, byProgram: new Map() };
  known.set(rules, made);
  return made;
}

/** A line of thousands of programs must not fill the memory. */
const mostPrograms = 1_000;

function rulesForProgram({ all, byProgram }: CommandRules, policy: Policy, program: string): readonly Rule[] {
  const found = byProgram.get(program);
  if (found) return found;
  if (byProgram.size >= mostPrograms) byProgram.clear();
  const made = rulesFor(policy, "bash").filter((rule) => program.startsWith(all.get(rule)!.head));
  byProgram.set(program, made);
  return made;
}

function headOf(pattern: string): string {
  let end = 0;
  while (end < pattern.length && pattern[end] !== " " && pattern[end] !== "*") end++;
  return pattern.slice(0, end);
}

function globOf({ pattern }: Rule, own: CommandRule): Glob {
  own.glob ??= compileGlob(pattern, "words");
  return own.glob;
}

function isCommand({ kind }: LineFinding): boolean {
  return kind !== "path" && kind !== "move" && kind !== "address";
}

function judgeFound(judge: Judge, found: LineFinding, line: string): readonly Decision[] {
  switch (found.kind) {
    case "command":
      return [judgeCommand(judge, found)];
    case "caution":
      return [{ verdict: "ask", because: found, tool: "bash", subject: shorten(line) }];
    case "unreadable":
      return [judgeUnknown(judge, line, found.point)];
    case "move":
      return judgeTarget(judge, { ...found, effect: "list" });
    case "path":
      return judgeTarget(judge, found);
    case "address":
      return judgeConnection(judge, found);
  }
}

/** Text that cannot be parsed needs approval, or gets the policy's verdict for every command if that is stricter. */
function judgeUnknown(judge: Judge, line: string, point: string): Decision {
  const decision = judgeWords(judge, [someText, someWords]);
  const intent: Decision = { verdict: judge.policy.otherwise.bash, because: { kind: "intent" } };
  return { ...raiseToAsk(strictest(decision, intent), point), tool: "bash", subject: shorten(line) };
}

function judgeCommand(judge: Judge, found: FoundCommand): Decision {
  const { assignments, words, caution } = found;
  const isBare = words.length === 0 && assignments.length > 0;
  const subject = shorten(joinTexts([...assignments, ...words]));
  const plain = isBare ? judgeForm(judge, assignments, false, assignments.length) : judgeForms(judge, found);
  const started = startedByRunner(judge, found, plain);
  const assigned = isBare || assignments.length === 0 ? [] : [judgeAssigned(judge, assignments, words)];
  const best = strictest(started, ...judgeRunnerRest(judge, found), ...assigned);
  const point = isBare ? "an assignment changes what later commands do" : (caution ?? findCaution(judge, found));
  return { ...raiseToAsk(judgeMarks(judge.policy, found, best), point), tool: "bash", subject };
}

/** As written, by its base name if written as a path, and without global options before its subcommand. */
function judgeForms(judge: Judge, { words, reading, isWrapper, runner }: FoundCommand): Decision {
  const [first, ...others] = words;
  if (first && first.value === undefined) {
    return judgeUnknown(judge, joinTexts(words), `the command word \`${shorten(first.text)}\` is not literal`);
  }
  const isKnown = reading !== undefined || isWrapper;
  const forms = [words];
  if (first?.value?.includes("/")) forms.push([literalWord(baseName(first.value)), ...others]);
  if (reading?.plain) forms.push(reading.plain);
  const startedBy = runner?.words.slice(0, runner.length).map(({ value }) => value);
  const [written, ...more] = forms.map((form) => judgeForm(judge, form, isKnown, 0, startedBy));
  return strictest(written!, ...more);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function judgeForm(
  judge: Judge,
  words: readonly ShellWord[],
  isKnown: boolean,
  assignments: number,
  startedBy?: readonly (string | undefined)[],
): Decision {
  const limited = judgeByCommandLimits(judge.policy, { ...knownText(words), ...(startedBy && { startedBy }) });
  const decision = judgeWords(judge, toPieces(words, isKnown, assignments));
  return limited ? strictest(limited, decision) : decision;
}

/**
 * Assignments need a rule that matches them, or else the command needs approval. A list of allowed commands must match
 * them too.
 */
function judgeAssigned(judge: Judge, assignments: readonly ShellWord[], words: readonly ShellWord[]): Decision {
  const limited = judgeByCommandLimits(judge.policy, knownText([...assignments, ...words]));
  if (limited?.verdict === "deny") return limited;
  const decision = judgeWords(judge, toPieces([...assignments, ...words], false, assignments.length));
  if (decision.because.kind === "rule") return decision;
  return { verdict: "ask", because: { kind: "caution", point: "there is an assignment before the command" } };
}

/** An allow rule that names a runner and its program also allows the program. */
function startedByRunner(judge: Judge, { runner }: FoundCommand, decision: Decision): Decision {
  if (!runner || decision.because.kind !== "intent" || decision.verdict === "allow") return decision;
  const outer = judgeWords(judge, toPieces(runner.words, true));
  const { because } = outer;
  if (outer.verdict !== "allow" || because.kind !== "rule") return decision;
  const spelled = runner.words.slice(0, runner.length).map(({ value }) => value);
  return isSpelledOut(because.rule, spelled) ? outer : decision;
}

/** A runner with an unknown option: its command may begin anywhere, so stricter rules are matched from every word. */
function judgeRunnerRest(judge: Judge, { reading }: FoundCommand): readonly Decision[] {
  const rest = reading?.rest;
  if (!rest) return [];
  for (const words of [rest, rest.flatMap(tokensOf)]) {
    const rule = findStricterRule(judge, words, "deny") ?? findStricterRule(judge, words, "ask");
    if (rule) return [{ verdict: rule.verdict, because: { kind: "rule", rule } }];
    const limited = findForbiddenWord(judge.policy, textsOf(words));
    if (limited) return [limited];
  }
  return [];
}

/** A rule that matches from one of the words. */
function findStricterRule({ rules }: Judge, words: readonly ShellWord[], verdict: "ask" | "deny"): Rule | undefined {
  if (words.length === 0) return undefined;
  for (const [rule, own] of rules.stricter) {
    if (rule.verdict !== verdict) continue;
    const { head } = own;
    const starts = words.flatMap(({ value = "" }, i) => (value.startsWith(head) ? [i] : []));
    // In a line with very many candidates, one of them is assumed to match.
    const isFound = (at: number) => {
      const pieces = toPieces(words.slice(at, at + mostWordsTried), true);
      const isCut = at + mostWordsTried < words.length;
      return mayMatch(globOf(rule, own), isCut ? [...pieces, someWords] : pieces);
    };
    if (starts.length > mostWordsTried || starts.some(isFound)) return rule;
  }
  return undefined;
}

/** Why the command needs approval, whatever its words are; undefined if it does not. */
function findCaution(judge: Judge, found: FoundCommand): string | undefined {
  return findForeignRepository(judge, found) ?? findWorkOutside(judge, found) ?? findMention(judge, found);
}

/**
 * The files that a build or an unknown program changes are not on its command line, so a list of files cannot match
 * them.
 */
function findWorkOutside({ policy, surroundings }: Judge, found: FoundCommand): string | undefined {
  const { effects, reading, isWrapper, directories } = found;
  if (!policy.limits.some(({ kind }) => kind === "only-paths")) return undefined;
  const isOpen = reading === undefined && !isWrapper;
  if (!isOpen && !effects.some(({ kind }) => kind === "changes" || kind === "runs" || kind === "unknown"))
    return undefined;
  const isOutside = directories.some((directory) => {
    const at = directory && resolve(surroundings, [...directory.steps, ...(reading?.directories ?? [])]);
    return at === undefined || !isInProject(at, surroundings);
  });
  return isOutside ? "it runs outside the project, where it may not change files" : undefined;
}

/** Git runs programs from a repository's configuration, so it must be the repository of the session. */
function findForeignRepository({ surroundings }: Judge, { reading, directories }: FoundCommand): string | undefined {
  if (reading?.head[0] !== "git" || reading.head.length < 2) return undefined;
  if (reading.values.has("--git-dir") || reading.values.has("--work-tree")) return "it names another repository";
  const own = surroundings.repositoryOf?.(surroundings.projectRoot ?? surroundings.cwd);
  const isForeign = directories.some((directory) => {
    const at = directory && resolve(surroundings, [...directory.steps, ...reading.directories]);
    return at === undefined || surroundings.repositoryOf?.(at) !== own;
  });
  return isForeign ? "it works in a different repository than the session" : undefined;
}

/** For a program whose words may contain a command or code: a deny rule or a limit that matches from one of them. */
function findMention(judge: Judge, { words, texts, reading, isWrapper, effects }: FoundCommand): string | undefined {
  const isKnown = reading !== undefined || isWrapper;
  const runs = effects.filter((effect) => effect.kind === "runs");
  if (isKnown && runs.length === 0 && !reading?.isRunner) return undefined;
  const code = runs.flatMap((effect) => ("code" in effect && effect.code ? [effect.code] : []));
  if (code.some(({ value }) => value === undefined)) return "the code that it runs is not literal";
  const rest = words.slice(1);
  const ownTokens = reading?.isRunner ? [] : rest.flatMap(tokensOf);
  const tried = [...(isKnown ? [] : [rest]), ownTokens, ...texts.map(tokensOf)];
  for (const each of tried) {
    const rule = findStricterRule(judge, each, "deny");
    if (rule) return `rule \`${rule.pattern}\` at ${rule.from} may apply to what it starts`;
    const limited = findForbiddenWord(judge.policy, textsOf(each));
    if (limited?.because.kind === "limit")
      return `the limit at ${limited.because.limit.from} may apply to what it starts`;
  }
  return undefined;
}

/** By the base name if a word is a path, as for commands. */
function textsOf(words: readonly ShellWord[]): readonly string[] {
  return words.map(({ value, text }) => (value === undefined ? text : baseName(value)));
}

function judgeWords({ policy, rules }: Judge, pieces: readonly Piece[]): Decision {
  const isKnown = pieces.every((piece) => typeof piece === "string" || piece === gap);
  const [first, second] = pieces;
  const program = typeof first === "string" && (second === undefined || second === gap) ? first : undefined;
  const match = (rule: Rule): Match => {
    const glob = globOf(rule, rules.all.get(rule)!);
    if (mustMatch(glob, pieces)) return "yes";
    return !isKnown && mayMatch(glob, pieces) ? "maybe" : "no";
  };
  const candidates = program === undefined ? undefined : rulesForProgram(rules, policy, program);
  return judgeByToolLimit(policy, "bash") ?? judgeByRules(policy, "bash", match, candidates);
}

/** The first words may be assignments, and an assignment stays one word whatever its value is. */
function toPieces(words: readonly ShellWord[], isKnown: boolean, assignments = 0): readonly Piece[] {
  return words.flatMap((word, i): Piece[] => {
    const { text, value, shape, prefix } = word;
    const border: Piece[] = i === 0 ? [] : [gap];
    if (value !== undefined) return [...border, value];
    if (i < assignments) return [...border, text.slice(0, text.indexOf("=") + 1), someText];
    if (isKnown && shape?.kind === "glob") return i === 0 ? [someWords] : [{ names: globPieces(shape.glob) }];
    return isKnown && isOneWord(word) ? [...border, prefix, someText] : [someWords];
  });
}

function joinTexts(words: readonly ShellWord[]): string {
  const texts: string[] = [];
  let length = 0;
  for (const { text, value } of words) {
    texts.push(value ?? text);
    length += texts.at(-1)!.length + 1;
    if (length > longestSubject) break;
  }
  return texts.join(" ");
}

/** The names that a shell glob can match, piece by piece. */
function globPieces(glob: string): SomeNames["names"] {
  const pieces: Exclude<Piece, SomeNames>[] = [];
  let text = "";
  for (const [part] of glob.matchAll(/\[[^\]]+\]|[*?]|[^*?[]/g)) {
    if (part.length === 1 && !/[*?]/.test(part)) {
      text += part;
      continue;
    }
    const isFirst = text === "" ? pieces.length === 0 : text.endsWith("/");
    if (text !== "") pieces.push(text);
    pieces.push(isFirst ? someName : someTail);
    text = "";
  }
  return text === "" ? pieces : [...pieces, text];
}

/** Stays one word whatever it expands to. */
function isOneWord({ isSingle, shape }: ShellWord): boolean {
  return isSingle && shape?.kind !== "below";
}

/** The words of program text in any language, roughly: what a command in it would consist of. */
function tokensOf({ value }: ShellWord): readonly ShellWord[] {
  if (value === undefined) return [];
  return value
    .split(/[^\w./+@:%~*-]+/)
    .filter((token) => token !== "")
    .map((token) => literalWord(token.slice(token.lastIndexOf("/") + 1)));
}
