/** Finds what a wrapper runs: other commands, or text that a shell reads again. */
import { findWords } from "../programs/files/find-words.ts";
import type { Effect } from "../programs/targets.ts";
import { type Options, readOptions } from "./options.ts";
import { filterOf, literalWord, type ShellWord, unknownSingle, unknownWord } from "./words.ts";
import { nixOptions, shells, suOptions, type Wrapper, wrappers } from "./wrappers.ts";

export interface InnerCommand {
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
}

interface Unwrapped {
  readonly commands: readonly InnerCommand[];
  /** Text for a shell. */
  readonly lines: readonly string[];
  /** The text receives further, unknown arguments. */
  readonly hasMoreArguments?: boolean;
  /** It runs in an unknown directory. */
  readonly movesElsewhere?: boolean;
  /** What the wrapper itself reads and writes. */
  readonly effects?: readonly Effect[];
  /** Why it is uncertain what it runs. */
  readonly problem: string | undefined;
}

const nothing: Unwrapped = { commands: [], lines: [], problem: undefined };

/**
 * `words[0]` is literal; `name` is its base name. `input` is what comes through a pipe, if known. Undefined if the
 * program is not a wrapper.
 */
export function unwrap(name: string, words: readonly ShellWord[], input?: ShellWord): Unwrapped | undefined {
  if (Object.hasOwn(shells, name)) return unwrapShell(words, shells[name]?.differs);
  if (name === "xargs") return unwrapXargs(words, input);
  if (Object.hasOwn(specials, name)) return specials[name]?.(words);
  if (!Object.hasOwn(wrappers, name)) return undefined;
  const options = readOptions(words, wrappers[name] ?? {});
  return inner(options, options.rest);
}

export function isWrapper(name: string): boolean {
  return [shells, specials, wrappers].some((table) => Object.hasOwn(table, name));
}

function inner({ assignments, problem }: Options, words: readonly ShellWord[]): Unwrapped {
  const runs = words.length > 0 || assignments.length > 0;
  return { commands: runs ? [{ assignments, words }] : [], lines: [], problem };
}

/** Several words that are joined and read by a shell. */
function joined(words: readonly ShellWord[], problem: string | undefined): Unwrapped {
  const unknown = words.find(({ value }) => value === undefined);
  if (unknown) return { ...nothing, problem: problem ?? `\`${unknown.text}\` is read by a shell and is not literal` };
  return { commands: [], lines: words.length > 0 ? [words.map(({ value }) => value).join(" ")] : [], problem };
}

function optionsOf(name: keyof typeof wrappers, words: readonly ShellWord[], more: Wrapper = {}): Options {
  return readOptions(words, { ...wrappers[name], ...more });
}

const specials: Readonly<Record<string, (words: readonly ShellWord[]) => Unwrapped>> = {
  env: unwrapEnv,
  eval: (words) => joined(words.slice(words[1]?.value === "--" ? 2 : 1), undefined),
  find: unwrapFind,
  jobs: (words) =>
    words[1]?.value === "-x" ? { ...nothing, commands: [{ assignments: [], words: words.slice(2) }] } : nothing,
  nix: unwrapNix,
  "nix-shell": unwrapNixShell,
  parallel: unwrapParallel,
  su: unwrapSu,
  "surcingle-sandbox": unwrapSandbox,
  trap: (words) => ({ ...nothing, lines: words.slice(1, 2).flatMap(({ value }) => value ?? []) }),
  watch: unwrapWatch,
};

/** `surcingle-sandbox FILE -- TEXT`: bash reads the text. The gate starts it; by hand it is judged like any wrapper. */
function unwrapSandbox(words: readonly ShellWord[]): Unwrapped {
  const [, , dashes, text] = words;
  if (words.length !== 4 || dashes?.value !== "--" || text === undefined)
    return { ...nothing, problem: "what it runs is not on the command line" };
  return joined([text], undefined);
}

function unwrapEnv(words: readonly ShellWord[]): Unwrapped {
  const options = optionsOf("env", words);
  const split = options.values.get("-S") ?? options.values.get("--split-string");
  if (split === undefined) return inner(options, options.rest);
  // It has its own quoting rules: only plain words are read.
  if (!/^[\w./:,@%+= -]*$/.test(split))
    return { ...nothing, problem: `the string \`${split}\` for \`env\` to split is not understood` };
  const spliced = split.split(" ").flatMap((word) => (word === "" ? [] : [literalWord(word)]));
  const again = [...words.slice(0, 1), ...spliced, ...options.rest];
  return { ...nothing, commands: [{ assignments: [], words: again }], problem: options.problem };
}

function unwrapXargs(words: readonly ShellWord[], input: ShellWord | undefined): Unwrapped {
  const options = optionsOf("xargs", words);
  const { values, flags } = options;
  if (options.problem !== undefined) return inner(options, []);
  const isHelp = ["--help", "--version"].some((name) => words[1]?.value === name);
  if (options.rest.length === 0 && !isHelp) return { ...inner(options, []), problem: "it has no command" };
  const command = options.rest;
  const files = ["-a", "--arg-file"].flatMap((name) => values.get(name) ?? []);
  const effects = files.map((file): Effect => ({ kind: "read", target: literalWord(file) }));
  const isPaths = input !== undefined && files.length === 0 && (flags.has("-0") || flags.has("--null"));
  const more = isPaths ? input : unknownWord("…");
  const slot = values.get("-I");
  // The last of `-I`, `-L` and `-n` wins, and which one that is depends on the program.
  const appends = slot === undefined || ["-L", "-n", "--max-args"].some((name) => values.has(name));
  const filled = slot === undefined ? command : fillSlots(command, slot, isPaths ? input : undefined);
  return { ...inner(options, appends ? [...filled, more] : filled), effects };
}

/** Words that contain the slot; a word that is only the slot may have a known value. */
function fillSlots(words: readonly ShellWord[], slot: string, path?: ShellWord): readonly ShellWord[] {
  return words.map((word) => {
    if (!word.value?.includes(slot)) return word;
    if (path && word.value === slot) return path;
    const head = word.value.slice(0, word.value.indexOf(slot));
    return unknownSingle(word.text, head);
  });
}

/** A path at or below one of these, as a single word. */
function pathBelow(starts: readonly string[], names: readonly string[]): ShellWord {
  return { ...unknownSingle("{}", starts.length === 1 ? starts[0]! : ""), shape: { kind: "below", starts, names } };
}

/** Output of `find … -print0` and `fd -0`: paths that end in NUL, so that no name can be split in two. */
export function pathsPrintedBy(words: readonly ShellWord[]): ShellWord | undefined {
  const name = words[0]?.value?.split("/").at(-1);
  if (name === "find") {
    const { path, actions, problem } = readFind(words);
    const prints = actions.every(({ name: action }) => action === "-print0") && actions.length > 0;
    return prints && problem === undefined && path.shape ? path : undefined;
  }
  if (name !== "fd" && name !== "fdfind") return undefined;
  const isNul = words.some(({ value }) => value === "-0" || value === "--print0");
  const operands = words.slice(1).filter(({ value }) => !value?.startsWith("-"));
  // Without a directory argument, `fd` prints names that may begin with a hyphen.
  const [pattern, directory, ...others] = operands;
  const isPlain = operands.every(({ value }) => value !== undefined) && others.length === 0;
  return isNul && isPlain ? pathBelow([directory?.value ?? ""], [pattern?.value ?? ""]) : undefined;
}

interface FindReading {
  readonly starts: readonly string[];
  /** What it passes to a command: a path below a starting point, or any path if it follows links. */
  readonly path: ShellWord;
  readonly actions: readonly { readonly name: string; readonly words: readonly ShellWord[] }[];
  readonly effects: readonly Effect[];
  readonly problem: string | undefined;
}

const nameTests = /^-i?(?:name|path|wholename|regex)$/;
const findRuns: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Options, starting points, then an expression of tests and actions, each with its number of arguments. */
function readFind(words: readonly ShellWord[]): FindReading {
  let at = 1;
  let problem: string | undefined;
  const starts: string[] = [];
  const actions: { name: string; words: readonly ShellWord[] }[] = [];
  const effects: Effect[] = [];
  const names: string[] = [];
  for (; at < words.length && /^-(?:[HLPEXdsx]+|O\d?)$|^--$/.test(words[at]!.value ?? ""); ) at++;
  if (words[at]?.value === "-D") at += 2;
  for (; at < words.length; at++) {
    const word = words[at]!;
    const text = word.value ?? word.prefix;
    if (/^[-(),!]/.test(text) || (word.value === undefined && text === "" && !isNamesOnly(word))) break;
    effects.push({ kind: "list", target: word });
    starts.push(word.value ?? "");
  }
  if (starts.length === 0) starts.push(".");
  for (; at < words.length; at++) {
    const word = words[at]!;
    const name = word.value;
    if (name === undefined) {
      problem ??= `\`${word.text}\` may contain a \`find\` action`;
      continue;
    }
    if (findRuns.has(name)) {
      const start = at + 1;
      const isEnd = (i: number) => words[i]!.value === ";" || (words[i]!.value === "+" && words[i - 1]!.value === "{}");
      for (at = start; at < words.length && !isEnd(at); ) at++;
      actions.push({ name, words: words.slice(start, at) });
      continue;
    }
    const known = Object.hasOwn(findWords, name) ? findWords[name] : undefined;
    if (!known) {
      if (!/^-newer[aBcmt][aBcmt]$/.test(name)) problem ??= `\`${name}\` of \`find\` is not understood`;
      else at++;
      continue;
    }
    const values = words.slice(at + 1, at + 1 + known.args);
    const isExcluded = /^(?:!|-not)$/.test(words[at - 1]?.value ?? "");
    if (nameTests.test(name) && !isExcluded) names.push(...values.flatMap((value) => filterOf(value) ?? []));
    at += known.args;
    const many = values.find((value) => value.value === undefined && !value.isSingle && !isNamesOnly(value));
    if (many) problem ??= `\`${many.text}\` may contain a \`find\` action`;
    if (known.effect !== undefined || /^-(?:print|ls)/.test(name)) actions.push({ name, words: values });
    if (known.effect === "changes") {
      for (const start of starts) effects.push({ kind: "write-below", target: literalWord(start) });
    } else if (values[0] && (known.effect === "read" || known.effect === "write" || known.effect === "list")) {
      effects.push({ kind: known.effect, target: values[0] });
    }
  }
  const followsLinks = words.some(({ value = "" }) => value === "-follow" || /^-[HLPEXdsx]*L[HLPEXdsx]*$/.test(value));
  return { starts, path: followsLinks ? unknownSingle("{}") : pathBelow(starts, names), actions, effects, problem };
}

/** A glob that cannot match a file named like a word of the expression language: `*.ts`. */
function isNamesOnly({ shape }: ShellWord): boolean {
  if (shape?.kind !== "glob") return false;
  const text = shape.glob
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replace(/\[[^\]]*\]|\?/g, ".")
    .replaceAll("*", ".*");
  const expression = new RegExp(`^${text}$`);
  return ![...findRuns, ...Object.keys(findWords)].some((word) => expression.test(word));
}

function unwrapFind(words: readonly ShellWord[]): Unwrapped {
  const { path, actions, effects, problem } = readFind(words);
  const runs = actions.filter(({ name }) => findRuns.has(name));
  return {
    commands: runs.map((action) => ({ assignments: [], words: fillSlots(action.words, "{}", path) })),
    lines: [],
    movesElsewhere: runs.some(({ name }) => name.endsWith("dir")),
    effects,
    problem,
  };
}

function unwrapWatch(words: readonly ShellWord[]): Unwrapped {
  const options = optionsOf("watch", words);
  if (options.flags.has("-x") || options.flags.has("--exec")) return inner(options, options.rest);
  return joined(options.rest, options.problem);
}

function unwrapParallel(words: readonly ShellWord[]): Unwrapped {
  const { rest, problem: doubt } = optionsOf("parallel", words);
  // `{= … =}` contains Perl, and so do a few options that are not listed.
  const problem = doubt ?? (rest.some(({ text }) => text.includes("{=")) ? "it computes its arguments" : undefined);
  const border = rest.findIndex(({ value }) => value !== undefined && /^:{3,4}\+?$/.test(value));
  const command = border < 0 ? rest : rest.slice(0, border);
  if (command.length > 0) return { ...joined(command, problem), hasMoreArguments: true };
  const sources = rest.slice(border + 1);
  const isPlain = border >= 0 && rest[border]!.value === ":::" && sources.every(({ value }) => value !== undefined);
  if (!isPlain) return { ...nothing, problem: problem ?? "its commands come from elsewhere" };
  return { commands: [], lines: sources.flatMap(({ value }) => value ?? []), hasMoreArguments: true, problem };
}

/** Its options may come before and after the user's name. If there are several texts, all are judged. */
function unwrapSu(words: readonly ShellWord[]): Unwrapped {
  const before = readOptions(words, suOptions);
  const after = readOptions(before.rest, suOptions);
  const texts = ["-c", "--command", "--session-command"];
  const lines = [before, after].flatMap(({ values }) => texts.flatMap((name) => values.get(name) ?? []));
  const problem =
    before.problem ?? after.problem ?? (after.rest.length > 0 ? "further arguments are not understood" : undefined);
  return {
    commands: [],
    lines,
    problem: problem ?? (lines.length > 0 ? undefined : "its commands come from elsewhere"),
  };
}

/** The command follows `-c`, unless that is the value of another option. */
function unwrapNix(words: readonly ShellWord[]): Unwrapped {
  const at = words.findIndex(({ value }) => value === "-c" || value === "--command");
  const known = at < 0 ? words : words.slice(0, at);
  const unknown = known.find(({ value, isSingle }) => value === undefined && !isSingle);
  if (!words.some(({ value }) => value === "develop" || value === "shell") && !unknown) return nothing;
  const odd = known.find(({ value }, i) => value?.startsWith("-") && !isNixOption(value, known.length - i - 1));
  const problem = unknown ? `\`${unknown.text}\` is not literal` : odd && `option \`${odd.text}\` is not understood`;
  return { ...nothing, commands: at < 0 ? [] : [{ assignments: [], words: words.slice(at + 1) }], problem };
}

/** An option must have all its values before the command begins. */
function isNixOption(option: string, wordsBehind: number): boolean {
  return Object.hasOwn(nixOptions, option) && (nixOptions[option] ?? 0) <= wordsBehind;
}

function unwrapNixShell(words: readonly ShellWord[]): Unwrapped {
  const runs = words.flatMap(({ value }, i) => (value === "--run" || value === "--command" ? [words[i + 1]] : []));
  const unknown = [...words, ...runs].find(
    (word) => word?.value === undefined && (!word?.isSingle || runs.includes(word)),
  );
  const problem = unknown && `\`${unknown.text}\` is not literal`;
  return { commands: [], lines: runs.flatMap((word) => word?.value ?? []), problem };
}

const shellLongFlags = ["--login", "--noediting", "--noprofile", "--norc", "--posix", "--restricted", "--verbose"];

function unwrapShell(words: readonly ShellWord[], differs: RegExp | undefined): Unwrapped {
  let readsText = false;
  let readsInput = false;
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at]!.value;
    if (word === undefined || !/^[-+]./.test(word)) break;
    if (word === "--") {
      at++;
      break;
    }
    if (word === "--help" || word === "--version") return nothing;
    if (shellLongFlags.includes(word)) continue;
    if (!/^[-+][abcefhiklmnprstuvxBCDEHPT]*[oO]?$/.test(word)) {
      return { ...nothing, problem: `option \`${word}\` is not understood` };
    }
    if (word.startsWith("-") && word.includes("c")) readsText = true;
    if (word.startsWith("-") && word.includes("s")) readsInput = true;
    if (/[oO]$/.test(word)) at++;
  }
  const operand = words[at];
  if (!readsText) {
    if (operand === undefined || operand.value === "-" || readsInput)
      return { ...nothing, problem: "the shell reads its commands from elsewhere" };
    if (operand.value === undefined) return { ...nothing, problem: `\`${operand.text}\` is not literal` };
    if (/^\/(?:dev|proc)\//.test(operand.value))
      return { ...nothing, problem: "the shell reads its commands from a device" };
    return {
      ...nothing,
      effects: [
        { kind: "read", target: operand },
        { kind: "runs", by: "a script" },
      ],
    };
  }
  if (operand?.value === undefined) return { ...nothing, problem: "the shell code is not literal" };
  const problem = differs?.test(operand.value) ? "the text is for a shell that reads it differently" : undefined;
  return { commands: [], lines: [operand.value], problem };
}
