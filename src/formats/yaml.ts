/** YAML text to plain values, with places. The strict side of the language: core schema, unique keys, few aliases. */
import { type Document, isMap, isScalar, type Node, parseDocument, visit } from "yaml";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile, Span } from "../base/source.ts";
import { deepestLevel, limits } from "./limits.ts";

export interface YamlDocument {
  readonly file: SourceFile;
  readonly value: Readonly<Record<string, unknown>>;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
}

/** `text` stands in `file` at `offset`: front matter is a part of a larger file. `what` is how messages call it. */
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
  // The library compares every key with every other; `repeatedKeys` needs one look at each.
  const document = parseDocument(text, { schema: "core", uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const unquoted = document.errors.length > 0 ? findUnquoted(text, document.errors[0]!.pos[0]) : undefined;
  if (unquoted) {
    const { key, start, end, what } = unquoted;
    const hint = `put quotes around the whole value: \`${key}: "…"\``;
    problem("bad-yaml", `this is not valid YAML: ${what}`, span(start, end), "needs quotes", hint);
    return undefined;
  }
  const troubles: Trouble[] = [...document.errors, ...document.warnings];
  if (troubles.some(({ message }) => message.startsWith("Maximum call stack"))) {
    problem("too-deep", `values are nested deeper than ${limits.nesting} levels`, span(0, 0));
    return undefined;
  }
  const end = /^\.\.\.(?=\s|$)/m.exec(text);
  if (end) troubles.push({ message: "what follows `...` would be lost", pos: [end.index, end.index + 3] });
  const hasTroubles = (found: readonly Trouble[]): boolean => {
    for (const { message, pos } of found)
      problem("bad-yaml", `this is not valid YAML: ${plain(message)}`, span(pos[0], pos[1]), "not valid here");
    return found.length > 0;
  };
  if (hasTroubles(troubles)) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
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
  } catch {
    problem("bad-yaml", `${what} has more than ${limits.aliases} aliases`, span(0, 0), "write the values out");
    return undefined;
  }
  if (deepestLevel(value) > limits.nesting) {
    problem("too-deep", `values are nested deeper than ${limits.nesting} levels`, span(0, 0));
    return undefined;
  }
  if (hasTroubles(repeatedKeys(document))) return undefined;
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
 * The line around an error, if it is `key: value` with a value that has to be quoted. The library names what it expected
 * there, which tells nobody that `Triggers: x` in a description is the cause.
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
    return { key, start, end: start + value.length, what: `text follows the end of the value of \`${key}\`` };
  }
  if (/^[@`%]/.test(value)) return { key, start, end: start + 1, what: `a value cannot start with \`${value[0]}\`` };
  if (!colon) return undefined;
  const where = start + colon.index;
  return { key, start: where, end: where + 1, what: `\`: \` in the value of \`${key}\`` };
}

type Trouble = { readonly message: string; readonly pos: readonly [number, number] };

function repeatedKeys(document: Document): Trouble[] {
  const troubles: Trouble[] = [];
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : String(key);
        const [start, end] = (key as Node | null)?.range ?? [0, 0];
        if (seen.has(name)) troubles.push({ message: "Map keys must be unique", pos: [start, end] });
        seen.add(name);
      }
    },
  });
  return troubles;
}

/** The library's messages, as our own read: lower case, one line, no full stop. */
function plain(message: string): string {
  const line = message.split("\n")[0]!.replace(/\.$/, "");
  return `${line[0]?.toLowerCase() ?? ""}${line.slice(1)}`;
}
