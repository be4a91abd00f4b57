/** Parses TOML to plain values with positions. The library has no positions, so toml-places.ts finds them. */
import Parser from "@iarna/toml/lib/toml-parser.js";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile, Span } from "../base/source.ts";
import { deepestLevel, limits } from "./limits.ts";
import { findPlaces, type Places, placeKey } from "./toml-places.ts";

type Path = readonly (string | number)[];

export interface TomlDocument {
  readonly file: SourceFile;
  readonly value: Readonly<Record<string, unknown>>;
  /** The span of a value or its key; for something not in the text, that of the nearest enclosing thing. */
  readonly at: (path: Path, part?: "key" | "value") => Span;
  /** Part of a string value, by offsets in the value; the whole value if escapes make the two differ. */
  readonly inside: (path: Path, start: number, end: number) => Span;
}

/** Reports problems and returns undefined, or a document that Nix's `fromTOML` reads the same way. */
export function parseToml(file: SourceFile, report: Report): TomlDocument | undefined {
  let value: Record<string, unknown>;
  try {
    value = readToml(file.text);
  } catch (error) {
    reportSyntax(file, error, report);
    return undefined;
  }
  const document = withPlaces(file, value);
  if (deepestLevel(value) > limits.nesting) {
    const message = `values are nested deeper than ${limits.nesting} levels`;
    report({ code: "too-deep", severity: "error", message, span: { file, start: 0, end: 0 } });
    return undefined;
  }
  return isReadableByNix(document, value, [], report) ? document : undefined;
}

function withPlaces(file: SourceFile, value: Readonly<Record<string, unknown>>): TomlDocument {
  let places: Places | undefined;
  const find = (path: Path) => {
    places ??= findPlaces(file.text);
    return places.get(placeKey(path));
  };
  const at = (path: Path, part: "key" | "value" = "value"): Span => {
    for (let length = path.length; length > 0; length--) {
      const found = find(path.slice(0, length));
      if (!found) continue;
      const [start, end, keyStart, keyEnd] = found;
      const isValue = keyStart < 0 || (length === path.length && part === "value");
      return isValue ? { file, start, end } : { file, start: keyStart, end: keyEnd };
    }
    return { file, start: 0, end: 0 };
  };
  const inside = (path: Path, start: number, end: number): Span => {
    const whole = at(path);
    const raw = file.text.slice(whole.start + 1, whole.end - 1);
    const text = path.reduce<unknown>(
      (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
      value,
    );
    return raw === text ? { file, start: whole.start + 1 + start, end: whole.start + 1 + end } : whole;
  };
  return { file, value, at, inside };
}

function reportSyntax(file: SourceFile, error: unknown, report: Report): void {
  const { message, pos } = error as { message?: unknown; pos?: unknown };
  if (typeof message !== "string") throw error;
  const date = findDate(file.text);
  if (date) return reportDate(file, date, report);
  const { what, hint, label } = explanations.find((each) => each.message.test(message)) ?? fallback;
  // The library counts from 1 and may point past the end.
  const offset = Math.min(typeof pos === "number" ? Math.max(pos - 1, 0) : 0, file.text.length);
  const isEnd = offset >= file.text.length || file.text[offset] === "\n";
  const key = label === undefined ? undefined : keyOnLine(file, offset);
  const unexpected = isEnd ? "the line ends here" : "unexpected";
  report({
    code: "bad-toml",
    severity: "error",
    message: `not valid TOML: ${what}`,
    span: key ?? { file, start: offset, end: isEnd ? offset : offset + 1 },
    label: label === undefined ? unexpected : key ? label : "a key before this is defined twice",
    hint,
  });
}

/** The key or table header of a line, unless the position is in an inline table. The library points behind the value. */
function keyOnLine(file: SourceFile, at: number): Span | undefined {
  const from = file.text.lastIndexOf("\n", at - 1) + 1;
  if (file.text.slice(from, at).includes("{")) return undefined;
  const [, indent = "", key] =
    /^([ \t]*)(\[+[^\]\n]*\]+|[^=#\s][^=#\n]*?)[ \t]*(?:[=#\n]|$)/.exec(file.text.slice(from)) ?? [];
  return key === undefined ? undefined : { file, start: from + indent.length, end: from + indent.length + key.length };
}

interface Explanation {
  readonly message: RegExp;
  readonly what: string;
  readonly hint: string;
  /** For an error about the key of the line. */
  readonly label?: string;
}

/** The library's messages in plain words, each with what to do. */
const explanations: readonly Explanation[] = [
  { message: /unterminated/i, what: "unterminated string", hint: 'close the string with `"` on the same line' },
  {
    message: /comma \(,\) or close bracket/i,
    what: "expected a comma or `]`",
    hint: "separate the items of a list with commas",
  },
  {
    message: /expecting string, number/i,
    what: "expected a value",
    hint: 'quote strings, as in `name = "a"`, and end lists with `]`',
  },
  { message: /expected "="/i, what: "expected `=`", hint: "write `key = value`; this is TOML, not YAML" },
  { message: /redefine/i, what: "duplicate key or table", label: "defined again here", hint: "remove one of them" },
  {
    message: /escape|unicode/i,
    what: "unknown escape",
    hint: "write `\\\\` for a backslash, or use single quotes",
  },
  { message: /key/i, what: "expected a key", hint: "keys contain letters, digits, `_` and `-`; quote any other key" },
];
const fallback: Omit<Explanation, "message"> = {
  what: "unexpected text",
  hint: "check the quotes, commas and brackets before this position",
};

function reportDate(file: SourceFile, { start, end }: Pick<Span, "start" | "end">, report: Report): void {
  const written = file.text.slice(start, end);
  report({
    code: "toml-date",
    severity: "error",
    message: `\`${written}\` is a TOML date or time, which Nix cannot read`,
    span: { file, start, end },
    label: "quote this value",
    hint: `write it as a string: "${written}"`,
  });
}

/** The library fails on some dates, such as a time in an array, and then points after them. */
function findDate(text: string): { start: number; end: number } | undefined {
  const blanked = text.replace(
    /"""(?:\\[\s\S]|[^\\])*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*/g,
    (part) => " ".repeat(part.length),
  );
  // A date may also be a key: after a bracket that begins a line, or before an equals sign.
  const opening = /(?:[=,]|(?<=\S[ \t]*)\[|\[(?=\s*\d\d:))\s*/.source;
  const date = /(\d{4}-\d\d-\d\d[^\s,\]}]*(?: \d\d:[^\s,\]}]*)?|\d\d:\d\d[^\s,\]}]*)(?![ \t]*[=.])/.source;
  const found = new RegExp(opening + date).exec(blanked);
  if (!found) return undefined;
  const end = found.index + found[0].length;
  return { start: end - found[1]!.length, end };
}

/** Dates, big integers and NUL: the library accepts them, Nix does not or reads them differently. */
function isReadableByNix(document: TomlDocument, value: unknown, path: Path, report: Report): boolean {
  if (value instanceof Date) {
    reportDate(document.file, document.at(path), report);
    return false;
  }
  if (
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
  ) {
    const message = `\`${path.join(".")}\` is too large for an exact integer`;
    report({ code: "bad-field", severity: "error", message, span: document.at(path), label: "at most 2^53" });
    return false;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    const message = `\`${path.join(".")}\` is not a finite number`;
    report({ code: "bad-field", severity: "error", message, span: document.at(path), label: "not allowed" });
    return false;
  }
  if ((typeof value === "string" && value.includes("\0")) || String(path.at(-1)).includes("\0")) {
    const message = `\`${path.join(".")}\` contains a NUL character, which Nix cannot read`;
    report({ code: "bad-field", severity: "error", message, span: document.at(path), label: "remove the NUL" });
    return false;
  }
  if (typeof value !== "object" || value === null) return true;
  let isFine = true;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    if (!isReadableByNix(document, inner, [...path, step], report)) isFine = false;
  }
  return isFine;
}

const closingBracket = 0x5d;

/**
 * The library alone, without positions, guarded against two mistakes: writing to JavaScript's built-in objects, and
 * merging tables that Nix keeps separate. Throws an error with the offset as `pos`, counted from 1.
 */
export function readToml(text: string): Record<string, unknown> {
  const parser = new Parser();
  const { parseTableMore, parseListMore, recordAssignStatement, recordInlineTableValue } = parser;
  /** Tables created by dotted keys: only these may be extended by dotted keys. */
  const dotted = new WeakSet<object>();
  /** Tables around an array of tables, created by its header: Nix 2.8 lets no later header open them. */
  const aroundLists = new WeakSet<object>();

  const refuse = (problem: string): never => {
    throw parser.error(new Error(problem));
  };
  // The library treats `constructor` as an existing table, and changes the one every object shares.
  const checkName = (name: string): void => {
    if (name !== "__proto__" && name in Object.prototype) refuse(`\`${name}\` cannot be a table name`);
  };
  const tablesOn = (from: unknown, names: readonly string[]): object[] => {
    const found: object[] = [];
    let table = from;
    for (const name of names) {
      table = Object.getOwnPropertyDescriptor(table, name)?.value;
      if (typeof table !== "object" || table === null) break;
      found.push(table);
    }
    return found;
  };

  parser.parseTableMore = (name) => {
    checkName(name);
    const [table] = tablesOn(parser.ctx, [name]);
    if (table && aroundLists.has(table) && parser.char === closingBracket)
      refuse("this table is already defined as a list of tables");
    return parseTableMore.call(parser, name);
  };
  parser.parseListMore = (name) => {
    const { ctx } = parser;
    const isThere = tablesOn(ctx, [name]).length > 0;
    const next = parseListMore.call(parser, name);
    const [table] = tablesOn(ctx, [name]);
    if (!isThere && table && !Array.isArray(table)) aroundLists.add(table);
    return next;
  };
  parser.recordAssignStatement = (pair) => {
    const names = pair.key.slice(0, -1);
    names.forEach(checkName);
    const { ctx } = parser;
    if (!tablesOn(ctx, names).every((table) => dotted.has(table)))
      refuse("a dotted key extends a table that is defined elsewhere");
    const next = recordAssignStatement.call(parser, pair);
    for (const table of tablesOn(ctx, names)) dotted.add(table);
    return next;
  };
  parser.recordInlineTableValue = (pair) => {
    pair.key.slice(0, -1).forEach(checkName);
    return recordInlineTableValue.call(parser, pair);
  };

  parser.parse(text);
  return parser.finish();
}
