/** Parses YAML into plain values with positions: core schema, unique keys, few aliases. */
import { type Document, type ErrorCode, isMap, isPair, isScalar, type Node, parseDocument, visit } from "yaml";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile, Span } from "../base/source.ts";
import { deepestLevel, limits } from "./limits.ts";

export interface YamlDocument {
  readonly file: SourceFile;
  readonly value: Readonly<Record<string, unknown>>;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
}

/** `text` is in `file` at `offset`, because front matter is part of a larger file. `what` names it in messages. */
export function parseYamlMap(
  file: SourceFile,
  text: string,
  offset: number,
  report: Report,
  what = "the front matter",
): YamlDocument | undefined {
  const span = (start: number, end: number): Span => ({ file, start: offset + start, end: offset + end });
  const problem = (
    code: "bad-yaml" | "too-large" | "too-deep",
    message: string,
    where: Span,
    label?: string,
    hint?: string,
  ) => report({ code, severity: "error", message, span: where, label, hint });

  if (text.length > limits.frontmatterBytes) {
    problem("too-large", `${what} is larger than ${limits.frontmatterBytes / 1024} KB`, span(0, 0));
    return undefined;
  }
  // The library compares every key with every other (quadratic); `repeatedKeys` is linear.
  const document = parseLoosely(text);
  const unquoted = document.errors.length > 0 ? findUnquoted(text, document.errors[0]!.pos[0]) : undefined;
  if (unquoted) {
    const { key, start, end, what } = unquoted;
    const hint = `quote the whole value: \`${key}: "…"\``;
    problem("bad-yaml", `not valid YAML: ${what}`, span(start, end), "needs quotes", hint);
    return undefined;
  }
  const errors = [...document.errors, ...document.warnings];
  if (errors.some(({ message, code }) => code === "RESOURCE_EXHAUSTION" || message.startsWith("Maximum call stack"))) {
    problem("too-deep", `values are nested deeper than ${limits.nesting} levels`, span(0, 0));
    return undefined;
  }
  const mistakes: Mistake[] = errors.map(({ code, message, pos }) => ({ what: explain(code, message), pos }));
  const end = /^\.\.\.(?=\s|$)/m.exec(text);
  if (end) mistakes.push({ what: "text after `...` would be ignored", pos: [end.index, end.index + 3] });
  const hasMistakes = (found: readonly Mistake[]): boolean => {
    for (const { what, pos } of found)
      problem("bad-yaml", `not valid YAML: ${what}`, span(pos[0], pos[1]), "not valid here");
    return found.length > 0;
  };
  if (hasMistakes(mistakes)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (controls) {
    problem("bad-yaml", `${what} contains a control character`, span(controls.index, controls.index + 1), "remove it");
    return undefined;
  }
  if (!isMap(document.contents)) {
    problem("bad-yaml", `${what} is not a list of \`key: value\` lines`, span(0, text.trimEnd().length));
    return undefined;
  }
  let value: Record<string, unknown>;
  try {
    value = document.toJS({ maxAliasCount: limits.aliases }) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Unresolved alias"))
      problem("bad-yaml", `not valid YAML: ${explanations.BAD_ALIAS}`, span(0, 0), undefined, "quote the value");
    else problem("bad-yaml", `${what} has more than ${limits.aliases} aliases`, span(0, 0), "write out the values");
    return undefined;
  }
  if (deepestLevel(value) > limits.nesting) {
    problem("too-deep", `values are nested deeper than ${limits.nesting} levels`, span(0, 0));
    return undefined;
  }
  if (hasMistakes(repeatedKeys(document))) return undefined;
  const at: YamlDocument["at"] = (path, part = "value") => {
    const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
    const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
    const node = (part === "key" ? pair?.key : document.getIn(path, true)) as Node | undefined;
    const range = node?.range ?? (pair?.key as Node | undefined)?.range;
    if (range) return span(range[0], range[1]);
    return path.length > 1 ? at(path.slice(0, -1)) : span(0, 0);
  };
  return { file, value, at };
}

/**
 * The line around an error, if it is `key: value` with a value that must be quoted. The library only reports what it
 * expected, not that `Triggers: x` in a description is the cause.
 */
function findUnquoted(text: string, at: number): { key: string; start: number; end: number; what: string } | undefined {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const next = text.indexOf("\n", at);
  const line = text.slice(from, next < 0 ? text.length : next);
  const found = /^(\s*(?:- )?([A-Za-z_][\w-]*):[ \t]+)(\S.*)$/.exec(line);
  if (!found) return undefined;
  const [, lead = "", key = "", value = ""] = found;
  const start = from + lead.length;
  const quoted = /^(["']).*?\1(?=.)/.exec(value);
  const colon = /:(?= |\t|$)/.exec(value);
  if (/^["'[{|>&*!]/.test(value)) {
    // `"a" b` and `[path] [flags]`: something follows the end of the value.
    const closed = quoted ?? /^\[[^[\]]*\](?=.)/.exec(value);
    if (!closed || /^\s*(?:#|$)/.test(value.slice(closed[0].length))) return undefined;
    return { key, start, end: start + value.length, what: `unexpected text after the value of \`${key}\`` };
  }
  if (/^[@`%]/.test(value))
    return { key, start, end: start + 1, what: `an unquoted value cannot start with \`${value[0]}\`` };
  if (!colon) return undefined;
  const where = start + colon.index;
  return { key, start: where, end: where + 1, what: `\`: \` in the value of \`${key}\`` };
}

/** A mistake in the original text, and what to write instead. */
interface YamlRepair {
  readonly start: number;
  readonly end: number;
  readonly what: string;
  readonly hint: string;
}

/**
 * Repairs invalid YAML as Claude Code reads it: quotes one-line values that need it, turns indenting tabs into spaces,
 * and keeps the last of duplicate keys. Line numbers do not change. Undefined if there is nothing to repair, or a key
 * that `mustBeUnique` is duplicated.
 */
export function repairYaml(
  text: string,
  mustBeUnique: (key: string) => boolean,
): { readonly text: string; readonly repairs: readonly YamlRepair[] } | undefined {
  const repairs: YamlRepair[] = [];
  let start = 0;
  const lines = text.split("\n");
  const repaired = lines.map((line, i) => {
    const at = start;
    start += line.length + 1;
    const indent = /^ *\t[ \t]*(?=\S)/.exec(line)?.[0];
    if (indent !== undefined) {
      repairs.push({
        start: at,
        end: at + indent.length,
        what: "this line is indented with tabs",
        hint: "indent with spaces",
      });
      return indent.replaceAll("\t", "  ") + line.slice(indent.length);
    }
    const [, lead, key, value] = /^(([A-Za-z_][\w-]*):[ \t]+)(\S.*?)[ \t]*$/.exec(line) ?? [];
    if (lead === undefined || key === undefined || value === undefined) return line;
    // The value continues on the next line.
    if (/^[ \t]+\S/.test(lines[i + 1] ?? "") || /^[|>]/.test(value)) return line;
    const alias = /^\*([^\s,[\]{}]+)$/.exec(value)?.[1];
    const isAlias = alias !== undefined && text.includes(`&${alias}`);
    if (parseLoosely(line).errors.length === 0 && (alias === undefined || isAlias)) return line;
    const hint = `quote the whole value: \`${key}: "…"\``;
    repairs.push({
      start: at + lead.length,
      end: at + line.length,
      what: `the value of \`${key}\` needs quotes`,
      hint,
    });
    return lead + JSON.stringify(value);
  });
  const result = withoutRepeated(repaired.join("\n"), mustBeUnique, repairs);
  return result === undefined || repairs.length === 0 ? undefined : { text: result, repairs };
}

const parseLoosely = (text: string) =>
  parseDocument(text, { schema: "core", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });

/** Blanks out all but the last of duplicate keys, so that other positions do not change. */
function withoutRepeated(
  text: string,
  mustBeUnique: (key: string) => boolean,
  repairs: YamlRepair[],
): string | undefined {
  const document = parseLoosely(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return text;
  let result = text;
  let isRefused = false;
  const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : "");
  visit(document, {
    Map: (_, map, around) => {
      const top = around.find(isPair);
      const starts = map.items.map(({ key }) => (key as Node | null)?.range?.[0] ?? 0);
      const names = map.items.map(({ key }) => nameOf(key));
      const last = new Map(names.map((name, i) => [name, i]));
      for (const [i, name] of names.entries()) {
        if (last.get(name) === i) continue;
        isRefused ||= mustBeUnique(top ? nameOf(top.key) : name);
        const [start, end] = [starts[i]!, starts[i + 1]!];
        const what = `\`${name}\` is written more than once; the last value is used`;
        repairs.push({ start, end: start + name.length, what, hint: "remove the others" });
        result = result.slice(0, start) + result.slice(start, end).replace(/[^\n]/g, " ") + result.slice(end);
      }
    },
  });
  return isRefused ? undefined : result;
}

type Mistake = { readonly what: string; readonly pos: readonly [number, number] };

function repeatedKeys(document: Document): Mistake[] {
  const mistakes: Mistake[] = [];
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : String(key);
        const [start, end] = (key as Node | null)?.range ?? [0, 0];
        if (seen.has(name)) mistakes.push({ what: "duplicate key", pos: [start, end] });
        seen.add(name);
      }
    },
  });
  return mistakes;
}

/** The library's error codes in plain words. Every code is listed, so that its own text never reaches a person. */
const explanations: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "an alias cannot have a tag or an anchor",
  BAD_ALIAS: "an alias refers to an anchor that does not exist",
  BAD_COLLECTION_TYPE: "this tag does not fit the value",
  BAD_DIRECTIVE: "unknown directive",
  BAD_DQ_ESCAPE: "unknown escape in a double-quoted string",
  BAD_INDENT: "wrong indentation",
  BAD_PROP_ORDER: "a tag or an anchor is in the wrong position",
  BAD_SCALAR_START: "an unquoted value cannot start with this character",
  BLOCK_AS_IMPLICIT_KEY: "a nested value must start on its own line",
  BLOCK_IN_FLOW: "a block cannot be inside brackets or braces",
  DUPLICATE_KEY: "duplicate key",
  IMPOSSIBLE: "unexpected text",
  KEY_OVER_1024_CHARS: "the key is longer than 1024 characters",
  MISSING_CHAR: "a character is missing",
  MULTILINE_IMPLICIT_KEY: "a key must be on one line",
  MULTIPLE_ANCHORS: "a value can have only one anchor",
  MULTIPLE_DOCS: "there is more than one document",
  MULTIPLE_TAGS: "a value can have only one tag",
  NON_STRING_KEY: "a key must be a string",
  RESOURCE_EXHAUSTION: "values are nested too deeply",
  TAB_AS_INDENT: "tabs are not allowed as indentation",
  TAG_RESOLVE_FAILED: "unknown tag",
  UNEXPECTED_TOKEN: "unexpected text",
};

/** The library has one code for every missing character; only its text says which. */
function explain(code: ErrorCode, message: string): string {
  if (code !== "MISSING_CHAR") return explanations[code] ?? "unexpected text";
  if (/quote/i.test(message)) return "a quote is not closed";
  const bracket = /[[\]{}]/.exec(message)?.[0];
  if (bracket !== undefined) return `expected \`${bracket}\``;
  return /comma|,/.test(message) ? "expected a comma" : explanations.MISSING_CHAR;
}
