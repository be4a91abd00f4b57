/**
 * Makes OpenCode ask a person about a command that its own map would let run. A plugin cannot ask; the map can. So the
 * command becomes the argument of a shell function whose name the map asks about, and which runs it.
 */
import { isFields } from "../../formats/json.ts";
import type { Entries } from "../../model/output.ts";

const functionName = "surcingle_asks_";

export interface AskCommand {
  readonly command: string;
  /** For the environment of the shell: bash reads functions from there. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * `mark` is a new one for each call: a person who answers "always" allows the first word of the command, and that must
 * not answer the next question too. Everything is quoted, so that the client's parser sees one plain command.
 */
export function askCommand(command: string, why: string, mark: string): AskCommand {
  const name = `${functionName}${mark}`;
  return {
    command: `${name} ${quote(why)} ${quote(command)}`,
    environment: { [`BASH_FUNC_${name}%%`]: '() { eval "$2"\n}' },
  };
}

const quoted = `'[^']*'(?:"'"'[^']*')*`;
const form = new RegExp(`^${functionName}[0-9a-f]+ ${quoted} (${quoted})$`);

/** The command as it was written, where another plugin of ours, from another scope, has put it so already. */
export function commandBehind(command: string): string {
  const [, inner] = form.exec(command) ?? [];
  return inner === undefined ? command : inner.slice(1, -1).replaceAll(`'"'"'`, "'");
}

/** Behind every other line, as the last one that matches decides. What is denied altogether stays so. */
export function withAskLine(entries: Entries): Entries {
  return entries.map(([key, value]) => {
    if (key !== "bash" || value === "deny") return [key, value];
    const inner: Entries = isFields(value) ? value.fields : [["*", value]];
    return [key, { fields: [...inner.filter(([pattern]) => pattern !== askPattern), [askPattern, "ask"]] }];
  });
}

const askPattern = `${functionName}*`;

/** Only bash reads functions from its environment. */
export function isBash(shell: unknown): boolean {
  return typeof shell === "string" && /(?:^|\/)bash$/.test(shell);
}

/** Without a backslash, which the client's parser and a shell read alike. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
