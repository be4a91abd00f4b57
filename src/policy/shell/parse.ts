/** A command line to what it does: simple commands, the files they and its redirections open, the addresses they ask. */
import { forEachChild, type ParsedScript, parse, type Redirect, type SyntaxNode } from "unbash";
import { type Effect, type PathEffect, type ProgramReading, readProgram } from "../programs/read.ts";
import { checkSyntax, type Names, namesInUse } from "./cautions.ts";
import { findCommandCaution, findMove, isOrdinary } from "./commands.ts";
import { checkDialect, checkForeignCommand, dialectOf, findStrangeShell, shellOfText } from "./dialects.ts";
import { type Directories, enterDirectory, joinDirectories } from "./directories.ts";
import { checkContinuations, checkQuoting, isQuotedInside, removeQuoting } from "./quoting.ts";
import { type Inner, pathsPrintedBy, unwrap } from "./unwrap.ts";
import {
  type LoopWords,
  literalWord,
  readAssignment,
  readWord,
  type ShellWord,
  unknownSingle,
  unknownWord,
} from "./words.ts";

export const longestLine = 65_536;
export const deepestNesting = 256;
/** Every wrapper repeats what it runs, so a long chain of them would cost the square of its length. */
const mostText = 4 * longestLine;
/** Each file is looked up on the disk. */
const mostFiles = 2_000;

export interface FoundCommand {
  readonly kind: "command";
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  readonly caution: string | undefined;
  /** Where it runs. */
  readonly directories: Directories;
  /** What the table knows about the program; undefined when it does not have it. */
  readonly reading: ProgramReading | undefined;
  readonly effects: readonly Effect[];
  /** What it reads from here-documents and here-strings, and the words of the command before a pipe. */
  readonly texts: readonly ShellWord[];
  /** It is a wrapper, or a part of the shell's own language. */
  readonly isWrapper: boolean;
  /** The runner that starts it, and how many of the runner's words lead up to this program. */
  readonly runner?: { readonly words: readonly ShellWord[]; readonly length: number } | undefined;
}

export type Found =
  | FoundCommand
  /** A path that a redirection or a program reads or writes. `by` names the program. */
  | {
      readonly kind: "path";
      readonly effect: PathEffect;
      readonly target: ShellWord;
      readonly directories: Directories;
      readonly by?: string;
    }
  | { readonly kind: "address"; readonly target: ShellWord; readonly isHost: boolean; readonly by: string }
  /** `cd` to a directory that is known: it needs no rule of its own. */
  | { readonly kind: "move"; readonly target: ShellWord; readonly directories: Directories }
  /** Something that makes the whole line at best ask. */
  | { readonly kind: "caution"; readonly point: string }
  /** The text could not be read to its end. */
  | { readonly kind: "unreadable"; readonly point: string };

interface Context {
  readonly level: number;
  readonly isInLoop: boolean;
  /** Further arguments come from elsewhere. */
  readonly hasMoreArguments: boolean;
  /** Where commands run. Shared by all commands of one shell, and changed by `cd`. */
  readonly scope: Scope;
  /** Between double quotes or in a here-document. */
  readonly isQuoted: boolean;
  readonly source: Source;
  /** What positions in the tree refer to. */
  readonly text: string;
  /** The shell that reads the text; undefined is one that is not known. */
  readonly shell: string | undefined;
  readonly loops: LoopWords;
  /** What comes through the pipe, where it is a list of paths that end in NUL. */
  readonly input?: ShellWord | undefined;
  /** The words of the command before the pipe: what `echo` and `printf` write. */
  readonly piped?: readonly ShellWord[];
  readonly runner?: FoundCommand["runner"];
  /** The next command runs only if this one succeeds. */
  readonly isCondition?: boolean;
}

interface Scope {
  now: Directories;
  /** Every directory so far: a `cd` may have failed. */
  all: Directories;
}

/** The text that a parser reads at once. */
interface Source {
  readonly line: string;
  /** It is read a second time without its quoting, at most once. */
  isReadAgain: boolean;
}

type Task =
  | { readonly node: SyntaxNode; readonly context: Context }
  | { readonly line: string; readonly context: Context }
  | { readonly settle: Scope; readonly context: Context }
  | {
      readonly assignments: readonly ShellWord[];
      readonly words: readonly ShellWord[];
      readonly texts?: readonly ShellWord[];
      readonly context: Context;
    };

interface Walk {
  readonly open: Task[];
  readonly found: Found[];
  readonly names: Names;
  /** How much text was found so far. */
  text: number;
  /** How many files are opened so far. */
  files: number;
}

/** A list of open tasks and no recursion: the depth of a hostile line must not be the depth of our own calls. */
export function readShell(line: string, shell?: string): { readonly found: readonly Found[] } {
  const scope: Scope = { now: [{ steps: [] }], all: [{ steps: [] }] };
  const source: Source = { line, isReadAgain: false };
  const context: Context = {
    level: 0,
    isInLoop: false,
    hasMoreArguments: false,
    scope,
    isQuoted: false,
    source,
    text: line,
    shell,
    loops: new Map(),
  };
  const walk: Walk = {
    open: [{ line, context }],
    found: [],
    names: { bound: new Set(), counted: new Set() },
    text: 0,
    files: 0,
  };
  for (let task = walk.open.pop(); task; task = walk.open.pop()) {
    if (walk.text > mostText) {
      unreadable(walk, "its wrappers repeat too much text");
      break;
    }
    if ("settle" in task) task.settle.now = task.settle.all;
    else if (task.context.level > deepestNesting)
      unreadable(walk, `it is nested more than ${deepestNesting} levels deep`);
    else if ("line" in task) enterLine(walk, task.line, task.context);
    else if ("words" in task) enterCommand(walk, task);
    else enterNode(walk, task.node, task.context);
  }
  // A line without any simple command is judged as the empty text: `[[ x ]]` or a comment is not a free pass.
  if (!walk.found.some(({ kind }) => kind === "command" || kind === "move"))
    enterCommand(walk, { assignments: [], words: [], context });
  const point = namesInUse(walk.names) ?? findOwnProgram(walk.found);
  if (point !== undefined) walk.found.push({ kind: "caution", point });
  return walk;
}

/** `echo cmd > x.sh; sh x.sh`: a program or a script that another part of the line writes. */
function findOwnProgram(found: readonly Found[]): string | undefined {
  const plain = (text: string) => text.replace(/^(?:\.\/)+/, "");
  const writers = new Map<string, string | undefined>();
  for (const one of found)
    if (one.kind === "path" && one.effect.startsWith("write")) writers.set(plain(one.target.text), one.by);
  if (writers.size === 0) return undefined;
  for (const one of found) {
    if (one.kind !== "command") continue;
    const name = one.words[0]?.value?.split("/").at(-1);
    const runs = !one.reading?.isRunner && one.effects.some(({ kind }) => kind === "runs");
    const own = one.words.find(({ text }, i) => {
      const isRun = i === 0 ? text.includes("/") : runs;
      return isRun && writers.has(plain(text)) && (i === 0 || writers.get(plain(text)) !== name);
    });
    if (own) return `it runs \`${own.text}\`, which it writes itself`;
  }
  return undefined;
}

function unreadable(walk: Walk, point: string): void {
  walk.found.push({ kind: "unreadable", point });
}

function enterLine(walk: Walk, line: string, context: Context): void {
  const trouble = findTrouble(line);
  if (trouble !== undefined) unreadable(walk, trouble);
  if (isTooLong(line) || nestsTooDeep(line)) return;
  let script: ParsedScript;
  try {
    script = parse(line);
  } catch {
    unreadable(walk, "it cannot be parsed");
    return;
  }
  const strange = findStrangeShell(dialectOf(context.shell));
  if (strange !== undefined) walk.found.push({ kind: "caution", point: strange });
  const source: Source = context.source.line === line ? context.source : { line, isReadAgain: false };
  walk.open.push({ node: script, context: { ...context, level: context.level + 1, source, text: line } });
}

/** What runs in one reading of a line must be judged, even if the parser does not show it. */
function readAgain(walk: Walk, context: Context): void {
  const { source } = context;
  if (source.isReadAgain) return;
  source.isReadAgain = true;
  const again: Source = { line: removeQuoting(source.line), isReadAgain: true };
  walk.text += again.line.length;
  walk.open.push({ line: again.line, context: { ...context, source: again } });
}

function findTrouble(line: string): string | undefined {
  if (isTooLong(line)) return "it is longer than 64 KB";
  if (line.includes("\0")) return "it holds a NUL byte";
  return nestsTooDeep(line) ? `it is nested more than ${deepestNesting} levels deep` : undefined;
}

function isTooLong(line: string): boolean {
  return line.length > longestLine || new TextEncoder().encode(line).length > longestLine;
}

/** Counts brackets without reading quotes: the parser needs quadratic time on thousands of open ones. */
function nestsTooDeep(line: string): boolean {
  let depth = 0;
  for (let i = 0; i < line.length && depth <= deepestNesting; i++) {
    const unit = line[i]!;
    if ("({[".includes(unit)) depth++;
    else if (depth > 0 && ")}]".includes(unit)) depth--;
  }
  return depth > deepestNesting;
}

/** Nodes whose commands run in a shell of their own: a `cd` in them ends with them. */
const shells: ReadonlySet<string> = new Set(["Subshell", "CommandExpansion", "ProcessSubstitution", "Coproc"]);
const loops: ReadonlySet<string> = new Set(["ArithmeticFor", "For", "Function", "Select", "While"]);
/** Nodes that make nothing deeper. */
const flat: ReadonlySet<string> = new Set(
  [
    "AndOr",
    "Command",
    "CompoundList",
    "DoubleQuoted",
    "Literal",
    "Pipeline",
    "Redirected",
    "Statement",
    "Word",
  ].values(),
);

function enterNode(walk: Walk, node: SyntaxNode, context: Context): void {
  const point = checkSyntax(node, context.level, walk.names, context.text);
  if (point !== undefined) walk.found.push({ kind: "caution", point });
  const foreign = checkDialect(node, context.text, context.isQuoted, dialectOf(context.shell));
  if (foreign !== undefined) walk.found.push({ kind: "caution", point: foreign });
  const doubt =
    node.type === "Script" ? checkContinuations(node.source ?? context.text) : checkQuoting(node, context.isQuoted);
  if (doubt !== undefined) {
    walk.found.push({ kind: "caution", point: doubt });
    readAgain(walk, context);
  }
  if (node.type === "Script" && node.errors?.length)
    unreadable(walk, `it cannot be parsed: ${node.errors[0]?.message}`);
  if (node.type === "Redirect") enterRedirect(walk, node, context);
  const inside: Context = {
    ...context,
    level: context.level + (flat.has(node.type) ? 0 : 1),
    isInLoop: context.isInLoop || loops.has(node.type),
    scope: shells.has(node.type) ? { ...context.scope } : context.scope,
    loops: node.type === "For" ? loopWords(node, context) : context.loops,
    isQuoted: isQuotedInside(node, context.isQuoted),
    text: node.type === "Script" ? (node.source ?? context.text) : context.text,
  };
  const children: Task[] = [];
  forEachChild(node, (child) => children.push({ node: child, context: inside }));
  if (node.type === "Pipeline") {
    children.push(...timedCommand(node, context));
    giveInput(node, children, inside);
  }
  if (node.type === "AndOr") {
    chainConditions(node, children);
    children.push({ settle: context.scope, context });
  }
  if (node.type === "Command") children.push(commandTask(node, context));
  walk.open.push(...children.reverse());
}

function commandTask(node: Extract<SyntaxNode, { type: "Command" }>, context: Context): Task {
  const assignments = node.prefix.flatMap((part) => (part.type === "Assignment" ? [readAssignment(part)] : []));
  const words = [...(node.name ? [node.name] : []), ...node.args];
  const read = words.map((word) => (word.type === "Word" ? readWord(word, context.loops) : readAssignment(word)));
  const texts = node.redirects.flatMap((redirect): ShellWord[] => {
    if (redirect.type === "HereDoc") return [literalWord(redirect.body.text)];
    return redirect.type === "HereString" && redirect.target ? [readWord(redirect.target, context.loops)] : [];
  });
  return { assignments, words: read, texts, context };
}

/** `cd x && ls`: what follows runs only where the `cd` has led to. */
function chainConditions(node: Extract<SyntaxNode, { type: "AndOr" }>, children: Task[]): void {
  node.commands.forEach((command, i) => {
    const at = children.findIndex((task) => "node" in task && task.node === command);
    const task = children[at];
    if (at < 0 || !task || command.type !== "Command" || node.operators[i] !== "&&") return;
    // Only a chain of `&&` from the start on: behind `||` nothing is certain.
    if (node.operators.slice(0, i).some((operator) => operator !== "&&")) return;
    children[at] = { ...task, context: { ...task.context, isCondition: true } } as Task;
  });
}

/** `find … -print0 | xargs -0 …`: the arguments are paths below the places where `find` starts. */
function giveInput(node: Extract<SyntaxNode, { type: "Pipeline" }>, children: Task[], context: Context): void {
  node.commands.forEach((command, i) => {
    const before = node.commands[i - 1];
    const at = children.findIndex((task) => "node" in task && task.node === command);
    if (at < 0 || before?.type !== "Command") return;
    const task = commandTask(before, context);
    if (!("words" in task)) return;
    const input = pathsPrintedBy(task.words);
    const piped = [...task.words.slice(1), ...(task.texts ?? [])];
    children[at] = { node: command, context: { ...context, input, piped } };
  });
}

/** A loop over literal words and globs, whose variable is set nowhere else in it. */
function loopWords(node: Extract<SyntaxNode, { type: "For" }>, context: Context): LoopWords {
  const name = node.name.text;
  const words = node.wordlist?.map((word) => readWord(word, context.loops)) ?? [];
  const text = context.text.slice(node.pos, node.end);
  const others = new Map([...context.loops].filter(([other]) => other !== name));
  const isPlain = words.every(({ value, shape }) => value !== undefined || shape?.kind === "glob");
  if (words.length === 0 || words.length > mostVariants || !isPlain || !text.startsWith("for")) return others;
  const uses = text.match(new RegExp(`(?<![\\w$./-]|\\$\\{)${name}(?!\\w)`, "g")) ?? [];
  return uses.length === 1 ? others.set(name, words) : others;
}

/** `time` before a pipeline is a word of the grammar, and a wrapper all the same. */
function timedCommand(node: Extract<SyntaxNode, { type: "Pipeline" }>, context: Context): readonly Task[] {
  const timer = node.prefixes.find((prefix) => prefix.type === "Time");
  if (timer?.type !== "Time") return [];
  const [first] = node.commands;
  const rest = first?.type === "Command" && first.name ? [first.name, ...first.args] : [];
  const read = rest.map((word) => (word.type === "Word" ? readWord(word) : readAssignment(word)));
  const words = [literalWord("time"), ...(timer.posix ? [literalWord("-p")] : []), ...read];
  return [{ assignments: [], words, context }];
}

/** How many commands one command with loop variables stands for at most. */
const mostVariants = 32;

function enterCommand(walk: Walk, task: Extract<Task, { words: unknown }>): void {
  const variants = variantsOf(task.words);
  for (const words of variants) enterVariant(walk, { ...task, words });
}

/** A command for each word that a loop variable can stand for; beyond the limit the variable is any word. */
function variantsOf(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  if (!words.some(({ shape }) => shape?.kind === "one-of")) return [words];
  let variants: (readonly ShellWord[])[] = [[]];
  for (const word of words) {
    const choices = word.shape?.kind === "one-of" ? word.shape.words : [word];
    const fits = variants.length * choices.length <= mostVariants;
    const next = fits ? choices : [unknownSingle(word.text)];
    variants = variants.flatMap((variant) => next.map((choice) => [...variant, choice]));
  }
  return variants;
}

function enterVariant(
  walk: Walk,
  { assignments, words: written, texts = [], context }: Extract<Task, { words: unknown }>,
): void {
  const words = context.hasMoreArguments
    ? [...written.map((word) => (/[{}]/.test(word.text) ? unknownWord(word.text) : word)), unknownWord("…")]
    : written;
  for (const { text } of words) walk.text += text.length + 1;
  const { scope } = context;
  const directories = scope.now;
  const move = findMove(words);
  if (move) {
    const next = move.target ? enterDirectory(directories, move.target, context.isInLoop) : [undefined];
    scope.all = joinDirectories(scope.all, next);
    scope.now = context.isCondition ? next : scope.all;
    if (move.target && assignments.length === 0 && move.isPlain) {
      walk.found.push({ kind: "move", target: move.target, directories });
      return;
    }
  }
  const sequence = splitSequence(words);
  if (sequence.length > 1) {
    for (const each of sequence) enterVariant(walk, { assignments, words: each, context });
    return;
  }
  const caution = findCommandCaution(words, walk.names) ?? checkForeignCommand(words, dialectOf(context.shell));
  const name = words[0]?.value?.split("/").at(-1);
  const inner = name === undefined ? undefined : unwrap(name, words, context.input);
  const reading = name === undefined ? undefined : readProgram(name, words);
  const doubt = inner?.problem === undefined ? undefined : `of what \`${name}\` runs: ${inner.problem}`;
  const { runner } = context;
  const isWrapper = inner !== undefined || (name !== undefined && !isOrdinary(name));
  const own = projectProgram(words[0]);
  const effects = [...(inner?.effects ?? []), ...(reading?.effects ?? []), ...own];
  walk.found.push({
    kind: "command",
    assignments,
    words,
    caution: caution ?? doubt,
    directories,
    reading,
    effects,
    texts: [...texts, ...(context.piped ?? [])],
    isWrapper,
    ...(runner && { runner }),
  });
  const inside = { ...context, level: context.level + 1, input: undefined, piped: [], runner: undefined };
  const shell = shellOfText(name, context.shell);
  if (inner?.movesElsewhere) inside.scope = { now: [undefined], all: [undefined] };
  const tasks: Task[] = [
    ...(inner?.commands ?? []).map((one: Inner) => ({ ...one, context: inside })),
    ...(inner?.lines ?? []).map((line) => ({
      line,
      context: {
        ...inside,
        shell,
        isQuoted: false,
        hasMoreArguments: context.hasMoreArguments || inner?.hasMoreArguments === true,
      },
    })),
  ];
  for (const effect of effects)
    enterEffect(walk, effect, {
      words,
      name: name ?? "",
      context: inside,
      directories,
      tasks,
      isRunner: reading?.isRunner === true,
    });
  walk.open.push(...tasks.reverse());
}

/** `./run.sh`: a program that is not where programs are installed is code of the project. */
function projectProgram(word: ShellWord | undefined): readonly Effect[] {
  const path = word?.value;
  if (!path?.includes("/") || /^\/(?:usr|bin|sbin|opt|nix\/store|run\/current-system|snap)\//.test(path)) return [];
  return [{ kind: "runs", by: `\`${path}\`` }];
}

/** `tmux new \\; run-shell CMD`: several commands of the program in one. */
function splitSequence(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const [first, ...rest] = words;
  if (first?.value?.split("/").at(-1) !== "tmux" || !rest.some(({ value }) => value?.endsWith(";"))) return [];
  const parts: ShellWord[][] = [[first]];
  for (const word of rest) {
    const text = word.value?.endsWith(";") ? word.value.slice(0, -1) : undefined;
    if (text !== "") parts.at(-1)!.push(text === undefined ? word : literalWord(text));
    if (text !== undefined) parts.push([first]);
  }
  return parts.filter((part, i) => i === 0 || part.length > 1);
}

interface EffectPlace {
  readonly words: readonly ShellWord[];
  readonly name: string;
  readonly context: Context;
  readonly directories: Directories;
  readonly tasks: Task[];
  readonly isRunner: boolean;
}

function enterEffect(
  walk: Walk,
  effect: Effect,
  { words, name, context, directories, tasks, isRunner }: EffectPlace,
): void {
  switch (effect.kind) {
    case "line":
      if (effect.line.value === undefined)
        walk.found.push({ kind: "caution", point: `\`${name}\` gives a shell text that is not literal` });
      else tasks.push({ line: effect.line.value, context: { ...context, shell: undefined, isQuoted: false } });
      return;
    case "command": {
      const length = words.length - effect.words.length + 1;
      const runner = isRunner && words.at(-1) === effect.words.at(-1) ? { words, length } : undefined;
      tasks.push({ assignments: [], words: effect.words, context: { ...context, runner } });
      // Some runners join the words and give them to a shell.
      const text = effect.words[0]?.value;
      if (text !== undefined && /\s/.test(text)) tasks.push({ line: text, context: { ...context, isQuoted: false } });
      return;
    }
    case "fetch":
    case "host": {
      const file = /^file:(?:\/\/[^/]*)?(\/.*)$/i.exec(effect.target.value ?? "")?.[1];
      if (file !== undefined) {
        walk.found.push({ kind: "path", effect: "read", target: literalWord(file), directories, by: name });
        return;
      }
      walk.found.push({ kind: "address", target: effect.target, isHost: effect.kind === "host", by: name });
      return;
    }
    case "caution":
      walk.found.push({ kind: "caution", point: effect.point });
      return;
    // The command itself is judged by these.
    case "changes":
    case "runs":
    case "connects":
    case "unknown":
      return;
    default:
      if (++walk.files > mostFiles) {
        if (walk.files === mostFiles + 1) unreadable(walk, "it opens too many files");
        return;
      }
      walk.found.push({ kind: "path", effect: effect.kind, target: effect.target, directories, by: name });
  }
}

const freeWrites: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]);
const freeReads: ReadonlySet<string> = new Set([
  "/dev/null",
  "/dev/zero",
  "/dev/random",
  "/dev/urandom",
  "/dev/stdin",
  "-",
]);

/** Streams and devices that hold nothing of anybody. */
export function isFree(effect: PathEffect, path: string): boolean {
  return (effect.startsWith("write") ? freeWrites : freeReads).has(path);
}

function enterRedirect(walk: Walk, { operator, target }: Redirect, { scope, loops: words }: Context): void {
  if (!target) {
    unreadable(walk, "a redirection has no target");
    return;
  }
  const word = readWord(target, words);
  const copiesDescriptor = operator === ">&" || operator === "<&";
  if (copiesDescriptor && word.value !== undefined && /^(?:\d+-?|-)$/.test(word.value)) return;
  const effect = operator === "<" || operator === "<&" ? "read" : "write";
  if (word.shape?.kind === "pipe" || (word.value !== undefined && isFree(effect, word.value))) return;
  // The shell takes a glob for a name here only if it finds exactly one file.
  for (const one of word.shape?.kind === "one-of" ? word.shape.words : [word]) {
    const known = one.value === undefined ? unknownWord(one.text) : one;
    walk.found.push({ kind: "path", effect, target: known, directories: scope.now });
  }
}
