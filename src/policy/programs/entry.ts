/**
 * The format of the program table: one text per program, one line per option, read when the program is asked about.
 * docs/programs.md describes the lines.
 */

/** Program names, separated by spaces, to what the program does. */
export type Programs = Readonly<Record<string, string>>;

/** What a program does with a word: an operand, or the value of an option. */
export const roles = [
  ...([
    "none",
    "read",
    "list",
    "read-below",
    "write",
    "write-below",
    "run",
    "exec",
    "fetch",
    "host",
    "at",
    "rev",
  ] as const),
  ...(["cwd", "code:sed", "code:awk", "code:jq", "command"] as const),
] as const;
export type Role = (typeof roles)[number];

/** What a program does without a word that says to what. */
export const marks = ["changes", "runs", "connects", "caution", "quiet"] as const;
export type Mark = (typeof marks)[number];

export const styles = ["gnu", "posix", "single", "plain", "keys"] as const;
export type Style = (typeof styles)[number];

const modifiers = ["exact", "numbers", "plus", "bundle", "negatable", "anywhere", "runner"] as const;
type Modifier = (typeof modifiers)[number];

/** Roles of the operands in order: the first ones, any number in the middle, the last ones. */
export interface OperandRoles {
  readonly first: readonly Role[];
  readonly middle: Role | undefined;
  readonly last: readonly Role[];
  /** What the program does when there are more than so many operands: `git branch NAME`, `git config NAME VALUE`. */
  readonly marks: readonly { readonly mark: Mark; readonly beyond: number }[];
}

export interface ProgramOption {
  readonly name: string;
  readonly value: "none" | "needed" | "optional";
  readonly role: Role;
  readonly marks: readonly Mark[];
  /** Takes the place of the block's operand roles. */
  readonly operands: OperandRoles | undefined;
  /** The first operand role is gone: `grep -e PATTERN`. */
  readonly shifts: boolean;
}

export interface Block {
  readonly style: Style;
  readonly modifiers: ReadonlySet<Modifier>;
  readonly options: ReadonlyMap<string, ProgramOption>;
  /** Options that are not listed are harmless and take no value. */
  readonly hasOthers: boolean;
  readonly operands: OperandRoles;
  readonly fallback: { readonly role: Role; readonly path: string } | undefined;
  readonly marks: readonly Mark[];
}

export interface Entry extends Block {
  /** Where the facts come from. */
  readonly source: string;
  /** Subcommands of one or two words. */
  readonly subs: ReadonlyMap<string, Block>;
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

/** Throws on a line it does not understand: a test reads every entry. */
export function parseEntry(text: string): Entry {
  const entry = makeDraft("gnu", new Set());
  const subs = new Map<string, Draft>();
  let source = "";
  let open: readonly Draft[] = [entry];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line.startsWith("#")) {
      if (source === "") source = line.slice(1).trim();
      continue;
    }
    if (line === "") continue;
    const words = line.split(/\s+/);
    if (words[0] === "sub") open = openSubs(entry, subs, words.slice(1));
    else for (const draft of open) readLine(draft, words);
  }
  if (entry.modifiers.has("anywhere")) {
    for (const sub of subs.values()) {
      for (const [name, option] of entry.options) if (!sub.options.has(name)) sub.options.set(name, option);
      sub.hasOthers ||= entry.hasOthers;
    }
  }
  return { ...entry, source, subs };
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

function openSubs(entry: Draft, subs: Map<string, Draft>, words: readonly string[]): readonly Draft[] {
  const end = words.findIndex(isMark);
  const [first = "", second] = end < 0 ? words : words.slice(0, end);
  const names =
    second === undefined
      ? first.split(",")
      : first.split(",").flatMap((one) => second.split(",").map((two) => `${one} ${two}`));
  const given = end < 0 ? [] : words.slice(end);
  return names.map((name) => {
    if (subs.has(name)) throw new Error(`subcommand \`${name}\` is listed twice`);
    const draft = makeDraft(entry.style, entry.modifiers);
    draft.modifiers.delete("bundle");
    for (const word of given) draft.marks.push(markOf(word));
    subs.set(name, draft);
    return draft;
  });
}

function readLine(draft: Draft, words: readonly string[]): void {
  const [head = "", ...rest] = words;
  if (styles.some((style) => style === head) || modifiers.some((each) => each === head)) readStyle(draft, words);
  else if (head === "operands") draft.operands = operandRoles(rest);
  else if (head === "default") draft.fallback = { role: roleOf(rest[0] ?? ""), path: rest[1] ?? "." };
  else if (head === "always") draft.marks.push(...rest.map(markOf));
  else if (head === "-*") draft.hasOthers = true;
  else if (/^[-+]/.test(head) || (draft.style === "keys" && head.endsWith("="))) readOptions(draft, words);
  else throw new Error(`line \`${words.join(" ")}\` is not understood`);
}

function readStyle(draft: Draft, words: readonly string[]): void {
  for (const word of words) {
    const style = styles.find((each) => each === word);
    const modifier = modifiers.find((each) => each === word);
    if (style) draft.style = style;
    else if (modifier) draft.modifiers.add(modifier);
    else throw new Error(`style \`${word}\` is not known`);
  }
}

function readOptions(draft: Draft, words: readonly string[]): void {
  const isName = (word: string) => /^[-+]/.test(word) || word.endsWith("=");
  const end = words.findIndex((word) => !isName(word));
  const names = end < 0 ? words : words.slice(0, end);
  const effects = end < 0 ? [] : words.slice(end);
  const value = names.some((name) => name.endsWith("=?"))
    ? "optional"
    : names.some((name) => name.endsWith("=") && name !== "-=")
      ? "needed"
      : "none";
  let role: Role = "none";
  let operands: OperandRoles | undefined;
  const given: Mark[] = [];
  let shifts = false;
  for (const effect of effects) {
    if (isMark(effect)) given.push(markOf(effect));
    else if (effect === "shift") shifts = true;
    else if (effect.startsWith("operands:")) operands = operandRoles(effect.slice("operands:".length).split(","));
    else role = roleOf(effect);
  }
  for (const written of names) {
    const name = written.replace(/=\??$/, "");
    draft.options.set(name, { name, value, role, marks: given, operands, shifts });
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
  if (!mark) throw new Error(`effect \`${word}\` is not known`);
  return mark;
}

function roleOf(word: string): Role {
  const role = roles.find((each) => each === word);
  if (!role) throw new Error(`role \`${word}\` is not known`);
  return role;
}
