/** Matches paths with a list of special files, comparing each path with only a few entries. */
import { compileGlob, matches, mayMatch, mustMatch } from "../../base/glob.ts";
import type { Surroundings } from "../surroundings.ts";
import { followLinks, literalForm, type PathForm, removeDots } from "./forms.ts";
import { matchPattern } from "./patterns.ts";
import { type Segment, segmentsOf } from "./sets.ts";

/**
 * Patterns in the rule language. They begin with two stars and a slash (anywhere, in a project or not), with `~/` or
 * with `/`; two stars occur elsewhere only at the end.
 */
export interface ListEntry {
  readonly pattern: string;
  readonly except?: readonly string[];
}

export interface FileList {
  readonly entries: readonly ListEntry[];
  /** By a segment, or the end of the last segment, that every path of the entry has, in lower case. */
  readonly byName: ReadonlyMap<string, readonly ListEntry[]>;
  readonly byEnding: ReadonlyMap<string, readonly ListEntry[]>;
  readonly others: readonly ListEntry[];
}

export function makeList(entries: readonly ListEntry[]): FileList {
  const byName = new Map<string, ListEntry[]>();
  const byEnding = new Map<string, ListEntry[]>();
  const others: ListEntry[] = [];
  const add = (map: Map<string, ListEntry[]>, key: string, entry: ListEntry): void => {
    map.set(key, [...(map.get(key) ?? []), entry]);
  };
  for (const entry of entries) {
    const names = literalNames(entry.pattern);
    const ending = /\/\*(\.[^*/.]+)$/.exec(entry.pattern)?.[1];
    if (names.length > 0) add(byName, names[0]!.toLowerCase(), entry);
    else if (ending !== undefined) add(byEnding, ending.toLowerCase(), entry);
    else others.push(entry);
  }
  return { entries, byName, byEnding, others };
}

/** The segments of a pattern without a star. */
export function literalNames(pattern: string): readonly string[] {
  return pattern.split("/").filter((name) => name !== "" && name !== "~" && !name.includes("*"));
}

/**
 * The entry that a set of paths belongs to. A tree belongs to an entry if its top does. A glob does if all its matches
 * do, or if both begin with the same two characters or with a dot (`id*`, `.e*`); `*` alone, `a*` and `*.json` do not.
 */
export function findEntry(list: FileList, form: PathForm, surroundings: Surroundings): ListEntry | undefined {
  if (form.kind === "glob") return findForGlob(list, form, surroundings);
  const literal = form.kind === "path" ? form : literalForm(form);
  const isMet = (pattern: string): boolean => matchPattern(pattern, "deny", literal, surroundings) === "yes";
  return candidates(list, literal, surroundings).find(
    ({ pattern, except }) => isMet(pattern) && !except?.some((each) => isMet(each)),
  );
}

function candidates(list: FileList, { path, isResolved }: PathForm, surroundings: Surroundings): readonly ListEntry[] {
  const found = [...keyedEntries(list, path), ...list.others];
  return isResolved ? [...found, ...movedEntries(list, surroundings)] : found;
}

function keyedEntries(list: FileList, path: string): readonly ListEntry[] {
  const names = path.toLowerCase().split("/");
  const last = names.at(-1) ?? "";
  const byName = names.flatMap((name) => list.byName.get(name) ?? []);
  return [...byName, ...(list.byEnding.get(last.slice(last.lastIndexOf("."))) ?? [])];
}

/** Ignores links: false only if no entry can match the path as written. Called for each file of a project. */
export function mayBeListed({ byName, byEnding, others }: FileList, path: string): boolean {
  const names = path.toLowerCase().split("/");
  const last = names.at(-1) ?? "";
  const hasNamesOf = ({ pattern }: ListEntry): boolean =>
    literalNames(pattern).every((name) => names.includes(name.toLowerCase()));
  for (const name of names) if (byName.get(name)?.some(hasNamesOf)) return true;
  return byEnding.has(last.slice(last.lastIndexOf("."))) || others.some(({ pattern }) => resemblesLast(pattern, last));
}

function resemblesLast(pattern: string, last: string): boolean {
  return matches(compileGlob(pattern.slice(pattern.lastIndexOf("/") + 1).toLowerCase(), "path"), last);
}

const moved = new WeakMap<Surroundings, Map<FileList, readonly ListEntry[]>>();

/** Entries at a fixed location whose directory is a link on this machine: their real paths have other names. */
function movedEntries(list: FileList, surroundings: Surroundings): readonly ListEntry[] {
  const known = moved.get(surroundings) ?? new Map<FileList, readonly ListEntry[]>();
  moved.set(surroundings, known);
  const found = known.get(list) ?? list.entries.filter(({ pattern }) => isMoved(pattern, surroundings));
  known.set(list, found);
  return found;
}

function isMoved(pattern: string, surroundings: Surroundings): boolean {
  if (pattern.startsWith("**")) return false;
  const head = removeDots(pattern.replace(/\/[^/]*\*.*$/, "").replace(/^~/, surroundings.home));
  return followLinks(head, surroundings)?.path !== head;
}

function findForGlob({ entries }: FileList, form: PathForm, surroundings: Surroundings): ListEntry | undefined {
  const isAll = (pattern: string): boolean => matchPattern(pattern, "deny", form, surroundings) === "yes";
  const seenFrom = (pattern: string): readonly Segment[] =>
    segmentsOf(pattern.startsWith("**") ? (form.inner ?? form.path) : form.path, form.segments);
  return entries.find(({ pattern, except }) => {
    if (except?.some(isAll)) return false;
    return isAll(pattern) || meets(pattern, seenFrom(pattern), surroundings);
  });
}

/** Segment by segment: equal, or similar enough that the glob is meant to match the entry. */
function meets(pattern: string, segments: readonly Segment[], { home, ignoresCase }: Surroundings): boolean {
  const isAnywhere = pattern.startsWith("**/");
  const isTree = pattern.endsWith("/**");
  const absolute = pattern.replace(/^~(?=\/)/, removeDots(home));
  const names = absolute.split("/").slice(1, isTree ? -1 : undefined);
  const last = segments.length - names.length;
  const starts = isAnywhere ? Array.from({ length: Math.max(last + 1, 0) }, (_, i) => i) : [0];
  const isAlike = (start: number): boolean =>
    names.every((name, i) => {
      const segment = segments[start + i];
      return segment !== undefined && resembles(segment, name, ignoresCase);
    });
  return starts.some((start) => (isTree || start === last) && isAlike(start));
}

function resembles({ forms, prefix, isDeep }: Segment, name: string, ignoresCase: boolean): boolean {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const glob = compileGlob(fold(name), "path");
  const folded = forms.map((form) => form.map((piece) => (typeof piece === "string" ? fold(piece) : piece)));
  if (isDeep) return false;
  if (folded.every((form) => mustMatch(glob, form))) return true;
  const literal = name.split("*")[0]!;
  const shared = Math.min(prefix.length, literal.length);
  // One letter is too little to identify a file, but a dot is enough: few names begin with it.
  if (shared === 0 || (shared === 1 && !prefix.startsWith("."))) return false;
  if (fold(prefix.slice(0, shared)) !== fold(literal.slice(0, shared))) return false;
  return folded.some((form) => mayMatch(glob, form));
}
