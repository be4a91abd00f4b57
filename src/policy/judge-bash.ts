/** Judges a command line: every simple command in it and every file it opens. The strictest verdict counts. */
import { compileGlob, type Glob, gap, mayMatch, mustMatch, type Piece, someText, someWords } from "../base/glob.ts";
import type { Policy, Rule } from "../model/permission.ts";
import { judgeByCommandLimits } from "./command-limits.ts";
import { atBestAsk, type Decision, strictest } from "./decision.ts";
import { makeAbsolute } from "./path/forms.ts";
import { judgePath, judgeUnknownPath, leavesProject } from "./path/judge.ts";
import { judgeByRules, judgeByToolLimit, type Match } from "./rules.ts";
import { type Found, readShell } from "./shell/parse.ts";
import { literalWord, type ShellWord } from "./shell/words.ts";
import type { Surroundings } from "./surroundings.ts";

type FoundCommand = Extract<Found, { kind: "command" }>;
const mostDirectories = 16;
const longestSubject = 1_000;

interface Judge {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly globs: ReadonlyMap<Rule, Glob>;
  /** Every directory a relative path may start at; undefined is one that nobody knows. */
  readonly directories: readonly (string | undefined)[];
}

export function judgeBash(
  policy: Policy,
  line: string,
  surroundings: Surroundings,
): readonly [Decision, ...Decision[]] {
  const { found, moves } = readShell(line, surroundings.shell);
  const rules = policy.rules.filter(({ tool }) => tool === "bash");
  const globs = new Map(rules.map((rule) => [rule, compileGlob(rule.pattern, "words")]));
  const judge: Judge = { policy, surroundings, globs, directories: findDirectories(surroundings, moves) };
  const parts = found.flatMap((one) => judgeFound(judge, one, line));
  const [first = judgeUnknown(judge, line, "it cannot be read"), ...others] = parts;
  return [first, ...others];
}

function findDirectories(
  surroundings: Surroundings,
  moves: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const known = new Set<string | undefined>([surroundings.cwd]);
  for (const move of moves) {
    if (move === undefined) known.add(undefined);
    else for (const from of [...known]) known.add(from && makeAbsolute(move, from, surroundings.home));
    if (known.size > mostDirectories) return [surroundings.cwd, undefined];
  }
  return [...known];
}

function judgeFound(judge: Judge, found: Found, line: string): readonly Decision[] {
  switch (found.kind) {
    case "command":
      return [judgeCommand(judge, found)];
    case "caution":
      return [{ verdict: "ask", because: found, tool: "bash", subject: shorten(line) }];
    case "unreadable":
      return [judgeUnknown(judge, line, found.point)];
    case "write":
      return judgeTarget(judge, "edit", found.target);
    case "read":
      return judgeTarget(judge, "external_directory", found.target);
  }
}

/** Text nobody can read: at best ask, and whatever the policy says about every command. */
function judgeUnknown(judge: Judge, line: string, point: string): Decision {
  const decision = judgeWords(judge, [someText, someWords]);
  const intent: Decision = { verdict: judge.policy.otherwise.bash, because: { kind: "intent" } };
  return { ...atBestAsk(strictest(decision, intent), point), tool: "bash", subject: shorten(line) };
}

function judgeCommand(judge: Judge, { assignments, words, caution }: FoundCommand): Decision {
  const isBare = words.length === 0 && assignments.length > 0;
  const subject = shorten(joinTexts([...assignments, ...words]));
  const plain = isBare ? judgeForm(judge, assignments, assignments.length) : judgeForms(judge, words);
  const assigned = isBare || assignments.length === 0 ? [] : [judgeAssigned(judge, assignments, words)];
  const best = strictest(plain, ...assigned);
  const point = isBare ? "an assignment changes what later commands do" : caution;
  return { ...atBestAsk(best, point), tool: "bash", subject };
}

/** As written, and by its base name when it is written as a path. */
function judgeForms(judge: Judge, words: readonly ShellWord[]): Decision {
  const [first, ...others] = words;
  if (first && first.value === undefined) {
    return judgeUnknown(judge, joinTexts(words), `the command word \`${shorten(first.text)}\` is not literal`);
  }
  const written = judgeForm(judge, words);
  if (!first?.value?.includes("/")) return written;
  const name = first.value.slice(first.value.lastIndexOf("/") + 1);
  return strictest(written, judgeForm(judge, [literalWord(name), ...others]));
}

function judgeForm(judge: Judge, words: readonly ShellWord[], assignments = 0): Decision {
  const limited = judgeByCommandLimits(judge.policy, knownText(words));
  const decision = judgeWords(judge, toPieces(words, assignments));
  return limited ? strictest(limited, decision) : decision;
}

/** With its assignments: a rule may speak about them; without a rule it is at best ask. */
function judgeAssigned(judge: Judge, assignments: readonly ShellWord[], words: readonly ShellWord[]): Decision {
  const decision = judgeWords(judge, toPieces([...assignments, ...words], assignments.length));
  if (decision.because.kind === "rule") return decision;
  return { verdict: "ask", because: { kind: "caution", point: "an assignment stands before the command" } };
}

function judgeWords({ policy, globs }: Judge, pieces: readonly Piece[]): Decision {
  const isKnown = !pieces.some((piece) => piece === someText || piece === someWords);
  const match = (rule: Rule): Match => {
    const glob = globs.get(rule)!;
    if (mustMatch(glob, pieces)) return "yes";
    return !isKnown && mayMatch(glob, pieces) ? "maybe" : "no";
  };
  return judgeByToolLimit(policy, "bash") ?? judgeByRules(policy, "bash", match);
}

/** The first words may be assignments, and an assignment stays one word whatever its value is. */
function toPieces(words: readonly ShellWord[], assignments = 0): readonly Piece[] {
  return words.flatMap(({ text, value }, i): Piece[] => {
    const border: Piece[] = i === 0 ? [] : [gap];
    if (value !== undefined) return [...border, value];
    return i < assignments ? [...border, text.slice(0, text.indexOf("=") + 1), someText] : [someWords];
  });
}

function knownText(words: readonly ShellWord[]): { readonly text: string; readonly isWhole: boolean } {
  const unknown = words.findIndex(({ value }) => value === undefined);
  const known = unknown < 0 ? words : words.slice(0, unknown);
  return { text: known.map(({ value }) => value).join(" "), isWhole: unknown < 0 };
}

/** A file the line opens itself, seen from every directory it may stand in by then. */
function judgeTarget(judge: Judge, tool: "edit" | "external_directory", target: ShellWord): readonly Decision[] {
  const { policy, surroundings, directories } = judge;
  const subject = shorten(target.text);
  // Reading inside the project is free, so a path that is not known may be free too.
  const unknown = (point: string): Decision =>
    tool === "edit"
      ? { ...atBestAsk(judgeUnknownPath(policy, tool), point), tool, subject }
      : { verdict: "ask", because: { kind: "caution", point }, tool, subject };
  if (target.value === undefined) return [unknown("the target of a redirection is not literal")];
  const path = target.hasHome || !target.value.startsWith("~") ? target.value : `./${target.value}`;
  const isAnchored = path.startsWith("/") || target.hasHome;
  return (isAnchored ? [surroundings.cwd] : directories).flatMap((from) => {
    if (from === undefined) return [unknown("the directory of a redirection is not known")];
    if (tool === "external_directory" && !leavesProject(path, surroundings, from)) return [];
    return [judgePath(policy, tool, path, surroundings, from)];
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

function shorten(text: string): string {
  return text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
}
