/** Front matter for clients that read YAML: pairs in order, every text so that it cannot be misread. */
import { isFields } from "../../formats/json.ts";
import { joinFrontMatter } from "../../formats/markdown.ts";
import type { Entries, Value } from "../../model/output.ts";

/** A comment line, or a pair. */
export type FrontMatterLine = readonly [key: string, value: Value] | { readonly comment: string };

export function printPage(lines: readonly FrontMatterLine[], body: string): string {
  const printed: string[] = [];
  for (const line of lines) {
    if ("comment" in line) printed.push(`# ${scalar(line.comment)}`);
    else printPair(line[0], line[1], "", printed);
  }
  return joinFrontMatter(printed, body);
}

// All of these add to one list: an agent may name a hundred others, and lists of lists would be most of the work.

function printPair(key: string, value: Value, indent: string, lines: string[]): void {
  const written = scalar(key);
  if (written.length <= 1_000) return printNamed(`${indent}${written}:`, value, indent, lines);
  // A key of more than 1024 characters is refused by readers of YAML unless it is marked as a key.
  lines.push(`${indent}? ${written}`);
  printNamed(`${indent}:`, value, indent, lines);
}

function printNamed(name: string, value: Value, indent: string, lines: string[]): void {
  if (typeof value !== "object" || value === null) lines.push(`${name} ${scalar(value)}`);
  else if (isFields(value)) {
    const { fields } = value;
    lines.push(fields.length === 0 ? `${name} {}` : name);
    printPairs(fields, `${indent}  `, lines);
  } else {
    lines.push(value.length === 0 ? `${name} []` : name);
    for (const item of value) printItem(item, `${indent}  `, lines);
  }
}

function printPairs(entries: Entries, indent: string, lines: string[]): void {
  for (const [key, value] of entries) printPair(key, value, indent, lines);
}

function printItem(item: Value, indent: string, lines: string[]): void {
  if (typeof item !== "object" || item === null) lines.push(`${indent}- ${scalar(item)}`);
  // Flow style is JSON, and that is YAML: only an author's own fields hold such things.
  else if (!isFields(item) || item.fields.length === 0) lines.push(`${indent}- ${flow(item)}`);
  else {
    const first = lines.length;
    printPairs(item.fields, `${indent}  `, lines);
    lines[first] = `${indent}- ${lines[first]!.trimStart()}`;
  }
}

function flow(value: Value): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (!isFields(value)) return `[${value.map(flow).join(", ")}]`;
  return `{${value.fields.map(([key, inner]) => `${scalar(key)}: ${flow(inner)}`).join(", ")}}`;
}

/** Words and numbers that YAML 1.1 or 1.2 readers take for something else than a text. */
const keyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const plainText = /^[A-Za-z][A-Za-z0-9_./()*-]*(?:[ ,]+[A-Za-z0-9_./()*-]+)*$/;

/** YAML forbids them unescaped, and a client that cannot read the front matter may load the agent without it. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * JSON strings are YAML double-quoted scalars. A run of three hyphens is written in escapes:
 * Claude Code 2.1 ends the front matter at `---` wherever it stands, and what follows is lost, `tools:` too.
 */
export function scalar(value: string | number | boolean | null): string {
  if (typeof value !== "string") return String(value);
  if (plainText.test(value) && !keyword.test(value) && !value.includes("---")) return value;
  return JSON.stringify(value)
    .replace(/-{3,}/g, (run) => "\\x2d".repeat(run.length))
    .replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
