/** TOML as a list of dotted keys and their written values: enough to compare two files, and no more than that. */

type Statement = readonly [path: string, value: string];

/** Comments and white space between things do not count; the order of lines does not either. */
export function tomlStatements(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let table = "";
  let tables = 0;
  for (const line of logicalLines(text)) {
    const header = /^\[\[?(.+?)\]\]?$/.exec(line);
    if (header && !line.includes("=")) {
      // A list of tables: each of them is a place of its own.
      table = line.startsWith("[[") ? `${plainKey(header[1]!)}.${tables++}` : plainKey(header[1]!);
      found.push([table, "[]"]);
      continue;
    }
    const equals = endOfKey(line);
    const key = plainKey(line.slice(0, equals));
    found.push([table === "" ? key : `${table}.${key}`, line.slice(equals + 1).trim()]);
  }
  return found;
}

/** A value may go over several lines: brackets and texts must be closed before a line ends. */
function logicalLines(text: string): readonly string[] {
  const tokens =
    /"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*|\s*\n\s*|[ \t\r]+|[[\]{}]|[^"'#\s[\]{}]+/g;
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const end = () => {
    if (line.trim() !== "") lines.push(line.trim());
    line = "";
  };
  for (const [token] of text.matchAll(tokens)) {
    if (token.startsWith("#")) continue;
    if (/^\s+$/.test(token)) {
      if (token.includes("\n") && depth === 0) end();
      continue;
    }
    if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth = Math.max(depth - 1, 0);
    // A comma before the end of a list says nothing.
    if (token === "]") line = line.replace(/,$/, "");
    line += token;
  }
  end();
  return lines;
}

/** The equals sign behind the key: one inside quotes belongs to the key. */
function endOfKey(line: string): number {
  const key = /^(?:"(?:\\.|[^"\\])*"|'[^']*'|[^"'=])*/.exec(line)?.[0] ?? "";
  return key.length;
}

function plainKey(key: string): string {
  return key.replace(/["'\s]/g, "");
}
