/**
 * The format of the program table: one text per program, one line per option, read when the program is asked about.
 * docs/programs.md describes the lines.
 */

/**
 * Program names, separated by spaces, to the lines of the program. A function, so that only used families are loaded.
 */
export type ProgramFamily = () => Readonly<Record<string, string>>;

/** Roles of words that the program writes to, connects to, or starts. */
const writing = ["write", "write-below", "pack"] as const;
const connecting = ["fetch", "download", "host", "source", "module"] as const;
const starting = ["run", "exec", "command", "code:sed", "code:awk"] as const;

/** What a program does with a word: an operand or the value of an option. */
const roles = [
  ...([
    "none",
    "read",
    "list",
    "read-below",
    "read-linked",
    "names",
    "rewrite",
    "at",
    "form",
    "linker",
    "rev",
  ] as const),
  ...(["rev-below", "setting", "helper", "cwd", "method", "code:jq", "code:yq"] as const),
  ...writing,
  ...connecting,
  ...starting,
] as const;
export type WordRole = (typeof roles)[number];

export const writingRoles: ReadonlySet<WordRole> = new Set<WordRole>(writing);
export const connectingRoles: ReadonlySet<WordRole> = new Set<WordRole>(connecting);
export const startingRoles: ReadonlySet<WordRole> = new Set<WordRole>(starting);

/** Value roles that are an effect without a target. */
export const markRoles: ReadonlySet<WordRole> = new Set<WordRole>(["method", "setting", "linker", "helper"]);

/** Effects without a target; `caution`: the use needs approval; `quiet`: the program only prints and exits. */
const marks = ["changes", "runs", "connects", "caution", "quiet"] as const;
export type Mark = (typeof marks)[number];

const styles = ["gnu", "posix", "single", "plain", "keys"] as const;
type Style = (typeof styles)[number];

const modifiers = [
  "exact",
  "numbers",
  "plus",
  "bundle",
  "negatable",
  "anywhere",
  "runner",
  "remote",
  "into",
  "response",
] as const;
type Modifier = (typeof modifiers)[number];

/** Roles of the operands in order: the first ones, any number in the middle, the last ones. */
export interface OperandRoles {
  readonly first: readonly WordRole[];
  readonly middle: WordRole | undefined;
  readonly last: readonly WordRole[];
  /** The effect of more operands than this number: `git branch NAME`, `git config NAME VALUE`. */
  readonly marks: readonly { readonly mark: Mark; readonly beyond: number }[];
}

export interface ProgramOption {
  readonly name: string;
  /** `two`: a name and a value in two separate words. The role is that of the second. */
  readonly value: "none" | "needed" | "optional" | "two";
  readonly role: WordRole;
  readonly marks: readonly Mark[];
  /** Replaces the operand roles of the block. */
  readonly operands: OperandRoles | undefined;
  /** Drops the first operand role: `grep -e PATTERN`. */
  readonly shifts: boolean;
  /** Changes the role of another option's value: with `tar -t` the archive of `-f` is read. */
  readonly turns: readonly { readonly name: string; readonly role: WordRole }[];
  /** The target if there is no operand: `grep -r` reads the working directory. */
  readonly fallback: WordRole | undefined;
  /** All words after the option are a command. */
  readonly startsCommand: boolean;
  /** The words after it belong to what the program runs: `python -c CODE WORDS`. */
  readonly endsOptions: boolean;
  /** A dry run: the effects of the block do not happen. */
  readonly isDry: boolean;
  /** The value is the directory into which files are put, each under the last name of its source. */
  readonly isInto: boolean;
}

export interface Block {
  readonly style: Style;
  readonly modifiers: ReadonlySet<Modifier>;
  readonly options: ReadonlyMap<string, ProgramOption>;
  /** Options that are not listed are harmless and take no value. */
  readonly hasOthers: boolean;
  readonly operands: OperandRoles;
  readonly fallback: { readonly role: WordRole; readonly path: string } | undefined;
  readonly marks: readonly Mark[];
}

export interface Entry extends Block {
  /** The sources of the facts. */
  readonly source: string;
  readonly hasSubs: boolean;
  /** A subcommand of one or two words, parsed on first use: git has thousands of options. */
  readonly findSub: (name: string) => Block | undefined;
  readonly subNames: readonly string[];
}

interface Draft {
  style: Style;
  modifiers: Set<Modifier>;
  options: Map<string, ProgramOption>;
  hasOthers: boolean;
  operands: OperandRoles;
  fallback: Block["fallback"];
  marks: Mark[];
}

const noOperands: OperandRoles = { first: [], middle: undefined, last: [], marks: [] };

/** Throws on an invalid line: a test parses every entry. */
export function parseEntry(text: string): Entry {
  const [own = "", ...chunks] = splitSubs(text);
  const entry = makeDraft("gnu", new Set());
  readLines(entry, own);
  const chunkOf = new Map<string, string>();
  for (const chunk of chunks) {
    const end = chunk.indexOf("\n");
    for (const name of subNames(end < 0 ? chunk : chunk.slice(0, end))) {
      if (chunkOf.has(name)) throw new Error(`subcommand \`${name}\` is listed twice`);
      chunkOf.set(name, chunk);
    }
  }
  const known = new Map<string, Block>();
  const findSub = (name: string): Block | undefined => {
    const chunk = chunkOf.get(name);
    if (chunk === undefined) return undefined;
    const block = known.get(name) ?? readSub(entry, chunk);
    known.set(name, block);
    return block;
  };
  const source = /^\s*#(.*)$/m.exec(own)?.[1]?.trim() ?? "";
  return { ...entry, source, hasSubs: chunkOf.size > 0, findSub, subNames: [...chunkOf.keys()] };
}

/**
 * The lines before the first subcommand, then those of each. Avoids regular expressions, because of thousands of lines.
 */
function splitSubs(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf("sub "); at >= 0; at = text.indexOf("sub ", at + 1)) {
    const line = text.lastIndexOf("\n", at) + 1;
    if (line === 0 || text.slice(line, at).trim() !== "") continue;
    parts.push(text.slice(start, line));
    start = at;
  }
  return [...parts, text.slice(start)];
}

/** `sub remote add,rename changes`: the names `remote add` and `remote rename`. */
function subNames(line: string): readonly string[] {
  const words = line.split(/\s+/).slice(1);
  const end = words.findIndex(isMark);
  const [first = "", second] = end < 0 ? words : words.slice(0, end);
  if (second === undefined || second === "") return first.split(",");
  return first.split(",").flatMap((one) => second.split(",").map((two) => `${one} ${two}`));
}

function readSub(entry: Draft, chunk: string): Block {
  const end = chunk.indexOf("\n");
  const [head, rest] = end < 0 ? [chunk, ""] : [chunk.slice(0, end), chunk.slice(end)];
  const draft = makeDraft(entry.style, entry.modifiers);
  draft.modifiers.delete("bundle");
  const words = head.split(/\s+/).filter((word) => word !== "");
  const marksAt = words.findIndex(isMark);
  draft.marks.push(...(marksAt < 0 ? [] : words.slice(marksAt).map(markOf)));
  readLines(draft, rest);
  if (!entry.modifiers.has("anywhere")) return draft;
  for (const [name, option] of entry.options) if (!draft.options.has(name)) draft.options.set(name, option);
  draft.hasOthers ||= entry.hasOthers;
  return draft;
}

function readLines(draft: Draft, text: string): void {
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line !== "" && !line.startsWith("#")) readLine(draft, line.split(/\s+/));
  }
}

function makeDraft(style: Style, from: ReadonlySet<Modifier>): Draft {
  return {
    style,
    modifiers: new Set(from),
    options: new Map(),
    hasOthers: false,
    operands: noOperands,
    fallback: undefined,
    marks: [],
  };
}

function readLine(draft: Draft, words: readonly string[]): void {
  const [head = "", ...rest] = words;
  if (styles.some((style) => style === head) || modifiers.some((each) => each === head)) readStyle(draft, words);
  else if (head === "operands") draft.operands = operandRoles(rest);
  else if (head === "default") draft.fallback = { role: roleOf(rest[0] ?? ""), path: rest[1] ?? "." };
  else if (head === "always") draft.marks.push(...rest.map(markOf));
  else if (head === "-*") draft.hasOthers = true;
  else if (/^[-+]/.test(head) || (draft.style === "keys" && head.endsWith("="))) readOptions(draft, words);
  else throw new Error(`cannot parse line \`${words.join(" ")}\``);
}

function readStyle(draft: Draft, words: readonly string[]): void {
  for (const word of words) {
    const style = styles.find((each) => each === word);
    const modifier = modifiers.find((each) => each === word);
    if (style) draft.style = style;
    else if (modifier) draft.modifiers.add(modifier);
    else throw new Error(`unknown style \`${word}\``);
  }
}

function readOptions(draft: Draft, words: readonly string[]): void {
  const isName = (word: string) => /^[-+]/.test(word) || word.endsWith("=");
  const end = words.findIndex((word) => !isName(word));
  const names = end < 0 ? words : words.slice(0, end);
  const effects = end < 0 ? [] : words.slice(end);
  const endsIn = (mark: string) => names.some((name) => name.endsWith(mark) && name !== "-=");
  const value = endsIn("=?") ? "optional" : endsIn("==") ? "two" : endsIn("=") ? "needed" : "none";
  let role: WordRole = "none";
  let operands: OperandRoles | undefined;
  const given: Mark[] = [];
  let shifts = false;
  let endsOptions = false;
  let isDry = false;
  let isInto = false;
  let fallback: WordRole | undefined;
  const turns: { name: string; role: WordRole }[] = [];
  for (const effect of effects) {
    const [, turned, into] = /^turns:(-[^=]+)=(.+)$/.exec(effect) ?? [];
    if (isMark(effect)) given.push(markOf(effect));
    else if (turned !== undefined && into !== undefined) turns.push({ name: turned, role: roleOf(into) });
    else if (effect === "shift") shifts = true;
    else if (effect === "last") endsOptions = true;
    else if (effect === "dry") isDry = true;
    else if (effect === "into") isInto = true;
    else if (effect.startsWith("default:")) fallback = roleOf(effect.slice("default:".length));
    else if (effect.startsWith("operands:")) operands = operandRoles(effect.slice("operands:".length).split(","));
    else role = roleOf(effect);
  }
  for (const written of names) {
    const name = written.replace(/=[=?]?$/, "");
    const startsCommand = role === "command";
    const words = { operands, shifts, turns, fallback, startsCommand, endsOptions, isDry, isInto };
    draft.options.set(name, { name, value, role, marks: given, ...words });
  }
}

function operandRoles(words: readonly string[]): OperandRoles {
  const given: { mark: Mark; beyond: number }[] = [];
  const kept: string[] = [];
  for (const word of words) {
    const name = word.replace(/\*$/, "");
    if (isMark(name)) given.push({ mark: markOf(name), beyond: kept.length });
    else kept.push(word);
  }
  const star = kept.findIndex((word) => word.endsWith("*"));
  if (star < 0) return { first: kept.map(roleOf), middle: undefined, last: [], marks: given };
  return {
    first: kept.slice(0, star).map(roleOf),
    middle: roleOf(kept[star]!.slice(0, -1)),
    last: kept.slice(star + 1).map(roleOf),
    marks: given,
  };
}

function isMark(word: string): boolean {
  return marks.some((mark) => mark === word);
}

function markOf(word: string): Mark {
  const mark = marks.find((each) => each === word);
  if (!mark) throw new Error(`unknown effect \`${word}\``);
  return mark;
}

function roleOf(word: string): WordRole {
  const role = roles.find((each) => each === word);
  if (!role) throw new Error(`unknown role \`${word}\``);
  return role;
}
