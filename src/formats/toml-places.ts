/** Finds the position of each key and value in a TOML text. Only for valid text: it checks nothing. */

/** Alternating positions of a value and its key, because there are very many. An array item has no key: -1. */
type TomlPlace = readonly [start: number, end: number, keyStart: number, keyEnd: number];
export type Places = Map<string, TomlPlace>;

type Step = string | number;

const blank = /(?:[ \t\r\n]|#[^\n]*)*/y;
const spaces = /[ \t]*/y;
const bareKey = /[A-Za-z0-9_-]*/y;
const bareValue = /[^,\]}#\n]*/y;

export function placeKey(path: readonly Step[]): string {
  return path.join("\0");
}

export function findPlaces(text: string): Places {
  const places: Places = new Map();
  /** How many tables `[[x]]` has had so far. */
  const counts = new Map<string, number>();
  let position = 0;
  let table: Step[] = [];

  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = position;
    position += pattern.exec(text)?.[0].length ?? 0;
  };
  const skipBlank = () => skip(blank);
  const skipSpaces = () => skip(spaces);

  const readKeyPart = (): { name: string; span: [number, number] } => {
    const start = position;
    const quote = text[position];
    if (quote === '"' || quote === "'") {
      position = stringEnd(text, position);
      return { name: unquoteKey(text.slice(start, position)), span: [start, position] };
    }
    skip(bareKey);
    return { name: text.slice(start, position), span: [start, position] };
  };

  const readKey = (): { names: string[]; span: [number, number]; spans: [number, number][] } => {
    const names: string[] = [];
    const spans: [number, number][] = [];
    for (;;) {
      skipSpaces();
      const part = readKeyPart();
      names.push(part.name);
      spans.push(part.span);
      skipSpaces();
      if (text[position] !== ".") return { names, span: part.span, spans };
      position++;
    }
  };

  /** The name of an array of tables refers to its newest table. */
  const throughLists = (names: readonly string[]): Step[] => {
    const path: Step[] = [];
    for (const name of names) {
      path.push(name);
      const count = counts.get(placeKey(path));
      if (count !== undefined) path.push(count - 1);
    }
    return path;
  };

  const readHeader = (): void => {
    const start = position;
    const isList = text.startsWith("[[", position);
    position += isList ? 2 : 1;
    const { names, span, spans } = readKey();
    position += isList ? 2 : 1;
    const place: TomlPlace = [start, position, ...span];
    // `[a.b]` also creates `a`: this is where it is first named.
    for (const [i, inner] of spans.slice(0, -1).entries()) {
      const around = placeKey(throughLists(names.slice(0, i + 1)));
      if (!places.has(around)) places.set(around, [start, position, ...inner]);
    }
    if (isList) {
      const list = [...throughLists(names.slice(0, -1)), names.at(-1)!];
      const count = counts.get(placeKey(list)) ?? 0;
      counts.set(placeKey(list), count + 1);
      if (count === 0) places.set(placeKey(list), place);
      table = [...list, count];
    } else {
      table = throughLists(names);
    }
    places.set(placeKey(table), place);
  };

  const readEntry = (around: readonly Step[]): void => {
    const { names, span } = readKey();
    position++; // =
    skipSpaces();
    readValue([...around, ...names], span);
  };

  const readValue = (path: readonly Step[], key: [number, number] | undefined): void => {
    const start = position;
    const first = text[position];
    if (first === '"' || first === "'") position = stringEnd(text, position);
    else if (first === "[") readList(path);
    else if (first === "{") readInlineTable(path);
    else skip(bareValue);
    let end = position;
    while (end > start && isSpace(text[end - 1]!)) end--;
    places.set(placeKey(path), [start, end, key?.[0] ?? -1, key?.[1] ?? -1]);
  };

  const readList = (path: readonly Step[]): void => {
    position++;
    for (let i = 0; ; i++) {
      skipBlank();
      if (text[position] === "]" || position >= text.length) break;
      readValue([...path, i], undefined);
      skipBlank();
      if (text[position] === ",") position++;
    }
    position++;
  };

  const readInlineTable = (path: readonly Step[]): void => {
    position++;
    for (;;) {
      skipSpaces();
      if (text[position] === "}" || position >= text.length) break;
      readEntry(path);
      skipSpaces();
      if (text[position] === ",") position++;
    }
    position++;
  };

  for (;;) {
    skipBlank();
    if (position >= text.length) return places;
    if (text[position] === "[") readHeader();
    else readEntry(table);
  }
}

function isSpace(sign: string): boolean {
  return sign === " " || sign === "\t" || sign === "\r";
}

/** The offset after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  const quote = text[start]!;
  const isLong = text.startsWith(quote.repeat(3), start);
  const next = text.indexOf(quote, start + 1);
  // Most are short and without escapes, and found in one step.
  if (!isLong && next > 0 && (quote === "'" || !text.slice(start, next).includes("\\"))) return next + 1;
  let position = start + (isLong ? 3 : 1);
  while (position < text.length) {
    if (text[position] === "\\" && quote === '"') position += 2;
    else if (text[position] !== quote) position++;
    else if (!isLong) return position + 1;
    else if (!text.startsWith(quote.repeat(3), position)) position++;
    // Up to two quotes may precede the closing three.
    else return position + /^"{3,5}|^'{3,5}/.exec(text.slice(position, position + 5))![0].length;
  }
  return position;
}

function unquoteKey(raw: string): string {
  const inner = raw.slice(1, -1);
  if (raw[0] === "'" || !inner.includes("\\")) return inner;
  try {
    return JSON.parse(
      raw.replace(/\\U([0-9A-Fa-f]{8})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    ) as string;
  } catch {
    return inner;
  }
}
