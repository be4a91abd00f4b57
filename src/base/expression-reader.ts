/** Parses a regular expression without look-around, back-references and nested repetition into a tree. */

/** One UTF-16 unit; `ranges` are pairs, both ends included. */
export interface Units {
  readonly kind: "unit";
  readonly ranges: readonly number[];
  readonly isNegated: boolean;
}

export type Assertion =
  | { readonly kind: "start" }
  | { readonly kind: "end" }
  | { readonly kind: "border"; readonly isBorder: boolean };

export type Node =
  | Units
  | Assertion
  | { readonly kind: "sequence"; readonly parts: readonly Node[] }
  | { readonly kind: "choice"; readonly options: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly min: number; readonly max: number };

/** What is wrong and where; `problem` completes a sentence that begins with the expression. */
export interface ExpressionProblem {
  readonly problem: string;
  readonly start: number;
  readonly end: number;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

const deepest = 100;

const known = new Map<string, Node>();

/** Throws an `ExpressionProblem`. Cached, because agents share most expressions and each is read several times. */
export function readExpression(source: string): Node {
  const found = known.get(source);
  if (found) return found;
  if (known.size >= 1_000) known.clear();
  const node = readWhole(source);
  known.set(source, node);
  return node;
}

function readWhole(source: string): Node {
  const reader: Reader = { source, at: 0, depth: 0 };
  const node = readChoice(reader);
  if (reader.at < source.length) failAt("has a `)` without a `(`", reader.at, reader.at + 1);
  return node;
}

export function failAt(problem: string, start: number, end: number): never {
  const found: ExpressionProblem = { problem, start, end };
  throw found;
}

function readChoice(reader: Reader): Node {
  const options = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at++;
    options.push(readSequence(reader));
  }
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}

function readSequence(reader: Reader): Node {
  const parts: Node[] = [];
  for (let next = reader.source[reader.at]; next !== undefined && next !== "|" && next !== ")"; ) {
    const start = reader.at;
    const part = readAtom(reader);
    parts.push(readRepetition(reader, part, start));
    next = reader.source[reader.at];
  }
  return { kind: "sequence", parts };
}

const quantifier = /(?:[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/y;

function readRepetition(reader: Reader, part: Node, start: number): Node {
  quantifier.lastIndex = reader.at;
  const found = quantifier.exec(reader.source);
  if (!found) return part;
  const [text, low, comma, high] = found;
  reader.at += text.length;
  const min = low === undefined ? (text[0] === "+" ? 1 : 0) : Number(low);
  const max = low === undefined ? (text[0] === "?" ? 1 : Infinity) : comma ? Number(high || Infinity) : min;
  if (max < min) failAt("has a range whose end is below its start", start, reader.at);
  if (part.kind === "start" || part.kind === "end" || part.kind === "border")
    failAt("repeats an anchor", start, reader.at);
  if (max > 1 && hasRepetition(part)) failAt("contains a nested repetition", start, reader.at);
  quantifier.lastIndex = reader.at;
  if (quantifier.test(reader.source)) failAt("contains a nested repetition", start, reader.at + 1);
  return { kind: "repeat", part, min, max };
}

function hasRepetition(node: Node): boolean {
  if (node.kind === "repeat") return node.max > 1 || hasRepetition(node.part);
  if (node.kind === "sequence") return node.parts.some(hasRepetition);
  return node.kind === "choice" && node.options.some(hasRepetition);
}

function readAtom(reader: Reader): Node {
  const { source, at } = reader;
  const unit = source[reader.at++]!;
  switch (unit) {
    case "^":
      return { kind: "start" };
    case "$":
      return { kind: "end" };
    case ".":
      return units([10, 10, 13, 13, 0x2028, 0x2029], true);
    case "(":
      return readGroup(reader);
    case "[":
      return readClass(reader);
    case "\\":
      return readEscape(reader);
    case "*":
    case "+":
    case "?":
      return failAt("has a quantifier with nothing to repeat", at, at + 1);
    default:
      if (/^\{\d+(?:,\d*)?\}/.test(source.slice(at))) failAt("has a quantifier with nothing to repeat", at, at + 1);
      return units([unit.charCodeAt(0), unit.charCodeAt(0)]);
  }
}

function readGroup(reader: Reader): Node {
  const start = reader.at - 1;
  const mark = /^\?(?:<?[=!]|:)?/.exec(reader.source.slice(reader.at))?.[0] ?? "";
  if (mark.length > 1 && mark !== "?:") failAt("uses look-around", start, reader.at + mark.length);
  if (mark === "?") failAt("has an unknown kind of group", start, reader.at + 1);
  reader.at += mark.length;
  if (++reader.depth > deepest) failAt("is nested too deeply", start, start + 1);
  const inner = readChoice(reader);
  reader.depth--;
  if (reader.source[reader.at] !== ")") failAt("has an unclosed group", start, start + 1);
  reader.at++;
  return inner;
}

function units(ranges: readonly number[], isNegated = false): Node {
  return { kind: "unit", ranges, isNegated };
}

const digits = [48, 57];
const word = [48, 57, 65, 90, 95, 95, 97, 122];
const space = [
  ...[9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
];
const sets: Readonly<Record<string, readonly number[]>> = { d: digits, w: word, s: space };
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

export function isWordUnit(unit: number): boolean {
  return inRanges(word, unit);
}

export function inRanges(ranges: readonly number[], unit: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (unit >= ranges[i]! && unit <= ranges[i + 1]!) return true;
  return false;
}

function readEscape(reader: Reader): Node {
  const letter = reader.source[reader.at];
  if (letter === "b" || letter === "B") {
    reader.at++;
    return { kind: "border", isBorder: letter === "b" };
  }
  const ranges = readEscapedUnits(reader);
  return units(ranges);
}

/** After a backslash: one unit or a set of units. */
function readEscapedUnits(reader: Reader): readonly number[] {
  const start = reader.at - 1;
  const letter = reader.source[reader.at++];
  if (letter === undefined) return failAt("ends with a backslash", start, start + 1);
  const set = sets[letter.toLowerCase()];
  if (set) return letter === letter.toLowerCase() ? set : complement(set);
  const control = controls[letter];
  if (control !== undefined) return [control, control];
  const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(reader.source.slice(reader.at - 1));
  if (code) {
    reader.at += code[0].length - 1;
    const value = Number.parseInt(code[1] ?? code[2]!, 16);
    return [value, value];
  }
  if (/[1-9k]/.test(letter)) return failAt("uses a back-reference", start, reader.at);
  if (/[0-9A-Za-z]/.test(letter)) return failAt(`has an unknown escape \`\\${letter}\``, start, reader.at);
  return [letter.charCodeAt(0), letter.charCodeAt(0)];
}

function complement(ranges: readonly number[]): readonly number[] {
  const gaps: number[] = [];
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    if (ranges[i]! > from) gaps.push(from, ranges[i]! - 1);
    from = ranges[i + 1]! + 1;
  }
  return [...gaps, from, 0xffff];
}

function readClass(reader: Reader): Node {
  const start = reader.at - 1;
  const isNegated = reader.source[reader.at] === "^";
  if (isNegated) reader.at++;
  const ranges: number[] = [];
  for (;;) {
    const unit = reader.source[reader.at];
    if (unit === undefined) return failAt("has an unclosed character class", start, start + 1);
    if (unit === "]") break;
    const low = readClassUnits(reader);
    const isRange = reader.source[reader.at] === "-" && !/^-?\]?$/.test(reader.source.slice(reader.at, reader.at + 2));
    if (!isRange) {
      ranges.push(...low);
      continue;
    }
    const dash = reader.at++;
    const high = readClassUnits(reader);
    if (low.length !== 2 || high.length !== 2 || low[0] !== low[1] || high[0] !== high[1] || low[0]! > high[0]!)
      failAt("has an invalid character range", dash, dash + 1);
    ranges.push(low[0]!, high[0]!);
  }
  reader.at++;
  return units(ranges, isNegated);
}

function readClassUnits(reader: Reader): readonly number[] {
  const unit = reader.source[reader.at++]!;
  if (unit !== "\\") return [unit.charCodeAt(0), unit.charCodeAt(0)];
  if (reader.source[reader.at] !== "b") return readEscapedUnits(reader);
  reader.at++;
  return [8, 8];
}
