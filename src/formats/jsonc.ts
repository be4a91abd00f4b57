/**
 * Parses JSON with comments and trailing commas, with the position of every part, so that a text can be edited in
 * place.
 */
import type { Scalar, Value } from "../model/output.ts";
import { isFields } from "./json.ts";
import { limits } from "./limits.ts";

interface Place {
  readonly start: number;
  readonly end: number;
}
export interface JsonObject extends Place {
  readonly kind: "object";
  readonly members: readonly JsonMember[];
}
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
  /** The position of the comma after it, if there is one. */
  readonly comma: number | undefined;
}
export type JsonNode =
  | JsonObject
  | (Place & { readonly kind: "array"; readonly items: readonly JsonNode[] })
  | (Place & { readonly kind: "scalar"; readonly value: Scalar });

export interface JsonProblem {
  readonly problem: string;
  readonly offset: number;
}

export function parseJsonc(text: string): JsonNode | JsonProblem {
  try {
    const reader = { text, at: text.startsWith("\uFEFF") ? 1 : 0 };
    skipBlank(reader);
    const node = readNode(reader, 0);
    skipBlank(reader);
    if (reader.at < text.length) fail(reader, "unexpected text after the value");
    return node;
  } catch (error) {
    if (typeof error === "object" && error !== null && "problem" in error) return error as JsonProblem;
    throw error;
  }
}

/** Whether the text equals the value. The order of keys counts, because clients depend on it. */
export function isSame(node: JsonNode, value: Value): boolean {
  if (node.kind === "scalar") return node.value === value;
  if (node.kind === "array") {
    return (
      Array.isArray(value) &&
      value.length === node.items.length &&
      node.items.every((item, i) => isSame(item, value[i]))
    );
  }
  if (!isFields(value) || value.fields.length !== node.members.length) return false;
  return node.members.every(({ key, value: inner }, i) => {
    const [otherKey, other] = value.fields[i]!;
    return key === otherKey && isSame(inner, other);
  });
}

interface Reader {
  readonly text: string;
  at: number;
}

/** Thrown and caught only in this file: the shortest way out of a recursive parser. */
function fail(reader: Reader, problem: string): never {
  throw { problem, offset: reader.at } satisfies JsonProblem;
}

function readNode(reader: Reader, depth: number): JsonNode {
  if (depth > limits.nesting) fail(reader, "values are nested too deeply");
  const start = reader.at;
  const first = reader.text[start];
  if (first === "{") {
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    readList(reader, "}", () => {
      const keyStart = reader.at;
      const key = readScalar(reader);
      if (typeof key !== "string") fail(reader, "the key is not quoted");
      if (keys.has(key)) fail(reader, `the key \`${key}\` appears twice`);
      keys.add(key);
      skipBlank(reader);
      if (reader.text[reader.at] !== ":") fail(reader, "expected a colon");
      reader.at++;
      skipBlank(reader);
      const value = readNode(reader, depth + 1);
      return (comma) => members.push({ key, start: keyStart, value, comma });
    });
    return { kind: "object", start, end: reader.at, members };
  }
  if (first === "[") {
    const items: JsonNode[] = [];
    readList(reader, "]", () => {
      items.push(readNode(reader, depth + 1));
      return () => undefined;
    });
    return { kind: "array", start, end: reader.at, items };
  }
  const value = readScalar(reader);
  return { kind: "scalar", start, end: reader.at, value };
}

function readList(reader: Reader, close: string, readItem: () => (comma: number | undefined) => void): void {
  reader.at++;
  skipBlank(reader);
  while (reader.text[reader.at] !== close) {
    const finish = readItem();
    skipBlank(reader);
    const hasComma = reader.text[reader.at] === ",";
    finish(hasComma ? reader.at : undefined);
    if (hasComma) reader.at++;
    else if (reader.text[reader.at] !== close) fail(reader, `expected a comma or \`${close}\``);
    skipBlank(reader);
  }
  reader.at++;
}

const scalar = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/y;

function readScalar(reader: Reader): Scalar {
  scalar.lastIndex = reader.at;
  const found = scalar.exec(reader.text)?.[0];
  if (found === undefined)
    return fail(reader, reader.at < reader.text.length ? "unexpected text" : "unexpected end of the file");
  try {
    const value: Scalar = JSON.parse(found);
    reader.at += found.length;
    return value;
  } catch {
    return fail(reader, "unexpected text");
  }
}

const blank = /[ \t\r\n]+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

function skipBlank(reader: Reader): void {
  for (;;) {
    blank.lastIndex = reader.at;
    const found = blank.exec(reader.text);
    if (!found) return;
    reader.at = blank.lastIndex;
  }
}
