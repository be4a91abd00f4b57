/** The TOML library, kept from two mistakes: writing into JavaScript's own objects, and joining tables that Nix keeps apart. */
import Parser from "@iarna/toml/lib/toml-parser.js";

const closingBracket = 0x5d;

/** Throws an error with the offset as `pos`, counted from 1. */
export function readToml(text: string): Record<string, unknown> {
  const parser = new Parser();
  const { parseTableMore, parseListMore, recordAssignStatement, recordInlineTableValue } = parser;
  /** Tables made by dotted keys: only these may be added to by dotted keys. */
  const dotted = new WeakSet<object>();
  /** Tables that stand around a list of tables and were made by its header: Nix 2.8 lets no header open them later. */
  const aroundLists = new WeakSet<object>();

  const refuse = (problem: string): never => {
    throw parser.error(new Error(problem));
  };
  // The library takes `constructor` for a table that is already there, and changes the one every object shares.
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
