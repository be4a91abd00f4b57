/** Effects of one command: parses the words of a known program as the program itself would. */
import { literalWord, type ShellWord } from "../shell/words.ts";
import { findEntry, type Entry as Program } from "./all.ts";
import type { Block, OperandRoles, WordRole } from "./entry.ts";
import { isHarmlessConfig } from "./git/git-config.ts";
import {
  addValues,
  doubtOperand,
  isOptionLike,
  newScan,
  readBundle,
  readKey,
  readOption,
  type Scan,
} from "./options.ts";
import { addCopy, addMarks, addTarget, type Effect, type Reader, readCommand } from "./targets.ts";

export interface ProgramReading {
  /** Program and subcommand: what a rule must name to allow exactly this use. */
  readonly head: readonly string[];
  /** The command without global options before its subcommand, if it has any. */
  readonly plain: readonly ShellWord[] | undefined;
  readonly effects: readonly Effect[];
  /** Option values by name. */
  readonly values: ReadonlyMap<string, readonly ShellWord[]>;
  /** The directory in which the program works, from option to option: `git -C a -C b`. */
  readonly directories: readonly ShellWord[];
  readonly isRunner: boolean;
  /** The words at which a runner's inner command may begin, if an option is unknown. */
  readonly rest: readonly ShellWord[] | undefined;
}

/** Undefined if the table does not know the program. */
export function readProgram(name: string, words: readonly ShellWord[]): ProgramReading | undefined {
  const dashed = /^git-([a-z-]+)$/.exec(name)?.[1];
  if (dashed !== undefined && !findEntry(name)) {
    const whole = [literalWord("git"), literalWord(dashed), ...words.slice(1)];
    const reading = readProgram("git", whole);
    return reading && { ...reading, plain: reading.plain ?? whole };
  }
  const entry = findEntry(name);
  if (!entry) return undefined;
  const reader: Reader = {
    name,
    words,
    effects: [],
    values: new Map(),
    directories: [],
    into: [],
    at: 1,
    title: name,
    written: "",
    option: undefined,
    always: new Set(entry.marks),
    isRemote: entry.modifiers.has("remote"),
    isQuiet: false,
    hasUnknown: false,
  };
  return entry.hasSubs ? readSubcommand(reader, entry) : readWhole(reader, entry);
}

function readWhole(reader: Reader, entry: Program): ProgramReading {
  const { overrides } = readBlock(reader, entry, reader.name);
  const isIdle = entry.modifiers.has("runner") && overrides.length === 0;
  if (isIdle && !reader.isQuiet && !reader.effects.some(({ kind }) => kind === "command" || kind === "line")) {
    reader.effects.push({ kind: "caution", point: `\`${reader.name}\` without a command may start a shell` });
  }
  return finish(reader, [reader.name], undefined, entry);
}

function readSubcommand(reader: Reader, entry: Program): ProgramReading {
  const { name, words } = reader;
  readGlobals(reader, entry);
  if (name === "git") checkConfig(reader);
  const start = reader.at;
  const [first, second] = [words[start]?.value, words[start + 1]?.value];
  const hasGlobals = start > 1;
  const head = first === undefined ? [name] : [name, first];
  const plain = hasGlobals && start < words.length ? [literalWord(name), ...words.slice(start)] : undefined;
  addMarks(reader, entry.marks, `\`${name}\``);
  if (reader.isQuiet || words.length === start) return finish(reader, head, plain, entry);
  if (first === undefined) {
    reader.effects.push({ kind: "caution", point: `the subcommand of \`${name}\` is not literal` });
    return finish(reader, head, plain, entry);
  }
  const long = second === undefined ? undefined : entry.findSub(`${first} ${second}`);
  const block = long ?? entry.findSub(first);
  if (!block) {
    reader.hasUnknown = true;
    reader.effects.push({ kind: "unknown", of: "subcommand", by: `\`${name} ${first}\`` });
    return finish(reader, head, plain, entry);
  }
  reader.at = start + (long ? 2 : 1);
  const whole = long ? [...head, second!] : head;
  readBlock(reader, block, whole.join(" "));
  return finish(reader, whole, plain, block.modifiers.has("runner") ? block : entry);
}

function finish(
  reader: Reader,
  head: readonly string[],
  plain: readonly ShellWord[] | undefined,
  block: Block,
): ProgramReading {
  const { effects, values, directories, isQuiet, hasUnknown, words } = reader;
  const isRunner = block.modifiers.has("runner") || effects.some(({ kind }) => kind === "command");
  return {
    head,
    plain,
    effects: isQuiet ? effects.filter(({ kind }) => kind === "caution") : effects,
    values,
    directories,
    isRunner,
    rest: isRunner && hasUnknown ? words.slice(1) : undefined,
  };
}

/** `git -c core.pager=PROGRAM`: most settings can make git run something. */
function checkConfig({ values, effects }: Reader): void {
  for (const { value, text } of values.get("-c") ?? []) {
    const [, name = value ?? "", setting = "true"] = /^([^=]*)=(.*)$/s.exec(value ?? "") ?? [];
    if (value === undefined || !isHarmlessConfig(name, setting))
      effects.push({ kind: "caution", point: `\`git -c ${text}\` can make git run a program` });
  }
  if (values.has("--config-env"))
    effects.push({ kind: "caution", point: "`git --config-env` can make git run a program" });
}

/** Options before the subcommand. Leaves `at` on the subcommand. */
function readGlobals(reader: Reader, entry: Block): void {
  const scan = newScan();
  for (; reader.at < reader.words.length && !reader.isQuiet; reader.at++) {
    const word = reader.words[reader.at]!;
    const text = word.value ?? word.prefix;
    // `cargo +nightly publish`.
    if (entry.modifiers.has("plus") && word.value?.startsWith("+")) continue;
    if (!text.startsWith("-") || text === "-" || text === "--") break;
    if (!readOption(reader, entry, scan, word)) break;
  }
  addValues(reader, scan);
}

function readBlock(reader: Reader, block: Block, by: string): Scan {
  const scan = newScan();
  const { words } = reader;
  const { style } = block;
  reader.title = by;
  for (const mark of block.marks) reader.always.add(mark);
  if (block.modifiers.has("bundle")) readBundle(reader, block, scan);
  let areOptionsOver = style === "plain";
  for (; reader.at < words.length && !reader.isQuiet; reader.at++) {
    const word = words[reader.at]!;
    if (scan.operands.length === commandIndex(block, scan) && isCommandStart(word, areOptionsOver)) {
      readCommand(reader, words.slice(reader.at));
      break;
    }
    if (style === "keys" && readKey(reader, block, word)) continue;
    areOptionsOver ||= scan.areOptionsOver;
    if (!areOptionsOver && word.value === "--") areOptionsOver = true;
    else if (!areOptionsOver && isOptionLike(word, block)) readOption(reader, block, scan, word);
    else {
      if (block.modifiers.has("response") && (word.value ?? word.prefix).startsWith("@"))
        reader.effects.push({ kind: "caution", point: `\`${word.text}\` is a file with more arguments` });
      if (!areOptionsOver) doubtOperand(reader, block, word);
      scan.operands.push(word);
      if (style === "posix") areOptionsOver = true;
    }
  }
  if (!scan.isDry || scan.keepsOwn) addMarks(reader, block.marks, `\`${by}\``);
  addValues(reader, scan);
  readOperands(reader, block, scan, by);
  if (block.modifiers.has("into")) addCopies(reader, scan);
  return scan;
}

/** `cp a/x d` writes `d/x` if `d` is a directory, so the file is also judged by that name. */
function addCopies(reader: Reader, { operands, overrides }: Scan): void {
  for (const directory of reader.into) for (const source of operands) addCopy(reader, directory, source);
  // `install -d` creates directories, `git mv -n` does nothing.
  const isCopying = overrides.every(({ roles }) => roles.last.length > 0);
  if (reader.into.length > 0 || !isCopying) return;
  const into = operands.length > 1 ? operands.at(-1)! : literalWord(".");
  const sources = operands.length === 1 ? operands : operands.slice(0, -1);
  const path = into.value ?? into.prefix;
  // The disk is not available here. A single source with a destination such as `b.txt` is assumed to be a file.
  const isDirectory = sources.length > 1 || !/[^/.][^/]*\.[^/]*$/.test(path);
  for (const source of isDirectory ? sources : []) addCopy(reader, into, source);
}

/** How many operands precede the command that the program runs; -1 if it runs none. */
function commandIndex(block: Block, { overrides, shifts, commandFrom }: Scan): number {
  const at = (overrides.at(-1)?.roles ?? block.operands).first.indexOf("command");
  return at < 0 ? -1 : Math.max(0, commandFrom + at - shifts);
}

function isCommandStart(word: ShellWord, areOptionsOver: boolean): boolean {
  return areOptionsOver ? true : !(word.value ?? word.prefix).startsWith("-") && word.value !== "--";
}

function readOperands(reader: Reader, block: Block, scan: Scan, by: string): void {
  const own = scan.overrides.length === 0 || scan.keepsOwn ? [{ roles: block.operands, option: undefined }] : [];
  const given = [...own, ...scan.overrides];
  const lists = given.map(({ roles }) => roles);
  for (const { roles: list, option } of given) {
    const shifted = { ...list, first: list.first.slice(scan.shifts > 0 ? 1 : 0) };
    const marks = list.marks.filter(({ beyond }) => scan.operands.length > beyond || hasManyWords(scan.operands));
    addMarks(
      { ...reader, option },
      marks.map(({ mark }) => mark),
      `\`${by}\` with an operand`,
    );
    const places = placesOf(scan.operands);
    scan.operands.forEach((operand, i) => {
      for (const role of rolesAt(shifted, places, i)) addTarget(reader, role, operand);
    });
  }
  const fallback = scan.fallback ? { role: scan.fallback, path: "." } : block.fallback;
  const hasPaths = lists.some(({ first, middle, last }) =>
    [...first, middle, ...last].some((role) => role !== undefined && role !== "none"),
  );
  const first = lists[0]?.first ?? [];
  const missed = fallback ? first.indexOf(fallback.role) : -1;
  const taken = Math.max(0, (missed < 0 ? first.length : missed) - scan.shifts);
  const isMissing = hasPaths
    ? scan.operands.length <= taken && !hasManyWords(scan.operands)
    : scan.overrides.length === 0;
  if (fallback && isMissing) addTarget(reader, fallback.role, literalWord(fallback.path));
}

function hasManyWords(operands: readonly ShellWord[]): boolean {
  return operands.some(isMany);
}

/** Stands for several words, or for none. */
function isMany({ value, isSingle, shape }: ShellWord): boolean {
  return value === undefined && (!isSingle || shape?.kind === "below");
}

interface Places {
  readonly count: number;
  /** The first and the last operand that stands for several words; if there is none, a position after all operands. */
  readonly firstMany: number;
  readonly lastMany: number;
  /** The first one that may also stand for no word. */
  readonly firstLoose: number;
}

function placesOf(operands: readonly ShellWord[]): Places {
  const find = (test: (word: ShellWord) => boolean) => {
    const at = operands.findIndex(test);
    return at < 0 ? operands.length : at;
  };
  return {
    count: operands.length,
    firstMany: find(isMany),
    lastMany: operands.findLastIndex(isMany),
    firstLoose: find((word) => isMany(word) && word.shape?.kind !== "glob"),
  };
}

/** The roles an operand may have: one if its position is certain, otherwise all that are left. */
function rolesAt({ first, middle, last }: OperandRoles, places: Places, at: number): readonly WordRole[] {
  const { count, firstMany, lastMany, firstLoose } = places;
  const fromEnd = count - 1 - at;
  const middles = middle === undefined ? [] : [middle];
  const isLast = fromEnd < last.length;
  if (at < firstMany) {
    const isEnd = firstMany === count && isLast;
    if (isEnd && at >= first.length) return [last[last.length - 1 - fromEnd]!];
    const role = first[at];
    if (role === undefined) return middles;
    return isEnd && first.length + last.length > count ? [role, ...last] : [role];
  }
  if (at > lastMany && isLast) return [last[last.length - 1 - fromEnd]!];
  // A glob stands for one name or more, so after the first roles it has the middle role.
  if (at >= first.length && at < firstLoose) return at === count - 1 ? [...middles, ...last] : middles;
  return [...new Set([...first, ...middles, ...last])];
}
