/** Finds placeholders and commands in the body of a skill. */

interface InjectedCommand {
  readonly command: string;
  /** The position of the whole !`command` in its text. */
  readonly start: number;
  readonly end: number;
}

/** Only at the start of a line or after white space, as Claude Code 2.1 reads it: `x=!\`…\`` is text. */
export function findCommands(text: string): InjectedCommand[] {
  const found: InjectedCommand[] = [];
  for (let at = text.indexOf("!`"); at >= 0; at = text.indexOf("!`", at + 2)) {
    if (at > 0 && !/\s/.test(text[at - 1]!)) continue;
    const close = text.indexOf("`", at + 2);
    if (close < 0) break;
    const command = text.slice(at + 2, close);
    if (command.trim() === "" || command.includes("\n")) continue;
    found.push({ command, start: at, end: close + 1 });
    at = close - 1;
  }
  return found;
}

/** An index, or a word. */
export type PlaceholderName = number | "ARGUMENTS" | "CLAUDE_SESSION_ID" | "SKILL_DIR";

const placeholder =
  /(\\?)\$(?:ARGUMENTS\[(\d{1,9})\]|(ARGUMENTS)(?!\w)|(\d{1,9})(?!\w)|\{(CLAUDE_SESSION_ID|(?:CLAUDE_)?SKILL_DIR)\})/g;

/** `\$` before a placeholder keeps it as text; before anything else it is unchanged. Undefined leaves it as written. */
export function replacePlaceholders(text: string, of: (name: PlaceholderName) => string | undefined): string {
  return text.replace(
    placeholder,
    (written: string, backslash: string, index?: string, all?: string, short?: string, variable?: string) => {
      if (backslash !== "") return written.slice(1);
      if (all !== undefined) return of("ARGUMENTS") ?? written;
      if (variable === "CLAUDE_SESSION_ID") return of(variable) ?? written;
      if (variable !== undefined) return of("SKILL_DIR") ?? written;
      return of(Number(index ?? short)) ?? written;
    },
  );
}

export function placeholdersIn(text: string): PlaceholderName[] {
  const names = new Set<PlaceholderName>();
  replacePlaceholders(text, (name) => void names.add(name));
  return [...names];
}
