/** Prints ordered pairs as TOML that every parser reads back as the same values. */
import type { Entries, Fields, Value } from "../model/output.ts";
import { isFields } from "./json.ts";

/** Plain pairs precede tables, because everything after a header belongs to that table; each kind keeps its order. */
export function printToml(entries: Entries): string {
  return blocksOf([], entries, "").filter(Boolean).join("\n");
}

/** The pairs of a table under its header, then each nested table: one block each. */
function blocksOf(path: readonly string[], entries: Entries, header: string): string[] {
  let own = header;
  const inner: string[] = [];
  for (const [key, value] of entries) {
    const tables = tablesOf(value);
    if (!tables) own += `${printKey(key)} = ${printValue(value)}\n`;
    const name = [...path, key].map(printKey).join(".");
    const mark = isTable(value) ? `[${name}]\n` : `[[${name}]]\n`;
    for (const { fields } of tables ?? []) inner.push(...blocksOf([...path, key], fields, mark));
  }
  // A table that contains only tables needs no header; an array item does.
  const isImplied = own === header && inner.length > 0 && !header.startsWith("[[");
  return isImplied ? inner : [own, ...inner];
}

function isTable(value: Value): value is Fields {
  return typeof value === "object" && value !== null && isFields(value);
}

/** A table, or an array of tables: they get headers. */
function tablesOf(value: Value): readonly Fields[] | undefined {
  if (isTable(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isTable) ? value : undefined;
}

function printKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : printLine(key);
}

function printValue(value: Value): string {
  if (typeof value === "string") return value.includes("\n") ? printLines(value) : printLine(value);
  if (value === null) throw new Error("TOML has no null");
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error(`cannot print ${value} as TOML`);
  if (typeof value !== "object") return String(value);
  if (!isFields(value)) return `[${value.map(printValue).join(", ")}]`;
  return `{ ${value.fields.map(([key, inner]) => `${printKey(key)} = ${printInline(inner)}`).join(", ")} }`;
}

/** Inside braces, a string stays on its line. */
function printInline(value: Value): string {
  return typeof value === "string" ? printLine(value) : printValue(value);
}

/** Control characters except the tab: TOML accepts them only as escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function escaped(text: string): string {
  if (/\p{Surrogate}/u.test(text))
    throw new Error("the string contains an unpaired surrogate, which TOML cannot represent");
  return text
    .replaceAll("\\", "\\\\")
    .replace(unprintable, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function printLine(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/**
 * The line break after the opening quotes is not part of the string. A single quote stays as it is, a run of them
 * cannot.
 */
function printLines(text: string): string {
  const body = escaped(text).replace(/"{2,}|"$/g, (run) => '\\"'.repeat(run.length));
  return `"""\n${body}"""`;
}
