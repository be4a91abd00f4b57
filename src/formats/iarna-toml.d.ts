/**
 * Types for the parts of @iarna/toml that we use. The library has none for its parser alone, and importing all of it
 * would load streams.
 */
declare module "@iarna/toml/lib/toml-parser.js" {
  interface Pair {
    readonly key: string[];
    readonly value: unknown;
  }
  interface TomlParser {
    /** The table that entries go into. */
    readonly ctx: unknown;
    /** The current code point. */
    readonly char: number;
    parseTableMore: (name: string) => unknown;
    parseListMore: (name: string) => unknown;
    recordAssignStatement: (pair: Pair) => unknown;
    recordInlineTableValue: (pair: Pair) => unknown;
    readonly error: (error: Error) => Error;
    readonly parse: (text: string) => void;
    readonly finish: () => Record<string, unknown>;
  }
  const Parser: new () => TomlParser;
  // biome-ignore lint/style/noDefaultExport: this describes the library's own export
  export default Parser;
}

/** The unmodified library, for tests that compare with it. */
declare module "@iarna/toml/parse-string.js" {
  const parse: (text: string) => Record<string, unknown>;
  // biome-ignore lint/style/noDefaultExport: this describes the library's own export
  export default parse;
}
