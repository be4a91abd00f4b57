/** A command line to the simple commands in it, wherever they stand, and the files its redirections open. */
import { forEachChild, type ParsedScript, parse, type Redirect, type SyntaxNode } from "unbash";
import { checkSyntax, type Names, namesInUse } from "./cautions.ts";
import { findCommandCaution, findDirectory } from "./commands.ts";
import {
  checkDialect,
  checkForeignCommand,
  dialectOf,
  findNullCommand,
  findStrangeShell,
  shellOfText,
} from "./dialects.ts";
import { checkContinuations, checkQuoting, isQuotedInside, removeQuoting } from "./quoting.ts";
import { unwrap } from "./unwrap.ts";
import { literalWord, readAssignment, readWord, type ShellWord, unknownWord } from "./words.ts";

export const longestLine = 65_536;
export const deepestNesting = 256;
/** Every wrapper repeats what it runs, so a long chain of them would cost the square of its length. */
const mostText = 4 * longestLine;

export type Found =
  | {
      readonly kind: "command";
      readonly assignments: readonly ShellWord[];
      readonly words: readonly ShellWord[];
      readonly caution: string | undefined;
    }
  | { readonly kind: "write" | "read"; readonly target: ShellWord }
  /** Something that makes the whole line at best ask. */
  | { readonly kind: "caution"; readonly point: string }
  /** The text could not be read to its end. */
  | { readonly kind: "unreadable"; readonly point: string };

export interface ShellReading {
  readonly found: readonly Found[];
  /** Where `cd` may lead, in order; undefined is a place nobody knows. */
  readonly moves: readonly (string | undefined)[];
}

interface Context {
  readonly level: number;
  readonly isInLoop: boolean;
  /** Further arguments come from elsewhere. */
  readonly hasMoreArguments: boolean;
  /** Between double quotes or in a here-document. */
  readonly isQuoted: boolean;
  readonly source: Source;
  /** What positions in the tree refer to. */
  readonly text: string;
  /** The shell that reads the text; undefined is one that is not known. */
  readonly shell: string | undefined;
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
  | {
      readonly assignments: readonly ShellWord[];
      readonly words: readonly ShellWord[];
      readonly context: Context;
    };

interface Walk {
  readonly open: Task[];
  readonly found: Found[];
  readonly moves: (string | undefined)[];
  readonly names: Names;
  /** How much text was found so far. */
  text: number;
}

/** A list of open tasks and no recursion: the depth of a hostile line must not be the depth of our own calls. */
export function readShell(line: string, shell?: string): ShellReading {
  const source: Source = { line, isReadAgain: false };
  const context: Context = {
    level: 0,
    isInLoop: false,
    hasMoreArguments: false,
    isQuoted: false,
    source,
    text: line,
    shell,
  };
  const walk: Walk = {
    open: [{ line, context }],
    found: [],
    moves: [],
    names: { bound: new Set(), counted: new Set() },
    text: 0,
  };
  for (let task = walk.open.pop(); task; task = walk.open.pop()) {
    if (walk.text > mostText) {
      unreadable(walk, "its wrappers repeat too much text");
      break;
    }
    if (task.context.level > deepestNesting) unreadable(walk, `it is nested more than ${deepestNesting} levels deep`);
    else if ("line" in task) enterLine(walk, task.line, task.context);
    else if ("words" in task) enterCommand(walk, task.assignments, task.words, task.context);
    else enterNode(walk, task.node, task.context);
  }
  // A line without any simple command is judged as the empty text: `[[ x ]]` or a comment is no free pass.
  if (!walk.found.some(({ kind }) => kind === "command")) enterCommand(walk, [], [], context);
  const point = namesInUse(walk.names);
  if (point !== undefined) walk.found.push({ kind: "caution", point });
  return walk;
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
  if (node.type === "Redirect") enterRedirect(walk, node);
  const inside: Context = {
    ...context,
    level: context.level + (flat.has(node.type) ? 0 : 1),
    isInLoop: context.isInLoop || loops.has(node.type),
    isQuoted: isQuotedInside(node, context.isQuoted),
    text: node.type === "Script" ? (node.source ?? context.text) : context.text,
  };
  const children: Task[] = [];
  forEachChild(node, (child) => children.push({ node: child, context: inside }));
  if (node.type === "Pipeline") children.push(...timedCommand(node, context));
  const implied = findNullCommand(node, dialectOf(context.shell));
  if (implied !== undefined) children.push({ assignments: [], words: [literalWord(implied)], context });
  if (node.type === "Command") {
    const assignments = node.prefix.flatMap((part) => (part.type === "Assignment" ? [readAssignment(part)] : []));
    const words = [...(node.name ? [node.name] : []), ...node.args];
    const read = words.map((word) => (word.type === "Word" ? readWord(word) : readAssignment(word)));
    children.push({ assignments, words: read, context });
  }
  walk.open.push(...children.reverse());
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

function enterCommand(
  walk: Walk,
  assignments: readonly ShellWord[],
  written: readonly ShellWord[],
  context: Context,
): void {
  const words = context.hasMoreArguments
    ? [...written.map((word) => (/[{}]/.test(word.text) ? unknownWord(word.text) : word)), unknownWord("…")]
    : written;
  for (const { text } of words) walk.text += text.length + 1;
  const caution = findCommandCaution(words, walk.names) ?? checkForeignCommand(words, dialectOf(context.shell));
  const name = words[0]?.value?.split("/").at(-1);
  const inner = name === undefined ? undefined : unwrap(name, words);
  const doubt = inner?.problem === undefined ? undefined : `of what \`${name}\` runs: ${inner.problem}`;
  walk.found.push({ kind: "command", assignments, words, caution: caution ?? doubt });
  const move = findDirectory(words, context.isInLoop);
  if (move) walk.moves.push(move.to);
  if (inner?.movesElsewhere) walk.moves.push(undefined);
  const deeper = { ...context, level: context.level + 1 };
  const shell = shellOfText(name, context.shell);
  const more = {
    ...deeper,
    shell,
    isQuoted: false,
    hasMoreArguments: context.hasMoreArguments || inner?.hasMoreArguments === true,
  };
  const tasks: Task[] = [
    ...(inner?.commands ?? []).map((one) => ({ ...one, context: deeper })),
    ...(inner?.lines ?? []).map((line) => ({ line, context: more })),
  ];
  walk.open.push(...tasks.reverse());
}

const freeTargets: ReadonlySet<string> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]);

function enterRedirect(walk: Walk, { operator, target }: Redirect): void {
  if (!target) {
    unreadable(walk, "a redirection has no target");
    return;
  }
  const word = readWord(target);
  const copiesDescriptor = operator === ">&" || operator === "<&";
  if (copiesDescriptor && word.value !== undefined && /^(?:\d+-?|-)$/.test(word.value)) return;
  const isRead = operator === "<" || operator === "<&";
  if (word.value !== undefined && (freeTargets.has(word.value) || (isRead && word.value === "/dev/stdin"))) return;
  walk.found.push({ kind: isRead ? "read" : "write", target: word });
}
