/**
 * The TOML that most definitions are made of: plain keys, texts without escapes, whole numbers, lists of texts, tables.
 * Read without the library, which takes several times as long. What is not plainly this is left to toml-reader.ts.
 */

type Table = Record<string, unknown>;

/** Spaces, line breaks and comments without control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const blank = /(?:[ \t\n]|#[^\0-\x08\n-\x1f\x7f]*)*/y;
const header = /\[([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)\]/y;
const assignment = /([A-Za-z_][\w-]*)[ \t]*=[ \t]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const string = /"([^"\\\0-\x1f\x7f]*)"|'([^'\0-\x1f\x7f]*)'/y;
const other = /true|false|0|[1-9]\d{0,14}/y;
const lineEnd = /[ \t]*(?=[\n#]|$)/y;

/** Undefined: not of this kind, or not valid. The result is the library's own. */
export function readPlainToml(text: string): Table | undefined {
  const root: Table = {};
  let table = root;
  let at = 0;
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(text) ?? undefined;
    if (found) at = expression.lastIndex;
    return found;
  };
  const takeString = (): string | undefined => {
    const found = take(string);
    return found && (found[1] ?? found[2]);
  };
  const takeList = (): string[] | undefined => {
    at++;
    for (const list: string[] = []; ; at++) {
      take(blank);
      const item = text[at] === "]" ? undefined : takeString();
      if (item !== undefined) list.push(item);
      take(blank);
      if (text[at] === "]") {
        at++;
        return list;
      }
      if (item === undefined || text[at] !== ",") return undefined;
    }
  };
  const takeValue = (): unknown => {
    if (text[at] === "[") return takeList();
    const plain = takeString();
    if (plain !== undefined) return plain;
    const word = take(other)?.[0];
    return word === undefined ? undefined : (JSON.parse(word) as unknown);
  };

  for (take(blank); at < text.length; take(blank)) {
    const names = take(header)?.[1];
    if (names !== undefined) {
      const opened = openTable(root, names.split("."));
      if (!opened) return undefined;
      table = opened;
    } else {
      const name = take(assignment)?.[1];
      if (name === undefined || name in table) return undefined;
      const value = takeValue();
      if (value === undefined) return undefined;
      table[name] = value;
    }
    if (!take(lineEnd)) return undefined;
  }
  return root;
}

/** A new table in tables that are new or were opened by other headers. `in` also finds what every object has. */
function openTable(root: Table, names: readonly string[]): Table | undefined {
  let table = root;
  for (const [i, name] of names.entries()) {
    const inner = Object.hasOwn(table, name) ? table[name] : undefined;
    const isLast = i === names.length - 1;
    if (typeof inner === "object" && inner !== null && !Array.isArray(inner) && !isLast) table = inner as Table;
    else if (name in table) return undefined;
    else {
      const made: Table = {};
      table[name] = made;
      table = made;
    }
  }
  return table;
}
