/** Words of a command line: what they say, if that is certain before the shell runs. */
import type { Assignment, Word, WordPart } from "unbash";

export interface ShellWord {
  /** As written. */
  readonly text: string;
  /** Unquoted. Undefined when any expansion is in it: then it stands for any number of any words. */
  readonly value: string | undefined;
  /** Not literal, but quoted so that it stays one word. */
  readonly isSingle: boolean;
  /** A tilde at the start that stands for the home. */
  readonly hasHome: boolean;
}

export function literalWord(value: string): ShellWord {
  return { text: value, value, isSingle: true, hasHome: false };
}

export function unknownWord(text: string): ShellWord {
  return { text, value: undefined, isSingle: false, hasHome: false };
}

export function readWord(word: Word): ShellWord {
  const { text, parts } = word;
  const read = parts ? readParts(parts) : { value: word.value, bare: maskEscapes(text), isSingle: false };
  const value = read.value === undefined || isExpandedLater(read.bare) ? undefined : read.value;
  return { text, value, isSingle: read.isSingle, hasHome: text === "~" || text.startsWith("~/") };
}

interface Reading {
  readonly value: string | undefined;
  /** The unquoted part of the word; what is quoted is a space in it. */
  readonly bare: string;
  readonly isSingle: boolean;
}

function readParts(parts: readonly WordPart[]): Reading {
  let value: string | undefined = "";
  let bare = "";
  let isSingle = true;
  for (const part of parts) {
    const known = literalValue(part);
    value = value === undefined || known === undefined ? undefined : value + known;
    bare += part.type === "Literal" ? maskEscapes(part.text) : " ";
    const isQuoted = part.type === "DoubleQuoted" || part.type === "LocaleString";
    // `"$@"` and `"${list[@]}"` are quoted and many words all the same.
    if (known === undefined && (!isQuoted || part.text.includes("@"))) isSingle = false;
  }
  return { value, bare, isSingle };
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
 * backslash of an escape that it does not know, and bash keeps it.
 */
function isCertain(text: string): boolean {
  const escapes = text.match(/\\./gs) ?? [];
  if (escapes.some(([, unit = ""]) => /[^\\abeEfnrtv'"0-7xuU]/.test(unit))) return false;
  return !/\\(?:0|x0|u0|U0|x[89a-fA-F]|[2-7]\d\d|x\{)/.test(text);
}

function maskEscapes(text: string): string {
  return text.replace(/\\\n/g, "").replace(/\\[^\n]/gs, " ");
}

/** Globs, braces and other users' homes. The parser marks most of them; this does not rely on it. */
function isExpandedLater(bare: string): boolean {
  if (/[*?]|\[.+\]|[@!+]\(/s.test(bare)) return true;
  if (/\{.*(?:,|\.\.).*\}/s.test(bare)) return true;
  return /(?:^|[=:])~(?![/:]|$)/.test(bare);
}

/** `NAME=value` as one word: an assignment is never split. */
export function readAssignment({ name, text, value, index, append }: Assignment): ShellWord {
  const right = value.type === "Word" && index === undefined ? readWord(value).value : undefined;
  const known = right === undefined ? undefined : `${name}${append ? "+" : ""}=${right}`;
  return { text, value: known, isSingle: true, hasHome: false };
}

/** Names a loop may set without changing what a program is or does. */
export function isHarmlessName(name: string): boolean {
  return /^(?:[a-z_][a-z0-9_]*|[A-Z])$/.test(name) && !/_proxy$|^npm_/.test(name);
}
