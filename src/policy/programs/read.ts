/** What one command does besides running: reads the words of a known program as the program itself would. */
import { literalWord, type ShellWord, unknownSingle, unknownWord } from "../shell/words.ts";
import { findEntry, type Entry as Program } from "./all.ts";
import { codeEffects } from "./code.ts";
import type { Block, Mark, OperandRoles, ProgramOption, Role } from "./entry.ts";
import { isHarmlessConfig } from "./git-config.ts";

export const pathEffects = ["read", "list", "read-below", "write", "write-below"] as const;
export type PathEffect = (typeof pathEffects)[number];

/** `by` names the option, the subcommand or the program, for people. */
export type Effect =
  | { readonly kind: PathEffect | "fetch" | "host"; readonly target: ShellWord }
  /** Text that a shell reads. */
  | { readonly kind: "line"; readonly line: ShellWord }
  | { readonly kind: "command"; readonly words: readonly ShellWord[] }
  /** `code`: the program text that is run, where it is in the words. */
  | { readonly kind: "changes" | "runs" | "connects"; readonly by: string; readonly code?: ShellWord }
  /** An option or a subcommand that the table does not have. */
  | { readonly kind: "unknown"; readonly by: string; readonly option?: string }
  | { readonly kind: "caution"; readonly point: string };

export interface ProgramReading {
  /** Program and subcommand: what a rule has to spell out to mean this very use. */
  readonly head: readonly string[];
  /** The command without global options before its subcommand, where it has any. */
  readonly plain: readonly ShellWord[] | undefined;
  readonly effects: readonly Effect[];
  /** Values of options by name. */
  readonly values: ReadonlyMap<string, readonly ShellWord[]>;
  /** Where the program works, from option to option: `git -C a -C b`. */
  readonly directories: readonly ShellWord[];
  readonly isRunner: boolean;
  /** The words from which on a runner's inner command may begin, where an option is not known. */
  readonly rest: readonly ShellWord[] | undefined;
}

interface Reader {
  readonly name: string;
  readonly words: readonly ShellWord[];
  readonly effects: Effect[];
  readonly values: Map<string, ShellWord[]>;
  readonly directories: ShellWord[];
  at: number;
  /** Nothing more is done: the program prints its help. */
  isQuiet: boolean;
  hasUnknown: boolean;
}

/** One block's words: what they say about its operands. */
interface Scan {
  readonly operands: ShellWord[];
  readonly overrides: OperandRoles[];
  /** `--no-list`: the override of `--list` may not hold. */
  keepsOwn: boolean;
  shifts: number;
  /** Values of options, whose roles another option may still change. */
  readonly values: { readonly option: ProgramOption; readonly value: ShellWord; readonly from: readonly ShellWord[] }[];
  readonly turns: Map<string, Role>;
  fallback: Role | undefined;
}

/** Undefined for a program that the table does not have. */
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
    at: 1,
    isQuiet: false,
    hasUnknown: false,
  };
  return entry.hasSubs ? readSubcommand(reader, entry) : readWhole(reader, entry);
}

function readWhole(reader: Reader, entry: Program): ProgramReading {
  const { operands, overrides } = readBlock(reader, entry, reader.name);
  const isIdle = entry.modifiers.has("runner") && operands.length + overrides.length === 0;
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
    reader.effects.push({ kind: "unknown", by: `\`${name} ${first}\`` });
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
    if (!text.startsWith("-") || text === "-" || text === "--") break;
    if (!readOption(reader, entry, scan, word)) break;
  }
  addValues(reader, scan);
}

function newScan(): Scan {
  return { operands: [], overrides: [], keepsOwn: false, shifts: 0, values: [], turns: new Map(), fallback: undefined };
}

function readBlock(reader: Reader, block: Block, by: string): Scan {
  const scan = newScan();
  const { words } = reader;
  const { style } = block;
  if (block.modifiers.has("bundle")) readBundle(reader, block, scan);
  let areOptionsOver = style === "plain";
  for (; reader.at < words.length && !reader.isQuiet; reader.at++) {
    const word = words[reader.at]!;
    if (scan.operands.length === commandIndex(block, scan) && isCommandStart(word, areOptionsOver)) {
      readCommand(reader, words.slice(reader.at));
      break;
    }
    if (style === "keys" && readKey(reader, block, word)) continue;
    if (!areOptionsOver && word.value === "--") areOptionsOver = true;
    else if (!areOptionsOver && isOptionLike(word, block)) readOption(reader, block, scan, word);
    else {
      if (!areOptionsOver) doubtOperand(reader, block, word);
      scan.operands.push(word);
      if (style === "posix") areOptionsOver = true;
    }
  }
  addMarks(reader, block.marks, `\`${by}\``);
  addValues(reader, scan);
  readOperands(reader, block, scan, by);
  return scan;
}

/** How many operands come before the command that the program runs; -1 when it runs none. */
function commandIndex(block: Block, { overrides, shifts }: Scan): number {
  const at = (overrides.at(-1) ?? block.operands).first.indexOf("command");
  return at < 0 ? -1 : Math.max(0, at - shifts);
}

function isCommandStart(word: ShellWord, areOptionsOver: boolean): boolean {
  return areOptionsOver ? true : !(word.value ?? word.prefix).startsWith("-") && word.value !== "--";
}

function readCommand(reader: Reader, words: readonly ShellWord[]): void {
  reader.effects.push({ kind: "command", words });
}

function isOptionLike(word: ShellWord, { modifiers, style }: Block): boolean {
  const text = word.value ?? (word.isSingle ? word.prefix : "");
  if (style === "keys") return text.startsWith("--");
  return (text.startsWith("-") && text !== "-") || (modifiers.has("plus") && text.startsWith("+"));
}

/** A word that is not known may be an option wherever the program still reads options. */
function doubtOperand(reader: Reader, block: Block, word: ShellWord): void {
  if (word.value === undefined && mayBeOption(word)) doubtOption(reader, block, word);
}

/** An option with a target could act on anything; one without is judged like one that the table does not have. */
function doubtOption(reader: Reader, block: Block, word: ShellWord): void {
  const strength = strengthOf(block);
  const about = `\`${word.text}\` may be an option of \`${reader.name}\``;
  if (strength === "target") reader.effects.push({ kind: "caution", point: about });
  else if (strength === "mark") reader.effects.push({ kind: "unknown", by: about });
}

function mayBeOption({ isSingle, prefix, shape }: ShellWord): boolean {
  switch (shape?.kind) {
    case "pipe":
      return false;
    case "glob":
      return /^[-*?[]/.test(shape.glob);
    case "below":
      return shape.starts.some((start) => start === "" || start.startsWith("-"));
    default:
      return !isSingle || prefix === "" || prefix.startsWith("-");
  }
}

type Strength = "target" | "mark" | "none";
const strengths = new WeakMap<Block, Strength>();
const strongRoles: ReadonlySet<Role> = new Set<Role>([
  ...(["write", "write-below", "run", "exec", "fetch", "host", "command", "code:sed", "code:awk"] as const),
]);

/** What the strongest option of the program does: acts on a target, does something without one, or only reads. */
export function strengthOf(block: Block): Strength {
  const known = strengths.get(block);
  if (known !== undefined) return known;
  const ownIsStrong = hasStrongRole(block.operands);
  let found: Strength = "none";
  for (const { role, marks, operands } of block.options.values()) {
    const isTarget = strongRoles.has(role) || (operands !== undefined && !ownIsStrong && hasStrongRole(operands));
    if (isTarget || marks.includes("caution")) found = "target";
    const given = [...marks, ...(operands?.marks.map(({ mark }) => mark) ?? [])];
    if (found === "none" && given.some((mark) => mark !== "quiet")) found = "mark";
  }
  strengths.set(block, found);
  return found;
}

function hasStrongRole({ first, middle, last }: OperandRoles): boolean {
  return [...first, middle, ...last].some((role) => role !== undefined && strongRoles.has(role));
}

/** `tar xzf FILE`: letters first, then the values of those that have one, in order. */
function readBundle(reader: Reader, block: Block, scan: Scan): void {
  const letters = reader.words[reader.at]?.value;
  if (letters === undefined || !/^[A-Za-z]+$/.test(letters)) return;
  const options = [...letters].map((letter) => block.options.get(`-${letter}`));
  if (options.includes(undefined) && !block.hasOthers) {
    unknownOption(reader, letters);
    return;
  }
  for (const option of options) {
    if (!option) continue;
    applyOption(reader, scan, option, option.value === "needed" ? reader.words[++reader.at] : undefined);
  }
  reader.at++;
}

/** `if=FILE` of `dd`. */
function readKey(reader: Reader, block: Block, word: ShellWord): boolean {
  const text = word.value ?? word.prefix;
  const key = /^[a-z]+(?==)/.exec(text)?.[0];
  const option = key === undefined ? undefined : block.options.get(key);
  if (!option) {
    if (word.value === undefined) doubtOperand(reader, block, word);
    return false;
  }
  const scan = newScan();
  applyOption(reader, scan, option, tailOf(word, option.name.length + 1));
  addValues(reader, scan);
  return true;
}

/** Leaves `at` on the last word of the option. False when the word cannot be read as options to its end. */
function readOption(reader: Reader, block: Block, scan: Scan, word: ShellWord): boolean {
  const text = word.value ?? word.prefix;
  if (block.modifiers.has("numbers") && word.value !== undefined && /^-\d+$/.test(text)) return true;
  if (text.startsWith("+") && word.value !== undefined) {
    const option = block.options.get(text);
    if (option) applyOption(reader, scan, option, undefined);
    // `less +!cmd`, `vim '+!cmd'`.
    else if (/[!|]/.test(text)) reader.effects.push({ kind: "caution", point: `\`${text}\` can start a program` });
    return true;
  }
  if (text.startsWith("--") || block.style === "single") return readLong(reader, block, scan, word, text);
  return readCluster(reader, block, scan, word, text);
}

function readLong(reader: Reader, block: Block, scan: Scan, word: ShellWord, text: string): boolean {
  const equals = text.indexOf("=");
  if (word.value === undefined && equals < 0) return doubtful(reader, block, word);
  const written = equals < 0 ? text : text.slice(0, equals);
  const found = findLong(block, written);
  if (found.length === 0) {
    const positive = block.modifiers.has("negatable") && /^--no-(.+)$/.exec(written)?.[1];
    const cancelled = positive ? findLong(block, `--${positive}`) : [];
    if (cancelled.some(({ operands }) => operands)) scan.keepsOwn = true;
    if (cancelled.length === 0 && !block.hasOthers) unknownOption(reader, written);
    return true;
  }
  // Short for one that runs code and for others: most programs refuse that, and which one is meant is not known.
  const running = found.filter(({ marks }) => marks.includes("runs")).length;
  if (running > 0 && running < found.length) unknownOption(reader, written);
  const value = equals < 0 ? undefined : tailOf(word, equals + 1);
  if (found.some((option) => option.value === "two")) reader.at++;
  const takesNext = value === undefined && found.some((option) => option.value === "needed" || option.value === "two");
  const next = takesNext ? reader.words[++reader.at] : undefined;
  if (next && next.value === undefined && !next.isSingle) scan.operands.push(next);
  for (const option of found)
    applyOption(
      reader,
      scan,
      option,
      value ?? (option.value === "needed" || option.value === "two" ? next : undefined),
    );
  return true;
}

/** The option itself, or every one that the text may be short for. */
function findLong({ options, modifiers, style }: Block, written: string): readonly ProgramOption[] {
  const exact = options.get(written) ?? (style === "single" ? options.get(otherDash(written)) : undefined);
  if (exact) return [exact];
  if (modifiers.has("exact") || style === "single" || written.length < 3) return [];
  // `git reset --h` is `--hard`: what prints help has to be written out.
  return [...options.values()].filter(({ name, marks }) => name.startsWith(written) && !marks.includes("quiet"));
}

function otherDash(name: string): string {
  return name.startsWith("--") ? name.slice(1) : `-${name}`;
}

function readCluster(reader: Reader, block: Block, scan: Scan, word: ShellWord, text: string): boolean {
  // A few programs have long options with one dash among their short ones.
  const whole = word.value === undefined ? undefined : block.options.get(text);
  if (whole && text.length > 2) {
    applyOption(reader, scan, whole, whole.value === "needed" ? reader.words[++reader.at] : undefined);
    return true;
  }
  for (let i = 1; i < text.length; i++) {
    const option = block.options.get(`-${text[i]}`);
    if (!option) {
      if (block.hasOthers) continue;
      if (block.modifiers.has("numbers") && /\d/.test(text[i]!)) continue;
      unknownOption(reader, text.length === 2 ? text : `-${text[i]}`);
      continue;
    }
    if (option.value === "none") {
      applyOption(reader, scan, option, undefined);
      continue;
    }
    const rest = i + 1 < text.length || word.value === undefined ? tailOf(word, i + 1) : undefined;
    const takesNext = rest === undefined && option.value === "needed";
    applyOption(reader, scan, option, takesNext ? reader.words[++reader.at] : rest);
    return true;
  }
  return word.value === undefined ? doubtful(reader, block, word) : true;
}

function doubtful(reader: Reader, block: Block, word: ShellWord): boolean {
  doubtOption(reader, block, word);
  return false;
}

function unknownOption(reader: Reader, option: string): void {
  reader.hasUnknown = true;
  reader.effects.push({ kind: "unknown", by: `option \`${option}\` of \`${reader.name}\``, option });
}

/** The word from a place in its text on. */
function tailOf(word: ShellWord, start: number): ShellWord {
  if (word.value !== undefined) return literalWord(word.value.slice(start));
  return { ...unknownSingle(word.text, word.prefix.slice(start)), isSingle: word.isSingle };
}

function applyOption(reader: Reader, scan: Scan, option: ProgramOption, value: ShellWord | undefined): void {
  const { name, role, marks, operands, shifts, turns } = option;
  if (value) reader.values.set(name, [...(reader.values.get(name) ?? []), value]);
  if (marks.includes("quiet")) reader.isQuiet = true;
  addMarks(reader, marks, `\`${reader.name} ${name}\``, value);
  if (operands) scan.overrides.push(operands);
  if (shifts) scan.shifts++;
  for (const turn of turns) scan.turns.set(turn.name, turn.role);
  scan.fallback = option.fallback ?? scan.fallback;
  if (option.startsCommand && value) readCommand(reader, [value, unknownWord("…")]);
  else if (option.startsCommand) readCommandBehind(reader);
  if (!value) return;
  if (role === "cwd") addTarget(reader, role, value);
  else scan.values.push({ option, value, from: [...reader.directories] });
}

/** `fd -x CMD`: the words up to `;` are a command that gets paths as arguments. */
function readCommandBehind(reader: Reader): void {
  const start = reader.at + 1;
  const found = reader.words.findIndex(({ value }, i) => i >= start && value === ";");
  const end = found < 0 ? reader.words.length : found;
  reader.at = end;
  readCommand(reader, [...reader.words.slice(start, end), unknownWord("…")]);
}

/** What the values of the options are for, once all options are known. */
function addValues(reader: Reader, { values, turns }: Scan): void {
  for (const { option, value, from } of values) {
    const role = turns.get(option.name) ?? option.role;
    addTarget({ ...reader, directories: [...from] }, role, value);
  }
}

function addMarks(reader: Reader, marks: readonly Mark[], by: string, code?: ShellWord): void {
  for (const mark of marks) {
    if (mark === "caution")
      reader.effects.push({ kind: "caution", point: `what ${by} does depends on more than its words` });
    else if (mark !== "quiet") reader.effects.push({ kind: mark, by, ...(mark === "runs" && code && { code }) });
  }
}

function addTarget(reader: Reader, role: Role, written: ShellWord): void {
  if (role === "none" || role === "command") return;
  if (role === "cwd") {
    reader.directories.push(written);
    reader.effects.push({ kind: "list", target: placed(reader.directories.slice(0, -1), written) });
    return;
  }
  if (role === "fetch" || role === "host") reader.effects.push({ kind: role, target: written });
  else if (role === "run") reader.effects.push({ kind: "line", line: written });
  else if (role === "exec") reader.effects.push({ kind: "command", words: splitProgram(written) });
  else if (role === "at") {
    const text = written.value ?? written.prefix;
    if (text.startsWith("@")) addPath(reader, "read", tailOf(written, 1));
    else if (written.value === undefined && text === "") addPath(reader, "read", written);
  } else if (role === "rev") addRevision(reader, written);
  else if (role === "code:sed" || role === "code:awk" || role === "code:jq") {
    for (const effect of codeEffects(role, written)) {
      if ("target" in effect) addPath(reader, effect.kind as PathEffect, effect.target);
      else reader.effects.push(effect);
    }
  } else addPath(reader, role, written);
}

/** `REV:PATH` reads PATH; a word without a colon is a revision or a path. */
function addRevision(reader: Reader, word: ShellWord): void {
  const text = word.value;
  const colon = text === undefined ? -1 : text.indexOf(":");
  if (text === undefined) {
    // What is not known may name a file in any revision.
    addPath(reader, "read", word);
    return;
  }
  if (colon >= 0) addPath(reader, "read", literalWord(text.slice(colon + 1).replace(/^\d:/, "") || "."));
  else addPath(reader, "read", word);
}

function splitProgram(word: ShellWord): readonly ShellWord[] {
  if (word.value === undefined) return [word];
  return [...word.value.split(/\s+/).filter(Boolean).map(literalWord), unknownWord("…")];
}

function addPath(reader: Reader, kind: PathEffect, word: ShellWord): void {
  // `-` is the standard input or output.
  if (word.value === "-" || word.value === "" || word.shape?.kind === "pipe") return;
  // `strace -o '|cmd'`: more than one program takes such a name for a command.
  const piped = kind === "write" ? /^[|!](.+)$/s.exec(word.value ?? "")?.[1] : undefined;
  if (piped !== undefined) reader.effects.push({ kind: "line", line: literalWord(piped) });
  reader.effects.push({ kind, target: placed(reader.directories, word) });
}

/** The word as a path seen from where the program works. */
export function placed(directories: readonly ShellWord[], word: ShellWord): ShellWord {
  return directories.reduceRight<ShellWord>((path, directory) => {
    const text = path.value ?? path.prefix;
    if (text.startsWith("/") || path.hasHome) return path;
    if (directory.value === undefined) return unknownSingle(`${directory.text}/${path.text}`);
    const at = `${directory.value}/`;
    const shape = path.shape?.kind === "glob" ? ({ kind: "glob", glob: at + path.shape.glob } as const) : undefined;
    return {
      text: at + path.text,
      value: path.value === undefined ? undefined : at + path.value,
      isSingle: path.isSingle,
      hasHome: directory.hasHome,
      prefix: at + path.prefix,
      ...(shape && { shape }),
    };
  }, word);
}

function readOperands(reader: Reader, block: Block, scan: Scan, by: string): void {
  const lists = scan.overrides.length === 0 || scan.keepsOwn ? [block.operands, ...scan.overrides] : scan.overrides;
  for (const list of lists) {
    const given = { ...list, first: list.first.slice(scan.shifts > 0 ? 1 : 0) };
    const marks = list.marks.filter(({ beyond }) => scan.operands.length > beyond || hasManyWords(scan.operands));
    addMarks(
      reader,
      marks.map(({ mark }) => mark),
      `\`${by}\` with an operand`,
    );
    const places = placesOf(scan.operands);
    scan.operands.forEach((operand, i) => {
      for (const role of rolesAt(given, places, i)) addTarget(reader, role, operand);
    });
  }
  const fallback = scan.fallback ? { role: scan.fallback, path: "." } : block.fallback;
  const hasPaths = lists.some(({ first, middle, last }) =>
    [...first, middle, ...last].some((role) => role !== undefined && role !== "none"),
  );
  const taken = Math.max(0, (lists[0]?.first.length ?? 0) - scan.shifts);
  const isMissing = hasPaths
    ? scan.operands.length <= taken && !hasManyWords(scan.operands)
    : scan.overrides.length === 0;
  if (fallback && isMissing) addTarget(reader, fallback.role, literalWord(fallback.path));
}

function hasManyWords(operands: readonly ShellWord[]): boolean {
  return operands.some(isMany);
}

/** Stands for more words than one, or for none. */
function isMany({ value, isSingle, shape }: ShellWord): boolean {
  return value === undefined && (!isSingle || shape?.kind === "below");
}

interface Places {
  readonly count: number;
  /** The first and the last operand that stands for several words; after all others where there is none. */
  readonly firstMany: number;
  readonly lastMany: number;
  /** The first one that may also stand for no word at all. */
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

/** The roles an operand may have: one where its place is certain, all that are left where it is not. */
function rolesAt({ first, middle, last }: OperandRoles, places: Places, at: number): readonly Role[] {
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
  // A glob stands for one name or more, so behind the first roles it has the role of the middle.
  if (at >= first.length && at < firstLoose) return at === count - 1 ? [...middles, ...last] : middles;
  return [...new Set([...first, ...middles, ...last])];
}
