/** Turns words that are not literal into pieces that rules are matched against. */
import { type Piece, type SomeNames, someName, someTail } from "../../base/glob.ts";
import { literalWord, type ShellWord } from "./words.ts";

/** The names that a shell glob can match, piece by piece. */
export function globPieces(glob: string): SomeNames["names"] {
  const pieces: Exclude<Piece, SomeNames>[] = [];
  let text = "";
  for (const [part] of glob.matchAll(/\[[^\]]+\]|[*?]|[^*?[]/g)) {
    if (part.length === 1 && !/[*?]/.test(part)) {
      text += part;
      continue;
    }
    const isFirst = text === "" ? pieces.length === 0 : text.endsWith("/");
    if (text !== "") pieces.push(text);
    pieces.push(isFirst ? someName : someTail);
    text = "";
  }
  return text === "" ? pieces : [...pieces, text];
}

/** Stays one word whatever it expands to. */
export function isOneWord({ isSingle, shape }: ShellWord): boolean {
  return isSingle && shape?.kind !== "below";
}

/** The words of program text in any language, roughly: what a command in it would consist of. */
export function tokensOf({ value }: ShellWord): readonly ShellWord[] {
  if (value === undefined) return [];
  return value
    .split(/[^\w./+@:%~*-]+/)
    .filter((token) => token !== "")
    .map((token) => literalWord(token.slice(token.lastIndexOf("/") + 1)));
}
