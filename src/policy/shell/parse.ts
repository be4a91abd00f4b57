/** Parses a command line into what it does: simple commands, the files it opens and the addresses it connects to. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { checkSyntax, namesInUse } from "./cautions.ts";
import { enterCommand, enterRedirect, findOwnProgram, mostVariants } from "./command.ts";
import { checkDialect, dialectOf, findNullCommand, findStrangeShell } from "./dialects.ts";
import { checkContinuations, checkQuoting, isQuotedInside, removeQuoting } from "./quoting.ts";
import { pathsPrintedBy } from "./unwrap.ts";
import {
  type Context,
  type DirectoryScope,
  deepestNesting,
  type LineFinding,
  longestLine,
  mostText,
  type Source,
  unreadable,
  type Walk,
  type WalkStep,
} from "./walk.ts";
import { type LoopWords, literalWord, readAssignment, readWord, type ShellWord } from "./words.ts";

interface LineReading {
  readonly found: readonly LineFinding[];
}

/** Recently parsed lines: a decision needs its line once per soft limit, a comparison once per policy. */
const readings = new Map<string, LineReading>();
const mostReadings = 64;
const longestKept = 1_000;

export function readShell(line: string, shell?: string): LineReading {
  if (line.length > longestKept) return readLine(line, shell);
  const key = `${shell}\0${line}`;
  const known = readings.get(key);
  if (known) return known;
  if (readings.size >= mostReadings) readings.clear();
  const reading = readLine(line, shell);
  readings.set(key, reading);
  return reading;
}

/** Uses a work list instead of recursion, so that a deeply nested line cannot exhaust the stack. */
function readLine(line: string, shell: string | undefined): LineReading {
  const scope: DirectoryScope = { now: [{ steps: [] }], all: [{ steps: [] }] };
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
    wordIn: "command",
  };
  const walk: Walk = {
    open: [{ line, context }],
    found: [],
    names: { external: new Set(), arithmetic: new Set() },
    text: 0,
    files: 0,
  };
  for (let task = walk.open.pop(); task; task = walk.open.pop()) {
    if (walk.text > mostText) {
      unreadable(walk, "its wrappers expand to too much text");
      break;
    }
    if ("leaveScope" in task) task.leaveScope.now = task.leaveScope.all;
    else if (task.context.level > deepestNesting)
      unreadable(walk, `it is nested more than ${deepestNesting} levels deep`);
    else if ("line" in task) enterLine(walk, task.line, task.context);
    else if ("words" in task) enterCommand(walk, task);
    else enterNode(walk, task.node, task.context);
  }
  // A line without a simple command (`[[ x ]]`, a comment) is judged as empty text instead of being allowed.
  if (!walk.found.some(({ kind }) => kind === "command" || kind === "move"))
    enterCommand(walk, { assignments: [], words: [], context });
  const point = namesInUse(walk.names) ?? findOwnProgram(walk.found);
  if (point !== undefined) walk.found.push({ kind: "caution", point });
  return { found: walk.found };
}

function enterLine(walk: Walk, line: string, context: Context): void {
  const reason = whyUnreadable(line);
  if (reason !== undefined) unreadable(walk, reason);
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

/** Parses the line again without its quoting: what any interpretation runs must be judged, even if it looks quoted. */
function readAgain(walk: Walk, context: Context): void {
  const { source } = context;
  if (source.isReadAgain) return;
  source.isReadAgain = true;
  const again: Source = { line: removeQuoting(source.line), isReadAgain: true };
  walk.text += again.line.length;
  walk.open.push({ line: again.line, context: { ...context, source: again } });
}

function whyUnreadable(line: string): string | undefined {
  if (isTooLong(line)) return "it is longer than 64 KB";
  if (line.includes("\0")) return "it contains a NUL byte";
  return nestsTooDeep(line) ? `it is nested more than ${deepestNesting} levels deep` : undefined;
}

function isTooLong(line: string): boolean {
  // A code unit takes at most three bytes.
  if (line.length * 3 <= longestLine) return false;
  return line.length > longestLine || new TextEncoder().encode(line).length > longestLine;
}

/** Counts brackets while ignoring quotes: the parser needs quadratic time for thousands of open ones. */
function nestsTooDeep(line: string): boolean {
  let depth = 0;
  for (let i = 0; i < line.length && depth <= deepestNesting; i++) {
    const unit = line[i]!;
    if ("({[".includes(unit)) depth++;
    else if (depth > 0 && ")}]".includes(unit)) depth--;
  }
  return depth > deepestNesting;
}

/** Nodes whose commands run in a subshell: a `cd` in them ends with them. */
const shells: ReadonlySet<string> = new Set(["Subshell", "CommandExpansion", "ProcessSubstitution", "Coproc"]);
const loops: ReadonlySet<string> = new Set(["ArithmeticFor", "For", "Function", "Select", "While"]);
/** Nodes that do not increase the depth. */
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
  const point = checkSyntax(node, walk.names, context);
  if (point !== undefined) walk.found.push({ kind: "caution", point });
  const foreign = checkDialect(node, context);
  if (foreign !== undefined) walk.found.push({ kind: "caution", point: foreign });
  const doubt =
    node.type === "Script" ? checkContinuations(node.source ?? context.text) : checkQuoting(node, context.isQuoted);
  if (doubt !== undefined) {
    walk.found.push({ kind: "caution", point: doubt });
    readAgain(walk, context);
  }
  if (node.type === "Script" && node.errors?.length) unreadable(walk, "it cannot be parsed");
  if (node.type === "Redirect") enterRedirect(walk, node, context);
  const inside: Context = {
    ...context,
    level: context.level + (flat.has(node.type) ? 0 : 1),
    isInLoop: context.isInLoop || loops.has(node.type),
    scope: shells.has(node.type) ? { ...context.scope } : context.scope,
    loops: node.type === "For" ? loopWords(node, context) : context.loops,
    isQuoted: isQuotedInside(node, context.isQuoted),
    wordIn: wordsInside(node, context.wordIn),
    text: node.type === "Script" ? (node.source ?? context.text) : context.text,
  };
  const children: WalkStep[] = [];
  forEachChild(node, (child) => children.push({ node: child, context: inside }));
  if (node.type === "Pipeline") {
    children.push(...timedCommand(node, context));
    giveInput(node, children, inside);
  }
  const implied = findNullCommand(node, dialectOf(context.shell));
  if (implied !== undefined) children.push({ assignments: [], words: [literalWord(implied)], context });
  if (node.type === "AndOr") {
    chainConditions(node, children);
    children.push({ leaveScope: context.scope, context });
  }
  if (node.type === "Command") children.push(commandTask(node, context));
  walk.open.push(...children.reverse());
}

function wordsInside({ type }: SyntaxNode, around: Context["wordIn"]): Context["wordIn"] {
  if (type === "TestBinary") return "test";
  if (type === "ParameterExpansion") return "expansion";
  return type === "Script" ? "command" : around;
}

function commandTask(node: Extract<SyntaxNode, { type: "Command" }>, context: Context): WalkStep {
  const assignments = node.prefix.flatMap((part) => (part.type === "Assignment" ? [readAssignment(part)] : []));
  const words = [...(node.name ? [node.name] : []), ...node.args];
  const read = words.map((word) => (word.type === "Word" ? readWord(word, context.loops) : readAssignment(word)));
  const texts = node.redirects.flatMap((redirect): ShellWord[] => {
    if (redirect.type === "HereDoc") return [literalWord(redirect.body.text)];
    return redirect.type === "HereString" && redirect.target ? [readWord(redirect.target, context.loops)] : [];
  });
  return { assignments, words: read, texts, context };
}

/** `cd x && ls`: what follows runs only if the `cd` succeeded. */
function chainConditions(node: Extract<SyntaxNode, { type: "AndOr" }>, children: WalkStep[]): void {
  node.commands.forEach((command, i) => {
    const at = children.findIndex((task) => "node" in task && task.node === command);
    const task = children[at];
    if (at < 0 || !task || command.type !== "Command" || node.operators[i] !== "&&") return;
    // Only a chain of `&&` from the start: after `||` nothing is certain.
    if (node.operators.slice(0, i).some((operator) => operator !== "&&")) return;
    children[at] = { ...task, context: { ...task.context, isCondition: true } } as WalkStep;
  });
}

/** `find … -print0 | xargs -0 …`: the arguments are paths below the starting points of `find`. */
function giveInput(node: Extract<SyntaxNode, { type: "Pipeline" }>, children: WalkStep[], context: Context): void {
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

/** A loop over literal words and globs whose variable is set nowhere else in it. */
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

/** `time` before a pipeline is part of the grammar, but works as a wrapper. */
function timedCommand(node: Extract<SyntaxNode, { type: "Pipeline" }>, context: Context): readonly WalkStep[] {
  const timer = node.prefixes.find((prefix) => prefix.type === "Time");
  if (timer?.type !== "Time") return [];
  const [first] = node.commands;
  const rest = first?.type === "Command" && first.name ? [first.name, ...first.args] : [];
  const read = rest.map((word) => (word.type === "Word" ? readWord(word) : readAssignment(word)));
  const words = [literalWord("time"), ...(timer.posix ? [literalWord("-p")] : []), ...read];
  return [{ assignments: [], words, context }];
}
