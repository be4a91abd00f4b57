/** Judges one simple command: where it runs, its effects according to the table, and what it starts. */
import type { Redirect } from "unbash";
import { globsOf } from "../path/name-filter.ts";
import { readProgram } from "../programs/read.ts";
import type { Effect, PathEffect } from "../programs/targets.ts";
import { findCommandCaution, findMove, isOrdinary } from "./commands.ts";
import { checkForeignCommand, dialectOf, shellOfText } from "./dialects.ts";
import { type InnerCommand, unwrap } from "./unwrap.ts";
import {
  type Context,
  type Directories,
  enterDirectory,
  joinDirectories,
  type LineFinding,
  mostFiles,
  unreadable,
  type Walk,
  type WalkStep,
} from "./walk.ts";
import { filterOf, literalWord, readWord, type ShellWord, unknownSingle, unknownWord } from "./words.ts";

/** The most commands that one command with loop variables is expanded to. */
export const mostVariants = 32;

export function enterCommand(walk: Walk, task: Extract<WalkStep, { words: unknown }>): void {
  const variants = variantsOf(task.words);
  for (const words of variants) enterVariant(walk, { ...task, words });
}

/** A command for each word that a loop variable can stand for; beyond the limit, the variable is any word. */
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
  { assignments, words: written, texts = [], context }: Extract<WalkStep, { words: unknown }>,
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
  const tasks: WalkStep[] = [
    ...(inner?.commands ?? []).map((one: InnerCommand) => ({ ...one, context: inside })),
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

/** `./run.sh`: a program outside the usual program directories is code of the project. */
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

interface EffectContext {
  readonly words: readonly ShellWord[];
  readonly name: string;
  readonly context: Context;
  readonly directories: Directories;
  readonly tasks: WalkStep[];
  readonly isRunner: boolean;
}

function enterEffect(
  walk: Walk,
  effect: Effect,
  { words, name, context, directories, tasks, isRunner }: EffectContext,
): void {
  switch (effect.kind) {
    case "line":
      if (effect.line.value === undefined)
        walk.found.push({ kind: "caution", point: `\`${name}\` passes shell code that is not literal` });
      else tasks.push({ line: effect.line.value, context: { ...context, shell: undefined, isQuoted: false } });
      return;
    case "command": {
      const length = words.length - effect.words.length + 1;
      const runner = isRunner && words.at(-1) === effect.words.at(-1) ? { words, length } : undefined;
      tasks.push({ assignments: [], words: effect.words, context: { ...context, runner } });
      // Some runners join the words and pass them to a shell.
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
    default: {
      const before = walk.files;
      walk.files += countFiles(effect.kind, effect.target);
      if (walk.files > mostFiles) {
        if (before <= mostFiles) unreadable(walk, "it opens too many files");
        return;
      }
      walk.found.push({ kind: "path", effect: effect.kind, target: effect.target, directories, by: name });
    }
  }
}

/** How many paths are judged for a target: each glob of a name filter is one. */
function countFiles(effect: PathEffect, target: ShellWord): number {
  const filters =
    effect === "names" ? [filterOf(target) ?? ""] : target.shape?.kind === "below" ? target.shape.names : [];
  return filters.reduce((sum, filter) => sum + (globsOf(filter)?.length ?? 0), 1);
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

/** Streams and devices that store nothing. */
export function isFree(effect: PathEffect, path: string): boolean {
  return (effect.startsWith("write") ? freeWrites : freeReads).has(path);
}

export function enterRedirect(walk: Walk, { operator, target }: Redirect, { scope, loops: words }: Context): void {
  if (!target) {
    unreadable(walk, "a redirection has no target");
    return;
  }
  const word = readWord(target, words);
  const copiesDescriptor = operator === ">&" || operator === "<&";
  // Bash ends the redirection at the dash: `2>&-git x` runs `git x`.
  if (copiesDescriptor && /^-./s.test(target.text)) unreadable(walk, "shells disagree about what follows `&-`");
  if (copiesDescriptor && word.value !== undefined && /^(?:\d+-?|-)$/.test(word.value)) return;
  const effect = operator === "<" || operator === "<&" ? "read" : "write";
  if (word.shape?.kind === "pipe" || (word.value !== undefined && isFree(effect, word.value))) return;
  // The shell expands a glob here only if it matches exactly one file.
  for (const one of word.shape?.kind === "one-of" ? word.shape.words : [word]) {
    const known = one.value === undefined ? unknownWord(one.text) : one;
    walk.found.push({ kind: "path", effect, target: known, directories: scope.now });
  }
}

/** `echo cmd > x.sh; sh x.sh`: a program or a script that another part of the line writes. */
export function findOwnProgram(found: readonly LineFinding[]): string | undefined {
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
