/** Prints JSON in the given key order. */
import type { Entries, Fields, Value } from "../model/output.ts";

/** JavaScript objects list integer-like keys first, so pairs are printed by hand. */
export function printJson(entries: Entries): string {
  return [...jsonPieces(entries)].join("");
}

/** The same text in pieces: with many agents the whole is large. */
export function* jsonPieces(entries: Entries): Generator<string> {
  yield* fieldPieces(entries, "", 1);
  yield "\n";
}

function* fieldPieces(entries: Entries, indent: string, levels: number): Generator<string> {
  if (entries.length === 0) return yield "{}";
  const inner = `${indent}  `;
  let opening = "{\n";
  for (const [key, value] of entries) {
    yield `${opening}${inner}${printText(key)}: `;
    if (levels > 0 && isFields(value)) yield* fieldPieces(value.fields, inner, levels - 1);
    else yield printValue(value, inner);
    opening = ",\n";
  }
  yield `\n${indent}}`;
}

/**
 * OpenCode replaces `{env:…}` and `{file:…}` in the raw text of its config, even inside a prompt: escaped, they are
 * text.
 */
function printText(text: string): string {
  return JSON.stringify(text).replace(/\{(?=env:|file:)/g, "\\u007b");
}

/** Any plain value as pairs, in its own key order. */
export function toValue(plain: unknown): Value {
  if (Array.isArray(plain)) return plain.map(toValue);
  if (typeof plain === "object" && plain !== null) {
    const pairs = Object.entries(plain).filter(([, value]) => value !== undefined);
    return { fields: pairs.map(([key, value]) => [key, toValue(value)]) };
  }
  if (typeof plain === "string" || typeof plain === "number" || typeof plain === "boolean" || plain === null)
    return plain;
  throw new Error(`cannot print a ${typeof plain} as JSON`);
}

export function isFields(value: Value): value is Fields {
  return typeof value === "object" && value !== null && "fields" in value;
}

function printFields(entries: Entries, indent: string): string {
  if (entries.length === 0) return "{}";
  const inner = `${indent}  `;
  const lines = entries.map(([key, value]) => `${inner}${printText(key)}: ${printValue(value, inner)}`);
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

/** A single value; `indent` precedes every line except the first. */
export function printValue(value: Value, indent: string): string {
  if (typeof value === "string") return printText(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isFields(value)) return printFields(value.fields, indent);
  if (value.length === 0) return "[]";
  const inner = `${indent}  `;
  return `[\n${value.map((item) => `${inner}${printValue(item, inner)}`).join(",\n")}\n${indent}]`;
}
