/** Measures the functions of a source file: with a parser for JavaScript and TypeScript, by tokens for the rest. */

export interface FunctionLength {
  readonly name: string;
  /** 1-based, where it begins. */
  readonly line: number;
  readonly lines: number;
}

/** Throws with a sentence if the text cannot be parsed. */
type FunctionReader = (text: string, path: string) => readonly FunctionLength[] | Promise<readonly FunctionLength[]>;

/** The parser is large and most runs never need it. */
const scripts: FunctionReader = async (text, path) => {
  const { scriptFunctions } = await import("./script-functions.ts");
  return scriptFunctions(text, path);
};

const readers: ReadonlyMap<string, FunctionReader> = new Map<string, FunctionReader>([
  ...["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((ending) => [ending, scripts] as const),
  ["rs", (text) => bracedFunctions(text, "rust")],
  ["go", (text) => bracedFunctions(text, "go")],
  ["py", pythonFunctions],
  ["pyi", pythonFunctions],
]);

/** Source files whose functions are not measured: only the length of the file counts. */
const others = (
  "c cc cpp cxx h hh hpp hxx cs java kt kts scala swift m mm rb php pl lua sh bash zsh fish ps1 nix zig nim hs ml mli " +
  "ex exs erl clj cljs elm dart r jl vue svelte astro css scss less sql proto"
).split(" ");

const sources = new Set([...readers.keys(), ...others]);

export function isSource(path: string): boolean {
  return sources.has(endingOf(path));
}

export function functionReaderOf(path: string): FunctionReader | undefined {
  return readers.get(endingOf(path));
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}

type Language = "rust" | "go";

/**
 * Where a brace is not code: comments, strings, characters. A Rust lifetime is not a character: it has no closing
 * quote.
 */
const blanks: Readonly<Record<Language, RegExp>> = {
  rust: /\/\/[^\n]*|\/\*|\bb?r(#*)"|b?"(?:\\[\s\S]|[^"\\])*"?|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|[\s\S])|[^'\\\n])'/g,
  go: /\/\/[^\n]*|\/\*|`[^`]*`?|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'/g,
};

const heads: Readonly<Record<Language, RegExp>> = {
  rust: /\bfn\s+(?:r#)?([\p{L}_][\p{L}\p{N}_]*)/gu,
  go: /\bfunc\b\s*(?:\([^()]*\)\s*)?(?:([\p{L}_][\p{L}\p{N}_]*)(?=\s*[([]))?/gu,
};

function bracedFunctions(text: string, language: Language): readonly FunctionLength[] {
  const code = blankBraced(text, language);
  const closing = matchBraces(code);
  const lineOf = lineFinder(code);
  const found: FunctionLength[] = [];
  for (const head of code.matchAll(heads[language])) {
    const start = findBody(code, head.index + head[0].length, language, closing);
    const end = start === undefined ? undefined : closing.get(start);
    if (end === undefined) continue;
    const line = lineOf(head.index);
    found.push({ name: head[1] ?? "anonymous", line, lines: lineOf(end) - line + 1 });
  }
  return found;
}

/** Replaces every character that is not code with a space; keeps line breaks. */
function blankBraced(text: string, language: Language): string {
  const expression = new RegExp(blanks[language]);
  let code = "";
  let at = 0;
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    const end = endOf(text, found, language);
    code += text.slice(at, found.index) + text.slice(found.index, end).replace(/[^\n]/g, " ");
    at = end;
    expression.lastIndex = Math.max(end, found.index + 1);
  }
  return code + text.slice(at);
}

function endOf(text: string, found: RegExpExecArray, language: Language): number {
  const after = found.index + found[0].length;
  if (found[0] === "/*") return language === "rust" ? endOfNested(text, after) : endAfter(text, "*/", after);
  return found[1] === undefined ? after : endAfter(text, `"${found[1]}`, after);
}

function endAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** Rust comments nest. */
function endOfNested(text: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 1;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}

function matchBraces(code: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    if (brace === "{") open.push(index);
    else if (open.length > 0) closing.set(open.pop()!, index);
  }
  return closing;
}

/** A longer text is not a function head. */
const longestHead = 4_000;

/** The brace that opens the body: not inside parentheses, brackets or type arguments. None for a declaration. */
function findBody(
  code: string,
  from: number,
  language: Language,
  closing: ReadonlyMap<number, number>,
): number | undefined {
  // Go has `<-chan` instead of type arguments in angle brackets, and the end of a line ends a declaration.
  const [opening, ending, ends] = language === "rust" ? ["([<", ")]>", ";"] : ["([", ")]", ";\n"];
  let depth = 0;
  for (let at = from; at < Math.min(code.length, from + longestHead); at++) {
    const mark = code[at]!;
    if (mark === "-" && code[at + 1] === ">") at++;
    else if (opening.includes(mark)) depth++;
    else if (ending.includes(mark)) depth--;
    else if (depth === 0 && mark === "{") {
      if (!isTypeBrace(code, from, at)) return at;
      at = closing.get(at) ?? code.length;
    } else if (depth <= 0 && (ends.includes(mark) || mark === "}")) return undefined;
    if (depth < 0) return undefined;
  }
  return undefined;
}

/** In Go, `interface{}` and `struct{}` can be results: the body comes after them. */
function isTypeBrace(code: string, from: number, at: number): boolean {
  return /\b(?:interface|struct)\s*$/.test(code.slice(Math.max(from, at - 40), at));
}

function lineFinder(code: string): (offset: number) => number {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; low + 1 < high; ) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

interface Line {
  readonly text: string;
  readonly indent: number;
  /** Empty, a comment, or inside a string or bracket that an earlier line opened. */
  readonly isQuiet: boolean;
}

function pythonFunctions(text: string): readonly FunctionLength[] {
  const lines = readLines(text);
  return lines.flatMap((line, i): FunctionLength[] => {
    const head = line.isQuiet ? null : /^\s*(?:async\s+)?def\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(line.text);
    if (!head) return [];
    let last = i;
    while (last + 1 < lines.length && isBelow(lines[last + 1]!, line)) last++;
    while (last > i && /^\s*(?:#.*)?$/.test(lines[last]!.text)) last--;
    return [{ name: head[1]!, line: i + 1, lines: last - i + 1 }];
  });
}

function isBelow({ isQuiet, indent }: Line, head: Line): boolean {
  return isQuiet || indent > head.indent;
}

function readLines(text: string): readonly Line[] {
  const code = blankPython(text);
  const shown = text.split("\n");
  let depth = 0;
  return code.split("\n").map((line, i): Line => {
    const isInside = depth > 0;
    for (const mark of line) {
      if ("([{".includes(mark)) depth++;
      else if (")]}".includes(mark) && depth > 0) depth--;
    }
    const indent = line.length - line.trimStart().length;
    return { text: shown[i]!, indent, isQuiet: isInside || line.trim() === "" };
  });
}

/**
 * Strings and comments become spaces, except the first character of a string, so that a line beginning with one counts.
 */
function blankPython(text: string): string {
  const parts = /#[^\n]*|("""|''')(?:\\[\s\S]|[^\\])*?(?:\1|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
  return text.replace(parts, (part) => {
    const blank = part.replace(/[^\n]/g, " ");
    return part.startsWith("#") ? blank : `"${blank.slice(1)}`;
  });
}
