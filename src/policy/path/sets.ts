/** The set of paths that a word can mean: one path, the matches of a glob, or a whole tree. */
import { compileGlob, mayMatch, type Piece, someRun, someText, someUnit, someVisible } from "../../base/glob.ts";
import type { DiskEntry, Surroundings } from "../surroundings.ts";

export type PathSet =
  /** One path, as written: `~/` is the home, everything else is literal. */
  | { readonly kind: "path"; readonly path: string }
  /**
   * Shell text with `*`, `?` and `[…]`; a backslash makes the next character literal. With `source`, the names come
   * from what that glob finds: `cp x/* docs`.
   */
  | { readonly kind: "glob"; readonly glob: string; readonly source?: string }
  /** The path and everything below it, links inside not followed. */
  | { readonly kind: "below"; readonly path: string }
  | { readonly kind: "unknown" };

/** What may follow the literal beginning of a set: nothing, or a slash and more. */
type Tail = readonly Piece[];

/** One segment of a glob. */
export interface Segment {
  /** Each way the segment can match. */
  readonly forms: readonly (readonly Piece[])[];
  /** The literal text before its first wildcard. */
  readonly prefix: string;
  readonly isLiteral: boolean;
  /** `**`: any number of directories. */
  readonly isDeep: boolean;
}

/** A set as a literal path and what may follow it. */
export interface Shape {
  readonly kind: "path" | "glob" | "below";
  /** For messages. */
  readonly text: string;
  readonly head: string;
  readonly tails: readonly Tail[];
  /** The segments after the head, for a glob. */
  readonly segments: readonly Segment[];
}

const mostTails = 32;
const whole: readonly Tail[] = [[]];
const tree: readonly Tail[] = [[], ["/", someRun]];

/** Undefined if nothing is known about the set. `isTree`: each member includes everything below it. */
export function shapeOf(set: PathSet, isTree: boolean): Shape | undefined {
  switch (set.kind) {
    case "unknown":
      return undefined;
    case "path":
    case "below":
      return isTree || set.kind === "below"
        ? { kind: "below", text: set.path, head: set.path, tails: tree, segments: [] }
        : { kind: "path", text: set.path, head: set.path, tails: whole, segments: [] };
    case "glob":
      return globShape(set.glob, isTree);
  }
}

/** The set, and where `.` and `..` lead if a glob such as `.*` matches them: in dash, and in bash before 5.2. */
export function variantsOf(set: PathSet): readonly PathSet[] {
  if (set.kind !== "glob") return [set];
  let variants: readonly (readonly string[])[] = [[]];
  for (const name of set.glob.split("/")) {
    const spellings = /^\\?\./.test(name) && findsDots(name) ? [name, ".", ".."] : [name];
    variants = variants.flatMap((names) => spellings.map((each) => [...names, each]));
    if (variants.length > mostTails) return [{ kind: "unknown" }];
  }
  return variants.map((names) => ({ ...set, glob: names.join("/") }));
}

/** Letters and digits in brackets do not match a dot. */
const dotless = /^\.\[(?:[A-Za-z0-9-]|\[:(?:alpha|alnum|lower|upper|digit):\])+\]/;

function findsDots(name: string): boolean {
  const segment = readSegment(name);
  return !segment.isLiteral && !dotless.test(name) && findsName(segment, "..");
}

/** Wildcards of other shells: `(a|b)` and `<1-9>` of zsh. */
const foreign = /(?<!\\)[()|<>]/;

function globShape(glob: string, isTree: boolean): Shape | undefined {
  if (foreign.test(glob)) return undefined;
  const names = splitSegments(glob);
  const segments = names?.map(readSegment);
  if (!names || !segments) return undefined;
  const first = segments.findIndex(({ isLiteral }) => !isLiteral);
  const literal = (part: readonly Segment[]): string => part.map(({ prefix }) => prefix).join("/");
  if (first < 0) return shapeOf({ kind: "path", path: literal(segments) }, isTree);
  // If a name matched by a wildcard is a link, it decides where a following `..` leads.
  const behind = segments.slice(first).filter(({ isLiteral, prefix }) => !isLiteral || !["", "."].includes(prefix));
  if (behind.some(({ isLiteral, prefix }) => isLiteral && prefix === "..")) return undefined;
  const head = first === 0 ? "." : literal(segments.slice(0, first)) || "/";
  const tails = tailsOf(behind, isTree);
  return tails && { kind: "glob", text: glob, head, tails, segments: behind };
}

/** Splits at slashes outside brackets; undefined if a slash is inside one. */
function splitSegments(glob: string): readonly string[] | undefined {
  const names = glob.split("/");
  return names.some((name) => /(?<!\\)\[[^\]]*$/.test(name) && glob.includes("]")) ? undefined : names;
}

type Token = { readonly text: string } | "star" | "one";

function readSegment(name: string): Segment {
  const tokens = readTokens(name);
  const [first] = tokens;
  const prefix = first !== undefined && typeof first === "object" ? first.text : "";
  const isLiteral = tokens.every((token) => typeof token === "object");
  // A glob without a match stays as written: then `[slug]` is six characters and not one.
  const written = !isLiteral && name.includes("[") ? [[name.replace(/\\(.)/gs, "$1")]] : [];
  return { forms: [...formsOf(tokens), ...written], prefix, isLiteral, isDeep: name === "**" };
}

/** The segments of a literal path, then those of a glob after it. */
export function segmentsOf(path: string, segments: readonly Segment[]): readonly Segment[] {
  const names = path.split("/").filter((name) => name !== "");
  const literal = names.map((name): Segment => ({ forms: [[name]], prefix: name, isLiteral: true, isDeep: false }));
  return [...literal, ...segments];
}

function readTokens(name: string): readonly Token[] {
  const tokens: Token[] = [];
  let text = "";
  const end = (): void => {
    if (text !== "") tokens.push({ text });
    text = "";
  };
  for (let i = 0; i < name.length; i++) {
    const unit = name[i]!;
    const bracket = unit === "[" ? bracketEnd(name, i) : -1;
    if (unit === "\\" && i + 1 < name.length) text += name[++i];
    else if (unit === "*" || unit === "?" || bracket > 0) {
      end();
      if (unit !== "*" || tokens.at(-1) !== "star") tokens.push(unit === "*" ? "star" : "one");
      if (bracket > 0) i = bracket;
    } else text += unit;
  }
  end();
  return tokens;
}

/** The position of the bracket that closes the one at `start`; -1 if it is literal. */
function bracketEnd(name: string, start: number): number {
  const first = /[!^]/.test(name[start + 1] ?? "") ? start + 2 : start + 1;
  for (let i = first; i < name.length; i++) {
    if (name[i] === "\\") i++;
    else if (name[i] === "[" && /[:.=]/.test(name[i + 1] ?? "")) {
      const close = name.indexOf(`${name[i + 1]}]`, i + 2);
      if (close > 0) i = close + 1;
    } else if (name[i] === "]" && i > first) return i;
  }
  return -1;
}

/** A wildcard in first position never matches a dot. */
function formsOf(tokens: readonly Token[]): readonly (readonly Piece[])[] {
  const [first, ...others] = tokens;
  if (first === undefined) return [[""]];
  const rest = others.map((token): Piece => (token === "star" ? someText : token === "one" ? someUnit : token.text));
  if (typeof first === "object") return [[first.text, ...rest]];
  const [next] = others;
  const mayBeEmpty = first === "star" && next !== undefined && !(typeof next === "object" && next.text.startsWith("."));
  return [[someVisible, ...rest], ...(mayBeEmpty ? formsOf(others) : [])];
}

function tailsOf(segments: readonly Segment[], isTree: boolean): readonly Tail[] | undefined {
  let tails: readonly Tail[] = whole;
  for (const { forms, isDeep } of segments) {
    const added: readonly Tail[] = isDeep ? [[], ["/", someRun]] : forms.map((form) => ["/", ...form]);
    tails = tails.flatMap((tail) => added.map((each) => [...tail, ...each]));
    if (tails.length > mostTails) return undefined;
  }
  return isTree ? tails.flatMap((tail) => [tail, [...tail, "/", someRun]]) : tails;
}

/** Whether the shell expands the segment to this name. */
export function findsName({ forms }: Segment, name: string): boolean {
  const literal = compileGlob("", "path", name);
  return forms.some((form) => mayMatch(literal, form));
}

export interface DiskMember {
  readonly path: string;
  /** Whether there is a link after the literal beginning. */
  readonly isLinked: boolean;
}

const mostEntries = 5_000;

/** The members of a glob that are on the disk now; undefined if there are too many. */
export function membersOf(
  directory: string,
  segments: readonly Segment[],
  surroundings: Surroundings,
): readonly DiskMember[] | undefined {
  let left = mostEntries;
  const find = (
    { path, isLinked }: DiskMember,
    isFound: (name: string) => boolean,
  ): readonly (DiskMember & DiskEntry)[] => {
    const entries = surroundings.list(path) ?? [];
    left -= entries.length;
    return entries.flatMap((entry) =>
      isFound(entry.name)
        ? [{ ...entry, path: join(path, entry.name), isLinked: isLinked || entry.kind === "link" }]
        : [],
    );
  };
  /** Everything below that is not hidden, without entering linked directories. */
  const descend = (member: DiskMember): readonly DiskMember[] => {
    if (left < 0) return [];
    const found = find(member, (name) => !name.startsWith("."));
    return [...found, ...found.flatMap((each) => (each.kind === "directory" ? descend(each) : []))];
  };
  // Without a special option, these shells read two stars as one.
  const isShallow = ["bash", "sh", "dash", "busybox"].includes(surroundings.shell ?? "");
  let members: readonly DiskMember[] = [{ path: directory, isLinked: false }];
  for (const segment of segments) {
    members = members.flatMap((member): readonly DiskMember[] => {
      if (segment.isDeep && !isShallow) return [member, ...descend(member)];
      return left < 0 ? [] : find(member, (name) => findsName(segment, name));
    });
    if (left < 0) return undefined;
  }
  return members;
}

/** The links below a directory on the disk now; undefined if there are too many names. */
export function linksBelow(directory: string, { list }: Surroundings): readonly string[] | undefined {
  const links: string[] = [];
  const open = [directory];
  let left = mostEntries;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entries = list(at) ?? [];
    left -= entries.length;
    if (left < 0) return undefined;
    for (const { name, kind } of entries) {
      if (kind === "link") links.push(join(at, name));
      else if (kind === "directory") open.push(join(at, name));
    }
  }
  return links;
}

function join(directory: string, name: string): string {
  return `${directory === "/" ? "" : directory}/${name}`;
}
