/** Fills the arguments, the session and the folder into the body of a skill. One pass: what was filled in is not read again. */
import { type PlaceholderName, placeholdersIn, replacePlaceholders } from "../../formats/skill-body.ts";
import { profileRules, type SkillProfile } from "../../model/skill.ts";

export interface Substitution {
  /** The whole argument string. */
  readonly all: string;
  /** The same in words: quotes and backslashes as a shell reads them. */
  readonly words: readonly string[];
  readonly session: string | undefined;
  /** Absolute. */
  readonly directory: string;
}

/** One argument is a line to be split; several were split by the shell of the person who typed them. */
export function argumentsOf(given: readonly string[]): Pick<Substitution, "all" | "words"> {
  const [only, ...others] = given;
  if (only === undefined) return { all: "", words: [] };
  return others.length > 0 ? { all: given.join(" "), words: given } : { all: only, words: splitWords(only) };
}

/** Shell-like: blanks part words, quotes keep them together, a backslash takes the next character as it is. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (quote === '"' && character === "\\" && /["\\$`]/.test(line[i + 1] ?? ""))
        word = (word ?? "") + line[++i]!;
      else word = (word ?? "") + character;
    } else if (character === "'" || character === '"') {
      // A quote without its partner, as in an apostrophe, is a character like any other.
      if (line.includes(character, i + 1)) quote = character;
      word = (word ?? "") + (quote ? "" : character);
    } else if (character === "\\" && i + 1 < line.length) word = (word ?? "") + line[++i]!;
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

export function substitute(text: string, values: Substitution, profile: SkillProfile): string {
  if (profileRules[profile].isPlainTemplate) return text.replaceAll("$ARGUMENTS", () => values.all);
  return replacePlaceholders(text, (name) => placeholderValue(name, values));
}

function placeholderValue(name: PlaceholderName, { all, words, session, directory }: Substitution): string | undefined {
  if (typeof name === "number") return words[name] ?? "";
  return { ARGUMENTS: all, CLAUDE_SESSION_ID: session, SKILL_DIR: directory }[name];
}

/** Whether arguments have a place in the text at all. */
export function hasArguments(text: string): boolean {
  return placeholdersIn(text).some((name) => typeof name === "number" || name === "ARGUMENTS");
}
