/** Inserts, finds and removes our keys in a JSON text that others also edit. Everything else is preserved. */
import type { Entries, Value } from "../model/output.ts";
import { isFields, printValue } from "./json.ts";
import { isSame, type JsonMember, type JsonObject, type JsonProblem, parseJsonc } from "./jsonc.ts";

export type KeyPath = readonly string[];

interface Merged {
  readonly text: string;
  /** The objects that did not exist before. */
  readonly made: readonly KeyPath[];
}

export function mergeJson(existing: string, entries: Entries): Merged | JsonProblem {
  const text = existing.trim() === "" ? `${existing}{}\n` : existing;
  const root = parseRoot(text);
  if ("problem" in root) return root;
  const made: KeyPath[] = [];
  const merged = mergeObject({ text, unit: indentUnit(text, root), made }, root, entries, []);
  return { text: text.slice(0, root.start) + merged + text.slice(root.end), made };
}

/** The paths whose value is neither what we want to write nor what we wrote last. */
export function findConflicts(existing: string, entries: Entries, last: Entries): KeyPath[] | JsonProblem {
  const root = existing.trim() === "" ? undefined : parseRoot(existing);
  if (root && "problem" in root) return root;
  return root ? conflictsIn(root, entries, last, []) : [];
}

/** Removes the keys that still have their value in `entries`, and those objects of `made` that become empty. */
export function unmergeJson(existing: string, entries: Entries, made: readonly KeyPath[]): string | JsonProblem {
  const root = parseRoot(existing);
  if ("problem" in root) return root;
  const own = new Set(made.map((path) => JSON.stringify(path)));
  return (
    existing.slice(0, root.start) + unmergeObject(existing, root, entries, own, []).text + existing.slice(root.end)
  );
}

/** The leaves of `entries` that `others` does not have at the same path. */
export function withoutKeys(entries: Entries, others: Entries): Entries {
  const known = new Map(others);
  return entries.flatMap(([key, value]): [string, Value][] => {
    const other = known.get(key);
    if (other === undefined) return [[key, value]];
    if (!isFields(value) || !isFields(other)) return [];
    const rest = withoutKeys(value.fields, other.fields);
    return rest.length > 0 ? [[key, { fields: rest }]] : [];
  });
}

function parseRoot(text: string): JsonObject | JsonProblem {
  const root = parseJsonc(text);
  if ("problem" in root || root.kind === "object") return root;
  return { problem: "the file is not a JSON object", offset: root.start };
}

interface Merging {
  readonly text: string;
  readonly unit: string;
  readonly made: KeyPath[];
}

function mergeObject(merging: Merging, object: JsonObject, entries: Entries, path: KeyPath): string {
  const { text, unit } = merging;
  const indent = indentOf(text, object.start);
  const inner = text.slice(object.start + 1, object.end - 1);
  const isSpread = inner.includes("\n") || object.members.length === 0;
  const deeper = isSpread ? indent + unit : indent;
  const present = new Map(object.members.map((member) => [member.key, member]));
  const values = new Map(
    entries.map(([key, value]) => [key, mergeValue(merging, present.get(key), value, [...path, key], deeper)]),
  );
  // Clients depend on the order: if our keys would not come out in the given order, they all move to the end.
  const found = object.members.map(({ key }) => key).filter((key) => values.has(key));
  const isInOrder = found.every((key, i) => key === entries[i]?.[0]);
  const stays = ({ key }: JsonMember): boolean => isInOrder || !values.has(key);
  const added = entries.map(([key]) => key).filter((key) => !isInOrder || !present.has(key));
  const endsWithComma = object.members.at(-1)?.comma !== undefined;
  const body = keepMembers(text, object, stays, ({ key }) => values.get(key), added.length > 0 || endsWithComma);
  if (added.length === 0) return body.text;
  const lead = isSpread ? `\n${deeper}` : " ";
  const fresh = added.map((key) => `${lead}${JSON.stringify(key)}: ${values.get(key)}`).join(",");
  const tail = isSpread ? `\n${indent}` : inner.endsWith(" ") ? " " : "";
  return `${body.text.slice(0, -1).trimEnd()}${fresh}${endsWithComma ? "," : ""}${tail}}`;
}

function mergeValue(
  merging: Merging,
  member: JsonMember | undefined,
  value: Value,
  path: KeyPath,
  indent: string,
): string {
  const { text, unit, made } = merging;
  if (member && isFields(value) && member.value.kind === "object") {
    return mergeObject(merging, member.value, value.fields, path);
  }
  if (member && isSame(member.value, value)) return text.slice(member.value.start, member.value.end);
  noteObjects(value, path, made);
  const [first, ...lines] = printValue(value, "").split("\n");
  return [
    first,
    ...lines.map((line) => indent + line.replace(/^(?: {2})+/, (steps) => unit.repeat(steps.length / 2))),
  ].join("\n");
}

function noteObjects(value: Value, path: KeyPath, made: KeyPath[]): void {
  if (!isFields(value)) return;
  made.push(path);
  for (const [key, inner] of value.fields) noteObjects(inner, [...path, key], made);
}

function conflictsIn(object: JsonObject, entries: Entries, last: Entries, path: KeyPath): KeyPath[] {
  const present = new Map(object.members.map((member) => [member.key, member.value]));
  const written = new Map(last);
  return entries.flatMap(([key, value]) => {
    const node = present.get(key);
    const before = written.get(key);
    if (!node || isSame(node, value)) return [];
    if (node.kind === "object" && isFields(value)) {
      return conflictsIn(node, value.fields, before !== undefined && isFields(before) ? before.fields : [], [
        ...path,
        key,
      ]);
    }
    return before !== undefined && isSame(node, before) ? [] : [[...path, key]];
  });
}

interface Rest {
  readonly text: string;
  readonly isEmpty: boolean;
}

function unmergeObject(
  text: string,
  object: JsonObject,
  entries: Entries,
  own: ReadonlySet<string>,
  path: KeyPath,
): Rest {
  const wanted = new Map(entries);
  const gone = new Set<string>();
  const changed = new Map<string, string>();
  for (const { key, value: node } of object.members) {
    const value = wanted.get(key);
    if (value === undefined) continue;
    if (isFields(value) && node.kind === "object") {
      const rest = unmergeObject(text, node, value.fields, own, [...path, key]);
      changed.set(key, rest.text);
      if (rest.isEmpty && own.has(JSON.stringify([...path, key]))) gone.add(key);
    } else if (isSame(node, value)) gone.add(key);
  }
  const endsWithComma = object.members.at(-1)?.comma !== undefined;
  return keepMembers(
    text,
    object,
    ({ key }) => !gone.has(key),
    ({ key }) => changed.get(key),
    endsWithComma,
  );
}

/** The text of an object with some members removed and some values changed. Comments stay. */
function keepMembers(
  text: string,
  object: JsonObject,
  stays: (member: JsonMember) => boolean,
  newValue: (member: JsonMember) => string | undefined,
  endsWithComma: boolean,
): Rest {
  const last = object.members.findLast(stays);
  let result = "";
  // A line comment before a removed key must not swallow what comes next.
  let isInComment = false;
  const add = (part: string): void => {
    result += isInComment && /^[ \t]*\S/.test(part) ? `\n${part}` : part;
    if (/[\S\n]/.test(part)) isInComment = false;
  };
  let at = object.start;
  for (const member of object.members) {
    const { start, value, comma } = member;
    const isKept = stays(member);
    const lead = text.slice(at, isKept ? value.start : start);
    add(isKept ? lead : lead.trimEnd());
    if (isKept) result += newValue(member) ?? text.slice(value.start, value.end);
    else if (/\/\/[^\n]*\s*$/.test(lead)) isInComment = true;
    at = value.end;
    if (member === last && endsWithComma && comma === undefined) result += ",";
    if (comma === undefined || (isKept && (member !== last || endsWithComma))) continue;
    add(text.slice(at, comma));
    at = comma + 1;
  }
  add(text.slice(at, object.end));
  const isEmpty = last === undefined;
  return { text: isEmpty && /^\{\s*\}$/.test(result) ? "{}" : result, isEmpty };
}

function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function indentUnit(text: string, root: JsonObject): string {
  const first = root.members[0];
  const unit = first && text.slice(root.start, first.start).includes("\n") ? indentOf(text, first.start) : "";
  return unit === "" ? "  " : unit;
}
