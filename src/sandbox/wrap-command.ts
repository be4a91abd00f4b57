/**
 * Builds the text that a client runs instead of a command: the wrapper, a sandbox description and the command as one
 * word.
 */
import { readShell } from "../policy/shell/parse.ts";

/** Quotes a text so that a shell reads back exactly this text as one word. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A client quotes the text again, with five characters for each quote, and one word may have 128 KiB. */
const longestWord = 60_000;

export function wrapCommand(program: string, file: string, command: string): string {
  const quoted = shellQuote(command);
  const start = `${plainWord(program)} ${plainWord(file)}`;
  if (quoted.length + 4 * (quoted.split("'").length - 1) <= longestWord) return `${start} -- ${quoted}`;
  return `${start} --base64 ${Buffer.from(command, "utf8").toString("base64")}`;
}

function plainWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellQuote(text);
}

/** The command inside a text from `wrapCommand`: clients show it to the model, which may repeat it. */
export function unwrapCommand(program: string, text: string): string {
  const start = `${plainWord(program)} `;
  if (!text.startsWith(start)) return text;
  const [, quoted, encoded] =
    /^\S+ (?:-- '((?:[^']|'\\'')*)'|--base64 ([A-Za-z0-9+/=]+))\s*$/.exec(text.slice(start.length)) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("'\\''", "'");
  return encoded === undefined ? text : Buffer.from(encoded, "base64").toString("utf8");
}

const longestDeadCode = 30_000;

/**
 * Repeats every simple command of the line where it never runs, because the wrapper alone would hide the commands from
 * the client's own rules. Built from the parsed words, each quoted again: the raw text could close the condition.
 * Undefined if it is too long.
 */
export function deadCode(command: string): string | undefined {
  const lines = readShell(command).found.flatMap((found) =>
    found.kind === "command" && found.words.length > 0
      ? [found.words.map(({ value, text }) => plainWord(value ?? text)).join(" ")]
      : [],
  );
  // A line break inside a word would end a line that a client reads.
  const plain = [...new Set(lines)].filter((line) => line.trim() !== "");
  const text = plain.length === 0 ? "" : `if false; then\n${plain.join("\n")}\nfi\n`;
  return text.length > longestDeadCode ? undefined : text;
}

/** A leading `cd` whose directory the client keeps for the next call, and the rest of the line. */
export function splitMove(command: string): { readonly move: string; readonly rest: string | undefined } | undefined {
  const [, move, rest] = /^\s*(cd [\w@%+=:,./-]+)(?:\s*&&\s*([\s\S]*\S)\s*)?\s*$/.exec(command) ?? [];
  return move === undefined || / -/.test(move) ? undefined : { move, rest };
}
