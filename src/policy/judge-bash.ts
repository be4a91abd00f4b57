/** Judges a command line: every simple command in it and everything they open. The strictest verdict counts. */
import { compileGlob, type Glob, gap, mayMatch, mustMatch, type Piece, someText, someWords } from "../base/glob.ts";
import type { Policy, Rule } from "../model/permission.ts";
import { atBestAsk, type Decision, strictest } from "./decision.ts";
import { judgeConnection, judgeTarget, longestSubject, resolve, shorten } from "./judge-targets.ts";
import { findForbiddenWord, isListed, isOptionListed, judgeByCommandLimits } from "./limits.ts";
import { isInProject } from "./path/forms.ts";
import type { Effect, WrittenOption } from "./programs/targets.ts";
import { isReadOnly, judgeByRules, judgeByToolLimit, type Match } from "./rules.ts";
import { readShell } from "./shell/parse.ts";
import { globPieces, isOneWord, tokensOf } from "./shell/pieces.ts";
import type { FoundCommand, LineFinding } from "./shell/walk.ts";
import { literalWord, type ShellWord } from "./shell/words.ts";
import type { Surroundings } from "./surroundings.ts";

/** No rule that people write has more words before its last star. */
const mostWordsTried = 64;

interface Judge {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly globs: ReadonlyMap<Rule, Glob>;
  readonly isReadOnly: boolean;
}

export function judgeBash(
  policy: Policy,
  line: string,
  surroundings: Surroundings,
): readonly [Decision, ...Decision[]] {
  const judge: Judge = { policy, surroundings, globs: globsOf(policy), isReadOnly: isReadOnly(policy) };
  const { found } = readShell(line, surroundings.shell);
  // Of equally strict parts the first is shown, and a command says more than a file that it reads.
  const [commands, others] = [found.filter(isCommand), found.filter((one) => !isCommand(one))];
  const parts = [...commands, ...others].flatMap((one) => judgeFound(judge, one, line));
  const [first = judgeUnknown(judge, line, "it cannot be read"), ...rest] = parts;
  return [first, ...rest];
}

/** One policy is asked about many lines. */
const compiled = new WeakMap<Policy, ReadonlyMap<Rule, Glob>>();

function globsOf(policy: Policy): ReadonlyMap<Rule, Glob> {
  const known = compiled.get(policy);
  if (known) return known;
  const rules = policy.rules.filter(({ tool }) => tool === "bash");
  const globs = new Map(rules.map((rule) => [rule, compileGlob(rule.pattern, "words")]));
  compiled.set(policy, globs);
  return globs;
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

/** Text that cannot be read: at best ask, and whatever the policy says about every command. */
function judgeUnknown(judge: Judge, line: string, point: string): Decision {
  const decision = judgeWords(judge, [someText, someWords]);
  const intent: Decision = { verdict: judge.policy.otherwise.bash, because: { kind: "intent" } };
  return { ...atBestAsk(strictest(decision, intent), point), tool: "bash", subject: shorten(line) };
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
  return { ...atBestAsk(judgeMarks(judge, found, best), point), tool: "bash", subject };
}

/** As written, by its base name when it is written as a path, and without global options before its subcommand. */
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

/** With its assignments: a rule may match them; without a rule it is at best ask. A list of commands has to match them, too. */
function judgeAssigned(judge: Judge, assignments: readonly ShellWord[], words: readonly ShellWord[]): Decision {
  const limited = judgeByCommandLimits(judge.policy, knownText([...assignments, ...words]));
  if (limited?.verdict === "deny") return limited;
  const decision = judgeWords(judge, toPieces([...assignments, ...words], false, assignments.length));
  if (decision.because.kind === "rule") return decision;
  return { verdict: "ask", because: { kind: "caution", point: "there is an assignment before the command" } };
}

/** An allow rule that spells out a runner and the program it starts also allows that program. */
function startedByRunner(judge: Judge, { runner }: FoundCommand, decision: Decision): Decision {
  if (!runner || decision.because.kind !== "intent" || decision.verdict === "allow") return decision;
  const outer = judgeWords(judge, toPieces(runner.words, true));
  const { because } = outer;
  if (outer.verdict !== "allow" || because.kind !== "rule") return decision;
  const spelled = runner.words.slice(0, runner.length).map(({ value }) => value);
  return isSpelledOut(because.rule, spelled) ? outer : decision;
}

/** Do the words of the rule before its first star begin with exactly these? */
function isSpelledOut({ pattern }: Rule, words: readonly (string | undefined)[]): boolean {
  const star = pattern.indexOf("*");
  const head = (star < 0 ? pattern : pattern.slice(0, star)).trimEnd().split(" ");
  return words.length > 0 && words.every((word, i) => word !== undefined && head[i] === word);
}

/** A runner with an option that is not known: its command may begin anywhere, so stricter rules count from every word on. */
function judgeRunnerRest(judge: Judge, { reading }: FoundCommand): readonly Decision[] {
  const rest = reading?.rest ?? [];
  for (const words of [rest, rest.flatMap(tokensOf)]) {
    const rule = findStricterRule(judge, words, ["deny"]) ?? findStricterRule(judge, words, ["ask"]);
    if (rule) return [{ verdict: rule.verdict, because: { kind: "rule", rule } }];
    const limited = findForbiddenWord(judge.policy, textsOf(words));
    if (limited) return [limited];
  }
  return [];
}

/** A rule that matches from one of the words on. Rules that begin with a star would match from every word on. */
function findStricterRule(
  { globs }: Judge,
  words: readonly ShellWord[],
  verdicts: readonly string[],
): Rule | undefined {
  for (const [rule, glob] of globs) {
    if (!verdicts.includes(rule.verdict) || rule.pattern.startsWith("*")) continue;
    const head = /^[^ *]*/.exec(rule.pattern)?.[0] ?? "";
    const starts = words.flatMap(({ value = "" }, i) => (value.startsWith(head) ? [i] : []));
    // In a line with very many candidates one of them is taken for a match without a look.
    const isFound = (at: number) => mayMatch(glob, toPieces(words.slice(at, at + mostWordsTried), true));
    if (starts.length > mostWordsTried || starts.some(isFound)) return rule;
  }
  return undefined;
}

/** Why the command is at best ask whatever its words say, if it is. */
function findCaution(judge: Judge, found: FoundCommand): string | undefined {
  return findForeignRepository(judge, found) ?? findWorkOutside(judge, found) ?? findMention(judge, found);
}

/** What a build or an unknown program changes where it works is not in its words, so a list of files cannot match it. */
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
  return isOutside ? "it works outside the project, where it may change no file" : undefined;
}

/** Git runs programs that the configuration of a repository names, so it must be the repository of the session. */
function findForeignRepository({ surroundings }: Judge, { reading, directories }: FoundCommand): string | undefined {
  if (reading?.head[0] !== "git" || reading.head.length < 2) return undefined;
  if (reading.values.has("--git-dir") || reading.values.has("--work-tree")) return "it names a repository of its own";
  const own = surroundings.repositoryOf?.(surroundings.projectRoot ?? surroundings.cwd);
  const isForeign = directories.some((directory) => {
    const at = directory && resolve(surroundings, [...directory.steps, ...reading.directories]);
    return at === undefined || surroundings.repositoryOf?.(at) !== own;
  });
  return isForeign ? "it works in another repository than the session" : undefined;
}

/** A program whose words may hold a command or code: a deny rule that matches from one of them on. */
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
    const rule = findStricterRule(judge, each, ["deny"]);
    if (rule) return `rule \`${rule.pattern}\` at ${rule.from} may apply to what it starts`;
    const limited = findForbiddenWord(judge.policy, textsOf(each));
    if (limited?.because.kind === "limit")
      return `the limit at ${limited.because.limit.from} may apply to what it starts`;
  }
  return undefined;
}

/** By the base name where a word is a path, as commands are. */
function textsOf(words: readonly ShellWord[]): readonly string[] {
  return words.map(({ value, text }) => (value === undefined ? text : baseName(value)));
}

/** What a program changes or runs without a word that says what, in an agent that may edit nothing. */
function judgeMarks({ policy, isReadOnly: applies }: Judge, found: FoundCommand, best: Decision): Decision {
  const { effects, reading, words } = found;
  const limited = judgeByToolLimit(policy, "edit");
  if (best.verdict === "deny") return best;
  const head = reading?.head ?? words.slice(0, 1).map(({ value }) => value);
  if (limited?.because.kind === "limit") {
    const isSpelled = (option: WrittenOption | undefined): boolean =>
      option ? isOptionListed(policy, head, option.name, knownText(words)) : isListed(policy, head);
    const change = effects.find((each) => each.kind === "changes" && !isSpelled(optionOf(each)));
    if (change && "by" in change) return { ...limited, because: { ...limited.because, by: change.by } };
  }
  const { because } = best;
  const isPacked = best.verdict === "allow" && because.kind === "rule" && because.rule.isPacked === true;
  if (!applies) return isPacked ? judgePacked(best, because.rule, found) : best;
  const rule = best.verdict === "allow" && because.kind === "rule" ? because.rule : undefined;
  const isNamed = rule !== undefined && mayName(rule) && isSpelledOut(rule, head);
  let decision = isPacked ? judgeUnnamed(best, because.rule, found) : best;
  for (const effect of effects) {
    const isSpelled = isNamed && spellsOption(rule, effect);
    if (effect.kind === "changes" && !(isSpelled && policy.isToolList)) {
      return {
        verdict: "deny",
        because: { kind: "effect", point: `${effect.by} changes things, and \`edit\` is denied for every input` },
      };
    }
    if (effect.kind === "runs" && !isSpelled) {
      decision = atBestAsk(decision, `${effect.by} runs code, and \`edit\` is denied for every input`);
    }
    if (effect.kind === "connects" && effect.option && !isSpelled) {
      decision = atBestAsk(decision, `${effect.by} connects to other machines, and no rule spells it out`);
    }
    if (effect.kind === "unknown" && (effect.of !== "subcommand" || !isNamed)) {
      const isWritten = because.kind === "rule" && holdsOption(because.rule, effect);
      if (!isWritten)
        decision = atBestAsk(decision, `${effect.by} is not known, and \`edit\` is denied for every input`);
    }
  }
  return decision;
}

/** A pack lists what is useful, not what its reader trusts to run code; `python --version` is the whole command. */
export function mayName({ pattern, isPacked }: Rule): boolean {
  return !isPacked || /^[^*]* -[^* ]+$/.test(pattern);
}

/** Is the option, or one that begins like it, a word of the rule? Letters without a dash are options of one program. */
function holdsOption({ pattern }: Rule, unknown: Extract<Effect, { kind: "unknown" }>): boolean {
  if (unknown.of !== "option") return false;
  const { option } = unknown;
  if (!option.startsWith("-") && /^[^ ]*\*/.test(pattern)) return false;
  return pattern.split(" ").some((word) => word.startsWith(option));
}

/** The option that the effect comes from, where the program does not have it anyway. */
function optionOf(effect: Effect): WrittenOption | undefined {
  return effect.kind === "changes" || effect.kind === "runs" || effect.kind === "connects" ? effect.option : undefined;
}

/**
 * What an option adds to a program is named only by a rule that holds the option: `git log *` means what `git log` does
 * by itself, and not the program that `--ext-diff` starts. The option stands in the rule by its name or as it is written
 * in the command (`-dr`, `--ext`).
 */
function spellsOption({ pattern }: Rule, effect: Effect): boolean {
  const option = optionOf(effect);
  if (!option) return true;
  return pattern.split(" ").some((word) => {
    const isNamed = word.startsWith(option.name) && /^(?:$|[=*])/.test(word.slice(option.name.length));
    return isNamed || (word === option.written && !word.includes("*"));
  });
}

/**
 * A pack is used by agents that its author does not know. So its rule allows what the program always does (`pytest`), not
 * what an option or an operand adds that the rule does not spell out: `awk -f F`, `git branch -D X`, `hostname X`.
 */
function judgePacked(best: Decision, rule: Rule, found: FoundCommand): Decision {
  const { effects, reading, words } = found;
  const head = reading?.head ?? words.slice(0, 1).map(({ value }) => value);
  const isWhole = isSpelledOut(
    rule,
    words.slice(0, head.length + 1).map(({ value }) => value),
  );
  const isNamed = isSpelledOut(rule, head);
  const added = effects.find((effect) => {
    if (effect.kind === "unknown") return !holdsOption(rule, effect);
    if (effect.kind !== "changes" && effect.kind !== "runs") return false;
    return !isNamed || !(isWhole || effect.by === `\`${head.join(" ")}\``);
  });
  if (!added || !("by" in added)) return judgeUnnamed(best, rule, found);
  const what = added.kind === "unknown" ? "is not known" : added.kind === "runs" ? "runs code" : "changes things";
  return atBestAsk(best, `${added.by} ${what}, and rule \`${rule.pattern}\` of a pack does not spell it out`);
}

/** `* --version` in a pack names no program, so it allows only what the table knows to print something and stop. */
export function namesNoProgram({ tool, pattern, verdict, isPacked }: Rule): boolean {
  return tool === "bash" && verdict === "allow" && isPacked === true && pattern.startsWith("*");
}

function judgeUnnamed(best: Decision, rule: Rule, { effects, reading, words }: FoundCommand): Decision {
  const isQuiet = reading !== undefined && effects.every(({ kind }) => kind === "list");
  if (isQuiet || !namesNoProgram(rule)) return best;
  return atBestAsk(best, `\`${words[0]?.value}\` is not known to do nothing else`);
}

function judgeWords({ policy, globs }: Judge, pieces: readonly Piece[]): Decision {
  const isKnown = pieces.every((piece) => typeof piece === "string" || piece === gap);
  const match = (rule: Rule): Match => {
    const glob = globs.get(rule)!;
    if (mustMatch(glob, pieces)) return "yes";
    return !isKnown && mayMatch(glob, pieces) ? "maybe" : "no";
  };
  return judgeByToolLimit(policy, "bash") ?? judgeByRules(policy, "bash", match);
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

function knownText(words: readonly ShellWord[]): { readonly text: string; readonly isWhole: boolean } {
  const unknown = words.findIndex(({ value }) => value === undefined);
  const known = unknown < 0 ? words : words.slice(0, unknown);
  return { text: known.map(({ value }) => value).join(" "), isWhole: unknown < 0 };
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
