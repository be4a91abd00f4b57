/** Words of a command line and their values, if these are certain before the shell runs. */
import type { Assignment, Word, WordPart } from "unbash";

export interface ShellWord {
  /** As written. */
  readonly text: string;
  /** Unquoted. Undefined if it contains an expansion: then it stands for any number of any words. */
  readonly value: string | undefined;
  /** Not literal, but quoted so that it stays one word. */
  readonly isSingle: boolean;
  /** A tilde at the start that stands for the home. */
  readonly hasHome: boolean;
  /** Unquoted text before the first expansion; all of it for a literal word. */
  readonly prefix: string;
  /** What a word that is not literal can stand for, if that is known. */
  readonly shape?: WordShape;
}

type WordShape =
  /** Names that the shell finds on the disk: `src/*.ts`. One word or more. */
  | {
      readonly kind: "glob";
      readonly glob: string /** The matches have the names of what this glob finds. */;
      readonly source?: string;
    }
  /** One of these words: the quoted variable of a loop over literal words and globs. */
  | { readonly kind: "one-of"; readonly words: readonly ShellWord[] }
  /** Paths at or below these directories, as `find` prints them, and the filters for their names. */
  | { readonly kind: "below"; readonly starts: readonly string[]; readonly names: readonly string[] }
  /** A process substitution: what runs in it is judged separately. */
  | { readonly kind: "pipe" };

/** The words that each quoted loop variable can stand for. */
export type LoopWords = ReadonlyMap<string, readonly ShellWord[]>;

const noLoops: LoopWords = new Map();

export function literalWord(value: string): ShellWord {
  return { text: value, value, isSingle: true, hasHome: false, prefix: value };
}

export function unknownWord(text: string): ShellWord {
  return { text, value: undefined, isSingle: false, hasHome: false, prefix: "" };
}

/** One unknown word. */
export function unknownSingle(text: string, prefix = ""): ShellWord {
  return { text, value: undefined, isSingle: true, hasHome: false, prefix };
}

/** Names that the shell finds, or with `source` those of the files that another glob finds. */
export function globWord(glob: string, source?: string): ShellWord {
  return { ...unknownSingle(glob), shape: { kind: "glob", glob, ...(source !== undefined && { source }) } };
}

/** A filter for names, quoted or not: `-name '*.ts'`, `--include=*.ts`. Undefined if it is not literal. */
export function filterOf({ value, shape, text }: ShellWord): string | undefined {
  if (value !== undefined) return value;
  if (shape?.kind === "glob") return shape.glob;
  return /[$`'"\\]/.test(text) ? undefined : text.replace(/^--[\w-]+=|^-\w/, "");
}

export function readWord(word: Word, loops: LoopWords = noLoops): ShellWord {
  const { text, parts } = word;
  const read = parts ? readParts(parts) : readPlain(word.value, text);
  const isLater = isExpandedLater(read.bare);
  const value = read.value === undefined || isLater ? undefined : read.value;
  const hasHome = text === "~" || text.startsWith("~/");
  const prefix = value ?? (isLater ? "" : read.prefix);
  const base: ShellWord = { text, value, isSingle: read.isSingle, hasHome, prefix };
  if (value !== undefined) return base;
  const shape = (parts && shapeOfParts(parts, loops)) ?? globShape(parts, text);
  if (shape === undefined) return base;
  // Every match begins like the glob: `--include=*.ts` is that option and no other.
  if (shape.kind === "glob") return { ...base, shape, prefix: /^[^*?[]*/.exec(shape.glob)?.[0] ?? "" };
  return { ...base, shape, isSingle: base.isSingle || shape.kind === "one-of" || shape.kind === "pipe" };
}

function readPlain(value: string, text: string): Reading {
  return { value, bare: maskEscapes(text), isSingle: false, prefix: value };
}

/** A process substitution alone, or text around one quoted loop variable. */
function shapeOfParts(parts: readonly WordPart[], loops: LoopWords): WordShape | undefined {
  if (parts.length === 1 && parts[0]?.type === "ProcessSubstitution") return { kind: "pipe" };
  if (loops.size === 0) return undefined;
  const flat = parts.flatMap((part): readonly WordPart[] => (part.type === "DoubleQuoted" ? part.parts : [part]));
  const at = flat.findIndex((part) => literalValue(part) === undefined);
  const variable = flat[at];
  const isQuoted = parts.some((part) => part.type === "DoubleQuoted" && part.parts.some((each) => each === variable));
  const words = variable && isQuoted ? loops.get(variableName(variable) ?? "") : undefined;
  const before = textOf(flat.slice(0, at));
  const after = textOf(flat.slice(at + 1));
  if (!words || before === undefined || after === undefined || /[*?[\]~]/.test(before + after)) return undefined;
  return { kind: "one-of", words: words.map((word) => wrapWord(word, before, after)) };
}

function variableName(part: WordPart): string | undefined {
  if (part.type === "SimpleExpansion") return part.text.slice(1);
  const isPlain = part.type === "ParameterExpansion" && !part.operation && !part.index && !part.prefix;
  return isPlain ? part.parameter : undefined;
}

function textOf(parts: readonly WordPart[]): string | undefined {
  const values = parts.map(literalValue);
  return values.includes(undefined) ? undefined : values.join("");
}

/** A loop word with text around it. The shell expanded a leading `~` before assigning the variable. */
function wrapWord(word: ShellWord, before: string, after: string): ShellWord {
  if (before === "" && after === "") return word;
  const hasHome = word.hasHome && before === "";
  if (word.value !== undefined) return { ...literalWord(before + word.value + after), hasHome };
  if (word.shape?.kind !== "glob") return unknownSingle(before + word.text + after, before);
  const glob = before + word.shape.glob + after;
  return { ...unknownSingle(glob, before), hasHome, shape: { kind: "glob", glob } };
}

/** The glob of a word that is literal apart from wildcards. Undefined if a quoted character looks like a wildcard. */
function globShape(parts: readonly WordPart[] | undefined, text: string): WordShape | undefined {
  const pieces = parts?.map((part) => {
    if (part.type === "Glob" && part.kind !== "bracket") return part.text;
    if (part.type === "Glob") return /^\[[\w.,:^!-]+\]$/.test(part.text) ? part.text : undefined;
    if (part.type !== "Literal" && part.type !== "SingleQuoted" && part.type !== "DoubleQuoted") return undefined;
    const value = literalValue(part);
    return value === undefined || /[*?[\]{}()\\]/.test(value) ? undefined : value;
  });
  const glob = pieces ? (pieces.includes(undefined) ? undefined : pieces.join("")) : text;
  // Anything but the three kinds of globs known here is rejected: extended globs, braces, other users' homes.
  if (
    glob === undefined ||
    !/^(?:~\/)?[\w./,:=@%+ *?[\]^!-]*$/.test(glob) ||
    /^[^\w./*?[-]/.test(glob.replace(/^~\//, ""))
  )
    return undefined;
  return /[*?[]/.test(glob) ? { kind: "glob", glob } : undefined;
}

interface Reading {
  readonly value: string | undefined;
  /** The unquoted part of the word; quoted characters are replaced by a space. */
  readonly bare: string;
  readonly isSingle: boolean;
  readonly prefix: string;
}

function readParts(parts: readonly WordPart[]): Reading {
  let value: string | undefined = "";
  let bare = "";
  let isSingle = true;
  let prefix = "";
  for (const part of parts) {
    const known = literalValue(part);
    if (value !== undefined) prefix += known ?? literalHead(part);
    value = value === undefined || known === undefined ? undefined : value + known;
    bare += part.type === "Literal" ? maskEscapes(part.text) : " ";
    const isQuoted = part.type === "DoubleQuoted" || part.type === "LocaleString";
    // `"$@"` and `"${list[@]}"` are quoted but still expand to many words.
    if (known === undefined && (!isQuoted || part.text.includes("@"))) isSingle = false;
  }
  return { value, bare, isSingle, prefix };
}

/** The literal beginning of a quoted part that is not entirely literal. */
function literalHead(part: WordPart): string {
  if (part.type !== "DoubleQuoted") return "";
  const end = part.parts.findIndex((child) => child.type !== "Literal");
  return part.parts
    .slice(0, end)
    .map((child) => (child.type === "Literal" ? child.value : ""))
    .join("");
}

function literalValue(part: WordPart): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return part.value;
    case "AnsiCQuoted":
      return isCertain(part.text) ? part.value : undefined;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every((child) => child.type === "Literal")
        ? part.parts.map((child) => (child.type === "Literal" ? child.value : "")).join("")
        : undefined;
    default:
      return undefined;
  }
}

/**
 * A zero ends the text in one shell and not in another; bytes beyond ASCII need not be characters; zsh drops the
 * backslash of an unknown escape, and bash keeps it.
 */
function isCertain(text: string): boolean {
  const escapes = text.match(/\\./gs) ?? [];
  if (escapes.some(([, unit = ""]) => /[^\\abeEfnrtv'"0-7xuU]/.test(unit))) return false;
  return !/\\(?:0|x0|u0|U0|x[89a-fA-F]|[2-7]\d\d|x\{)/.test(text);
}

function maskEscapes(text: string): string {
  return text.replace(/\\\n/g, "").replace(/\\[^\n]/gs, " ");
}

/** Globs, braces and other users' homes. The parser marks most of them, but this does not rely on it. */
function isExpandedLater(bare: string): boolean {
  if (/[*?]|\[.+\]|[@!+]\(/s.test(bare)) return true;
  if (/\{.*(?:,|\.\.).*\}/s.test(bare)) return true;
  return /(?:^|[=:])~(?![/:]|$)/.test(bare);
}

/** `NAME=value` as one word: an assignment is never split. */
export function readAssignment({ name, text, value, index, append }: Assignment): ShellWord {
  const right = value.type === "Word" && index === undefined ? readWord(value).value : undefined;
  const known = right === undefined ? undefined : `${name}${append ? "+" : ""}=${right}`;
  return { text, value: known, isSingle: true, hasHome: false, prefix: `${name}${append ? "+" : ""}=` };
}

/** Names that a loop may set without changing what a program is or does. */
export function isHarmlessName(name: string): boolean {
  return /^(?:[a-z_][a-z0-9_]*|[A-Z])$/.test(name) && !/_proxy$|^npm_/.test(name);
}
