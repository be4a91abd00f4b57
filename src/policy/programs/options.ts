/** Parses the options of a program as the program itself would: abbreviated, clustered, attached, bundled. */
import { type ShellWord, unknownSingle, unknownWord } from "../shell/words.ts";
import {
  type Block,
  connectingRoles,
  markRoles,
  type OperandRoles,
  type ProgramOption,
  startingRoles,
  type WordRole,
  writingRoles,
} from "./entry.ts";
import { addMarks, addTarget, type Reader, readCommand, tailOf, type WrittenOption } from "./targets.ts";

/** The operands and options found in the words of one block. */
export interface Scan {
  readonly operands: ShellWord[];
  /** Operand roles that options add. */
  readonly overrides: { readonly roles: OperandRoles; readonly option: WrittenOption }[];
  /** `--no-list`: the override of `--list` may not apply. */
  keepsOwn: boolean;
  shifts: number;
  /** Option values, whose roles another option may still change. */
  readonly values: {
    readonly option: ProgramOption;
    readonly written: string;
    readonly value: ShellWord;
    readonly from: readonly ShellWord[];
  }[];
  readonly turns: Map<string, WordRole>;
  fallback: WordRole | undefined;
  /** How many other operands precede the command that an option announces: `nix develop .# -c CMD`. */
  commandFrom: number;
  areOptionsOver: boolean;
  isDry: boolean;
}

export function newScan(): Scan {
  return {
    operands: [],
    overrides: [],
    keepsOwn: false,
    shifts: 0,
    values: [],
    turns: new Map(),
    fallback: undefined,
    commandFrom: 0,
    areOptionsOver: false,
    isDry: false,
  };
}

export function isOptionLike(word: ShellWord, { modifiers, style }: Block): boolean {
  const text = word.value ?? (word.isSingle || word.shape?.kind === "glob" ? word.prefix : "");
  if (style === "keys") return text.startsWith("--");
  return (text.startsWith("-") && text !== "-") || (modifiers.has("plus") && text.startsWith("+"));
}

/** An unknown word may be an option wherever the program still reads options. */
export function doubtOperand(reader: Reader, block: Block, word: ShellWord): void {
  if (word.value === undefined && mayBeOption(word)) doubtOption(reader, block, word);
}

/** An option with a target could act on anything; one without is judged like an unknown option. */
function doubtOption(reader: Reader, block: Block, word: ShellWord): void {
  const strength = strengthOf(block);
  const what = `may be an option of \`${reader.name}\``;
  if (strength === "target") reader.effects.push({ kind: "caution", point: `\`${word.text}\` ${what}` });
  else if (strength === "mark")
    reader.effects.push({ kind: "unknown", of: "word", by: `\`${word.text}\`, which ${what},` });
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
const strongRoles: ReadonlySet<WordRole> = new Set<WordRole>([
  "rewrite",
  ...writingRoles,
  ...connectingRoles,
  ...startingRoles,
]);

/** The strongest effect among the program's options: acts on a target, has an effect without one, or only reads. */
export function strengthOf(block: Block): Strength {
  const known = strengths.get(block);
  if (known !== undefined) return known;
  const ownIsStrong = hasStrongRole(block.operands);
  let found: Strength = "none";
  for (const { role, marks, operands } of block.options.values()) {
    const isTarget = strongRoles.has(role) || (operands !== undefined && !ownIsStrong && hasStrongRole(operands));
    if (isTarget || marks.includes("caution")) found = "target";
    const given = [...marks, ...(operands?.marks.map(({ mark }) => mark) ?? [])];
    if (found === "none" && (markRoles.has(role) || given.some((mark) => mark !== "quiet"))) found = "mark";
  }
  strengths.set(block, found);
  return found;
}

function hasStrongRole({ first, middle, last }: OperandRoles): boolean {
  return [...first, middle, ...last].some((role) => role !== undefined && strongRoles.has(role));
}

/** `tar xzf FILE`: letters first, then the values of those that have one, in order. */
export function readBundle(reader: Reader, block: Block, scan: Scan): void {
  const letters = reader.words[reader.at]?.value;
  if (letters === undefined || !/^[A-Za-z]+$/.test(letters)) return;
  reader.written = letters;
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
export function readKey(reader: Reader, block: Block, word: ShellWord): boolean {
  const text = word.value ?? word.prefix;
  const key = /^[a-z]+(?==)/.exec(text)?.[0];
  const option = key === undefined ? undefined : block.options.get(key);
  if (!option) {
    if (word.value === undefined) doubtOperand(reader, block, word);
    return false;
  }
  const scan = newScan();
  reader.written = text;
  applyOption(reader, scan, option, tailOf(word, option.name.length + 1));
  addValues(reader, scan);
  return true;
}

/** Leaves `at` on the last word of the option. False if the word cannot be fully parsed as options. */
export function readOption(reader: Reader, block: Block, scan: Scan, word: ShellWord): boolean {
  const text = word.value ?? word.prefix;
  reader.written = word.value ?? word.text;
  if (block.modifiers.has("numbers") && word.value !== undefined && /^-\d+$/.test(text)) return true;
  if (text.startsWith("+") && word.value !== undefined) {
    const option = block.options.get(text);
    if (option) applyOption(reader, scan, option, undefined);
    // `less +!cmd`, `vim '+!cmd'`.
    else if (/[!|]/.test(text)) reader.effects.push({ kind: "caution", point: `\`${text}\` can start a program` });
    return true;
  }
  if (!text.startsWith("--") && readAttached(reader, block, scan, word, text)) return true;
  if (text.startsWith("--") || block.style === "single") return readLong(reader, block, scan, word, text);
  return readCluster(reader, block, scan, word, text);
}

/**
 * `-fplugin=x`, `-javaagent:x`, `-MFx`: the longest long name with one dash that the word begins with, followed by its
 * value. Names of one letter are left to the cluster, except in programs that have no clusters.
 */
function readAttached(reader: Reader, block: Block, scan: Scan, word: ShellWord, text: string): boolean {
  const shortest = block.style === "single" ? 2 : 3;
  if (block.options.has(text) || (block.style === "single" && findLong(block, text.split("=", 1)[0]!).length > 0))
    return false;
  for (let end = text.length - 1; end >= shortest; end--) {
    const option = block.options.get(text.slice(0, end));
    if (!option) continue;
    if (option.value === "none" && !/[=:]/.test(text[end]!)) continue;
    // After a long name, the sign is never part of the value.
    if (end > 2) applyOption(reader, scan, option, tailOf(word, /[=:]/.test(text[end]!) ? end + 1 : end));
    else applyAttached(reader, scan, option, tailOf(word, end));
    return true;
  }
  return false;
}

/**
 * The value of an option in the same word. Whether `=` and `:` belong to it depends on the program, so both forms
 * count.
 */
function applyAttached(reader: Reader, scan: Scan, option: ProgramOption, value: ShellWord): void {
  const hasSign = /^[=:]/.test(value.value ?? value.prefix);
  if (hasSign && option.role === "cwd") return applyOption(reader, scan, option, unknownSingle(value.text));
  applyOption(reader, scan, option, value);
  if (!hasSign) return;
  const rest = tailOf(value, 1);
  scan.values.push({ option, written: reader.written, value: rest, from: [...reader.directories] });
  if (option.isInto) reader.into.push(rest);
}

function readLong(reader: Reader, block: Block, scan: Scan, word: ShellWord, text: string): boolean {
  const equals = text.indexOf("=");
  if (word.value === undefined && equals < 0) return doubtful(reader, block, word);
  const written = equals < 0 ? text : text.slice(0, equals);
  const found = findLong(block, written);
  if (found.length === 0) {
    const positive = block.modifiers.has("negatable") && /^--no-(.+)$/.exec(written)?.[1];
    const cancelled = positive ? findLong(block, `--${positive}`) : [];
    if (cancelled.some(({ operands, isDry }) => operands || isDry)) scan.keepsOwn = true;
    if (cancelled.length === 0 && !block.hasOthers) unknownOption(reader, written);
    return true;
  }
  // Abbreviates one that runs code and others: most programs refuse that, and which one is meant is unknown.
  const running = found.filter(({ marks }) => marks.includes("runs")).length;
  if (running > 0 && running < found.length) unknownOption(reader, written);
  const value = equals < 0 ? undefined : tailOf(word, equals + 1);
  // `--stdout=x`, `--version=false`: a flag with a value may not apply, and some programs continue without it.
  if (value && found.some((option) => option.value === "none")) {
    scan.keepsOwn = true;
    for (const option of found)
      applyOption(reader, scan, { ...option, marks: withoutQuiet(option), isDry: false }, value);
    return true;
  }
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

function withoutQuiet({ marks }: ProgramOption): ProgramOption["marks"] {
  return marks.filter((mark) => mark !== "quiet");
}

/** The option itself, or every option that the text may abbreviate. */
function findLong({ options, modifiers, style }: Block, written: string): readonly ProgramOption[] {
  const exact = options.get(written) ?? (style === "single" ? options.get(otherDash(written)) : undefined);
  if (exact) return [exact];
  if (modifiers.has("exact") || style === "single" || written.length < 3) return [];
  // `git reset --h` is `--hard`: options that print help must be written in full.
  return [...options.values()].filter(({ name, marks }) => name.startsWith(written) && !marks.includes("quiet"));
}

function otherDash(name: string): string {
  return name.startsWith("--") ? name.slice(1) : `-${name}`;
}

function readCluster(reader: Reader, block: Block, scan: Scan, word: ShellWord, text: string): boolean {
  // A few programs have long options with a single dash among their short ones.
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
    // `fd -xcmd`: the command begins in the same word.
    if (option.startsCommand && option.value === "none" && i + 1 < text.length) {
      readCommand(reader, [tailOf(word, i + 1), ...reader.words.slice(reader.at + 1), unknownWord("…")]);
      reader.at = reader.words.length;
      return true;
    }
    if (option.value === "none") {
      applyOption(reader, scan, option, undefined);
      continue;
    }
    const rest = i + 1 < text.length || word.value === undefined ? tailOf(word, i + 1) : undefined;
    const takesNext = rest === undefined && option.value === "needed";
    if (rest) applyAttached(reader, scan, option, rest);
    else applyOption(reader, scan, option, takesNext ? reader.words[++reader.at] : undefined);
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
  reader.effects.push({ kind: "unknown", of: "option", by: `option \`${option}\` of \`${reader.name}\``, option });
}

function applyOption(reader: Reader, scan: Scan, option: ProgramOption, value: ShellWord | undefined): void {
  const { name, role, marks, operands, shifts, turns } = option;
  const given = { name, written: reader.written };
  if (value) reader.values.set(name, [...(reader.values.get(name) ?? []), value]);
  if (value && option.isInto) reader.into.push(value);
  if (marks.includes("quiet")) reader.isQuiet = true;
  addMarks({ ...reader, option: given }, marks, `\`${reader.title} ${name}\``, value);
  if (operands) scan.overrides.push({ roles: operands, option: given });
  if (operands?.first.includes("command")) scan.commandFrom = scan.operands.length;
  if (option.endsOptions) scan.areOptionsOver = true;
  if (option.isDry) scan.isDry = true;
  if (shifts) scan.shifts++;
  for (const turn of turns) scan.turns.set(turn.name, turn.role);
  scan.fallback = option.fallback ?? scan.fallback;
  if (option.startsCommand && value) readCommand(reader, [value, unknownWord("…")]);
  else if (option.startsCommand) readCommandBehind(reader);
  if (!value) return;
  if (role === "cwd") addTarget(reader, role, value);
  else scan.values.push({ option, written: reader.written, value, from: [...reader.directories] });
}

/** `fd -x CMD`: the words up to `;` are a command that gets paths as arguments. */
function readCommandBehind(reader: Reader): void {
  const start = reader.at + 1;
  const found = reader.words.findIndex(({ value }, i) => i >= start && value === ";");
  const end = found < 0 ? reader.words.length : found;
  reader.at = end;
  readCommand(reader, [...reader.words.slice(start, end), unknownWord("…")]);
}

/** The roles of option values, once all options are known. */
export function addValues(reader: Reader, { values, turns }: Scan): void {
  for (const { option, written, value, from } of values) {
    const role = turns.get(option.name) ?? option.role;
    const given = { name: option.name, written };
    addTarget({ ...reader, option: given, directories: [...from] }, role, value);
  }
}
