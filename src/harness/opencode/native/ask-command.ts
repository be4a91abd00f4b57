/**
 * Makes OpenCode ask the user about a command that its own map would allow. A plugin cannot ask, but the map can. So
 * the command becomes the argument of a shell function whose name the map asks about, and the function runs it.
 */
import { isFields } from "../../../formats/json.ts";
import type { Entries } from "../../../model/output.ts";
import type { FileList } from "../../../policy/path/lists.ts";
import { secretFiles } from "../../../policy/path/secrets.ts";
import { steeringFiles } from "../../../policy/path/steering.ts";
import { formsOf } from "../patterns/forms.ts";
import type { NativeRule } from "./native-pattern.ts";

const functionName = "surcingle_asks_";

export interface AskCommand {
  readonly command: string;
  /** For the shell's environment: bash imports functions from there. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * `mark` is new for each call: a user who answers "always" allows the first word of the command, which must not answer
 * the next question too. Everything is quoted, so that the client's parser sees one plain command.
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

/** The original command, if our plugin in another scope has already wrapped it. */
export function unwrapAskCommand(command: string): string {
  const [, inner] = form.exec(command) ?? [];
  return inner === undefined ? command : inner.slice(1, -1).replaceAll(`'"'"'`, "'");
}

/** After every other line, because the last match wins. Tools that are denied entirely stay denied. */
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

/** Without a backslash, so that the client's parser and a shell agree. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

const lists: ReadonlyMap<string, FileList> = new Map([
  ["edit", steeringFiles],
  ["read", secretFiles],
]);

const known = new Map<string, readonly NativeRule[]>();

/** The client's language cannot name a path outside the project, so only patterns that match anywhere get a line. */
function listLines(permission: string): readonly NativeRule[] {
  const found = known.get(permission) ?? makeLines(permission);
  known.set(permission, found);
  return found;
}

function makeLines(permission: string): readonly NativeRule[] {
  const entries = (lists.get(permission)?.entries ?? []).filter(({ pattern }) => pattern.startsWith("**/"));
  const linesOf = (pattern: string, verdict: "ask" | "allow"): NativeRule[] =>
    formsOf(pattern, "edit").exact.flatMap((form): NativeRule[] => [
      [form.pattern, verdict],
      // The client's star crosses directories: excess matches get their old verdict back.
      ...form.guards.map((guard): NativeRule => [guard, verdict === "ask" ? "allow" : "ask"]),
    ]);
  const exceptions = new Set(entries.flatMap(({ except = [] }) => except));
  const lines = [
    ...entries.flatMap(({ pattern }) => linesOf(pattern, "ask")),
    ...[...exceptions].flatMap((pattern) => linesOf(pattern, "allow")),
  ];
  return [...new Map(lines)];
}

/** Right after the line that allows everything, so that every rule of the author comes later and wins. */
export function withListLines(entries: Entries): Entries {
  return entries.map(([key, value]) => {
    const lines = listLines(key);
    const inner: Entries = isFields(value) ? value.fields : [["*", value]];
    const [first, ...others] = inner;
    if (lines.length === 0 || first?.[0] !== "*" || first[1] !== "allow") return [key, value];
    const own = new Set(others.map(([pattern]) => pattern));
    return [key, { fields: [first, ...lines.filter(([pattern]) => !own.has(pattern)), ...others] }];
  });
}
