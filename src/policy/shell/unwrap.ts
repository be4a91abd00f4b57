/** What a wrapper runs: other commands, or text that a shell reads again. */
import { type Options, readOptions } from "./options.ts";
import { literalWord, type ShellWord, unknownWord } from "./words.ts";
import { nixOptions, shells, suOptions, type Wrapper, wrappers } from "./wrappers.ts";

export interface Inner {
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
}

export interface Unwrapped {
  readonly commands: readonly Inner[];
  /** Text for a shell. */
  readonly lines: readonly string[];
  /** The text gets further arguments that are not known. */
  readonly hasMoreArguments?: boolean;
  /** It runs in a directory that is not known. */
  readonly movesElsewhere?: boolean;
  /** Why what it runs is not known for sure. */
  readonly problem: string | undefined;
}

const nothing: Unwrapped = { commands: [], lines: [], problem: undefined };

/** `words[0]` is literal; `name` is its base name. Undefined when it is no wrapper. */
export function unwrap(name: string, words: readonly ShellWord[]): Unwrapped | undefined {
  if (Object.hasOwn(shells, name)) return unwrapShell(words, shells[name]?.differs);
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
  trap: (words) => ({ ...nothing, lines: words.slice(1, 2).flatMap(({ value }) => value ?? []) }),
  watch: unwrapWatch,
  xargs: unwrapXargs,
};

function unwrapEnv(words: readonly ShellWord[]): Unwrapped {
  const options = optionsOf("env", words);
  const split = options.values.get("-S") ?? options.values.get("--split-string");
  if (split === undefined) return inner(options, options.rest);
  // Its quoting is a language of its own: only plain words are read.
  if (!/^[\w./:,@%+= -]*$/.test(split))
    return { ...nothing, problem: `the text \`${split}\` for \`env\` is not plain` };
  const spliced = split.split(" ").flatMap((word) => (word === "" ? [] : [literalWord(word)]));
  const again = [...words.slice(0, 1), ...spliced, ...options.rest];
  return { ...nothing, commands: [{ assignments: [], words: again }], problem: options.problem };
}

function unwrapXargs(words: readonly ShellWord[]): Unwrapped {
  const options = optionsOf("xargs", words);
  const slot = options.values.get("-I");
  const command = options.rest.length > 0 ? options.rest : [literalWord("echo")];
  if (options.problem !== undefined) return inner(options, []);
  return inner(options, slot === undefined ? [...command, unknownWord("…")] : fillSlots(command, slot));
}

function fillSlots(words: readonly ShellWord[], slot: string): readonly ShellWord[] {
  return words.map((word) => (word.value?.includes(slot) ? unknownWord(word.text) : word));
}

const findRuns = ["-exec", "-execdir", "-ok", "-okdir"];

function unwrapFind(words: readonly ShellWord[]): Unwrapped {
  const commands: Inner[] = [];
  let movesElsewhere = false;
  for (let i = 1; i < words.length; i++) {
    const action = words[i]!.value ?? "";
    if (!findRuns.includes(action)) continue;
    if (action.endsWith("dir")) movesElsewhere = true;
    const start = i + 1;
    const isEnd = (at: number) =>
      words[at]!.value === ";" || (words[at]!.value === "+" && words[at - 1]!.value === "{}");
    for (i = start; i < words.length && !isEnd(i); ) i++;
    commands.push({ assignments: [], words: fillSlots(words.slice(start, i), "{}") });
  }
  const unknown = words.find(({ value, isSingle }) => value === undefined && !isSingle);
  const problem = unknown && `\`${unknown.text}\` may hold an action of \`find\``;
  return { commands, lines: [], movesElsewhere, problem };
}

function unwrapWatch(words: readonly ShellWord[]): Unwrapped {
  const options = optionsOf("watch", words);
  if (options.flags.has("-x") || options.flags.has("--exec")) return inner(options, options.rest);
  return joined(options.rest, options.problem);
}

function unwrapParallel(words: readonly ShellWord[]): Unwrapped {
  const { rest, problem } = optionsOf("parallel", words);
  const border = rest.findIndex(({ value }) => value !== undefined && /^:{3,4}\+?$/.test(value));
  const command = border < 0 ? rest : rest.slice(0, border);
  if (command.length > 0) return { ...joined(command, problem), hasMoreArguments: true };
  const sources = rest.slice(border + 1);
  const isPlain = border >= 0 && rest[border]!.value === ":::" && sources.every(({ value }) => value !== undefined);
  if (!isPlain) return { ...nothing, problem: problem ?? "its commands come from elsewhere" };
  return { commands: [], lines: sources.flatMap(({ value }) => value ?? []), hasMoreArguments: true, problem };
}

/** Its options may stand before and after the user's name. Which text counts is left open: all are judged. */
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

/** The command stands behind `-c`, unless that is the value of another option. */
function unwrapNix(words: readonly ShellWord[]): Unwrapped {
  const at = words.findIndex(({ value }) => value === "-c" || value === "--command");
  const known = at < 0 ? words : words.slice(0, at);
  const unknown = known.find(({ value, isSingle }) => value === undefined && !isSingle);
  if (!words.some(({ value }) => value === "develop" || value === "shell") && !unknown) return nothing;
  const odd = known.find(({ value }, i) => value?.startsWith("-") && !isNixOption(value, known.length - i - 1));
  const problem = unknown ? `\`${unknown.text}\` is not literal` : odd && `option \`${odd.text}\` is not understood`;
  return { ...nothing, commands: at < 0 ? [] : [{ assignments: [], words: words.slice(at + 1) }], problem };
}

/** An option with values must have them all before the command begins. */
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
    const isScript = operand !== undefined && operand.value !== "-" && !readsInput;
    return isScript ? nothing : { ...nothing, problem: "the shell reads its commands from elsewhere" };
  }
  if (operand?.value === undefined) return { ...nothing, problem: "the text for the shell is not literal" };
  const problem = differs?.test(operand.value) ? "the text is for a shell that reads it differently" : undefined;
  return { commands: [], lines: [operand.value], problem };
}
