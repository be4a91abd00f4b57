/** Approximates a regular expression on commands by our patterns: some that match less, and some that match more. */
import { type Node, readExpression, type Units } from "../../../base/expression-reader.ts";

interface ExpressionPatterns {
  /** The expression matches everything that they match. */
  readonly inner: readonly string[];
  /** They match everything that the expression matches. */
  readonly outer: readonly string[];
  /** Both are equal. */
  readonly isExact: boolean;
}

const anyText = Symbol("any text");
const start = Symbol("start");
const end = Symbol("end");
const border = Symbol("border");
type Token = string | typeof anyText | typeof start | typeof end | typeof border;

interface Way {
  readonly tokens: readonly Token[];
  readonly isExact: boolean;
}

const mostWays = 128;
const mostCopies = 3;
const mostUnits = 6;
const vague: Way = { tokens: [anyText], isExact: false };
const known = new Map<string, ExpressionPatterns>();

/** Cached, because agents share most of their expressions, and each is used more than once. */
export function expressionPatterns(source: string): ExpressionPatterns {
  const found = known.get(source) ?? patternsOf(expand(readExpression(source)).map(applyAnchors));
  known.set(source, found);
  return found;
}

function patternsOf(ways: readonly (Way | "never")[]): ExpressionPatterns {
  const possible = ways.filter((way) => way !== "never");
  const inner = possible.filter(({ isExact }) => isExact).map(({ tokens }) => render(tokens));
  const outer = possible.map(({ tokens }) => render(tokens).replace(/^ +/, "**").replace(/ +$/, " **"));
  return {
    inner: [...new Set(inner.filter((text) => text.trim() === text && text !== ""))],
    outer: [...new Set(outer.map((text) => text || "**"))],
    isExact: possible.every(({ isExact }) => isExact),
  };
}

function render(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token === anyText ? "**" : String(token)))
    .join("")
    .replace(/\*{3,}/g, "**");
}

/** Every path through the expression, or a vague one if there are too many. */
function expand(node: Node): readonly Way[] {
  switch (node.kind) {
    case "start":
      return [{ tokens: [start], isExact: true }];
    case "end":
      return [{ tokens: [end], isExact: true }];
    case "border":
      return [{ tokens: node.isBorder ? [border] : [], isExact: node.isBorder }];
    case "unit":
      return expandUnits(node);
    case "choice":
      return few(node.options.flatMap(expand));
    case "sequence":
      return node.parts.map(expand).reduce(join, [{ tokens: [], isExact: true }]);
    case "repeat": {
      const { part, min, max } = node;
      if (max > mostCopies) return [vague];
      const copies = (count: number) =>
        Array.from({ length: count }, () => expand(part)).reduce(join, [{ tokens: [], isExact: true }]);
      return few(Array.from({ length: max - min + 1 }, (_, i) => copies(min + i)).flat());
    }
  }
}

function few(ways: readonly Way[]): readonly Way[] {
  return ways.length > mostWays ? [vague] : ways;
}

function join(before: readonly Way[], after: readonly Way[]): readonly Way[] {
  const ways = before.length * after.length > mostWays ? [vague] : after;
  return before.flatMap((a) =>
    ways.map((b) => ({ tokens: [...a.tokens, ...b.tokens], isExact: a.isExact && b.isExact })),
  );
}

/** Only printable ASCII is exact, without `*`, which is a wildcard in our patterns. */
function expandUnits({ ranges, isNegated }: Units): readonly Way[] {
  const units: number[] = [];
  for (let i = 0; i < ranges.length && units.length <= mostUnits; i += 2)
    for (let unit = ranges[i]!; unit <= ranges[i + 1]! && units.length <= mostUnits; unit++) units.push(unit);
  if (isNegated || units.length > mostUnits) return [vague];
  return units.map((unit) => {
    const isPlain = unit >= 32 && unit < 127 && unit !== 42;
    return isPlain ? { tokens: [String.fromCharCode(unit)], isExact: true } : vague;
  });
}

/** Applies `^` and `$`; "never" if text would have to come before the start or after the end. */
function applyAnchors({ tokens, isExact }: Way): Way | "never" {
  const first = tokens.lastIndexOf(start);
  const last = tokens.indexOf(end);
  if (first > 0 && tokens.slice(0, first).some(isText)) return "never";
  if (last >= 0 && tokens.slice(last).some(isText)) return "never";
  if (last >= 0 && last < first) return { tokens: [], isExact: false };
  const middle = tokens.slice(first + 1, last < 0 ? undefined : last);
  const isCut = first > 0 || (last >= 0 && last < tokens.length - 1);
  const plain = middle.filter((token) => token !== border && token !== start && token !== end);
  const [before, after]: [Token[], Token[]] = [first < 0 ? [anyText] : [], last < 0 ? [anyText] : []];
  return {
    tokens: [...before, ...plain, ...after],
    isExact: isExact && !isCut && plain.length === middle.length,
  };
}

function isText(token: Token): boolean {
  return typeof token === "string";
}
