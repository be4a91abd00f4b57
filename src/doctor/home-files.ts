/** Reads files of a real home, if they exist. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compare } from "../base/order.ts";
import { type JsonNode, parseJsonc } from "../formats/jsonc.ts";
import { readToml } from "../formats/toml.ts";

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Sorted; empty for a directory that does not exist. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort(compare);
  } catch {
    return [];
  }
}

/**
 * Every file below a directory, links followed, relative to the directory. Links can form loops, so the depth is
 * limited.
 */
export function filesBelow(directory: string, depth = 8): readonly string[] {
  return namesIn(directory).flatMap((name) => {
    const path = join(directory, name);
    if (!isThere(path)) return [];
    if (!statSync(path).isDirectory()) return [name];
    return depth === 0 ? [] : filesBelow(path, depth - 1).map((inner) => `${name}/${inner}`);
  });
}

/** A settings file as plain values; undefined if it is missing or cannot be parsed. */
export function readSettings(path: string): Readonly<Record<string, unknown>> | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = path.endsWith(".toml") ? readToml(text) : jsonOf(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  const node = parseJsonc(text);
  return "problem" in node ? undefined : plainOf(node);
}

function plainOf(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plainOf);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainOf(value)]));
}
