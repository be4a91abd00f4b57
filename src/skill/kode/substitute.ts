/**
 * Substitutes the arguments, the session and the folder in a skill's body. One pass: inserted text is not scanned
 * again.
 */
import { type PlaceholderName, placeholdersIn, replacePlaceholders } from "../../formats/skill-body.ts";
import { profileRules, type SkillProfile } from "../../model/skill.ts";

export interface Substitution {
  /** The whole argument string. */
  readonly all: string;
  /** The same as words: quotes and backslashes as in a shell. */
  readonly words: readonly string[];
  readonly session: string | undefined;
  /** Absolute. */
  readonly directory: string;
}

/** A single argument is a line to be split; several were already split by the user's shell. */
export function argumentsOf(given: readonly string[]): Pick<Substitution, "all" | "words"> {
  const [only, ...others] = given;
  if (only === undefined) return { all: "", words: [] };
  return others.length > 0 ? { all: given.join(" "), words: given } : { all: only, words: splitWords(only) };
}

/** As in a shell: blanks separate words, quotes keep them together, a backslash escapes the next character. */
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
      // A quote without its partner, such as an apostrophe, is an ordinary character.
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

/** Whether the text uses arguments at all. */
export function hasArguments(text: string): boolean {
  return placeholdersIn(text).some((name) => typeof name === "number" || name === "ARGUMENTS");
}
