/** Random TOML that is valid by construction: every kind of key, string and table, comments and odd spaces. */
import type { Random } from "../support/random.ts";

const words = ["a", "b", "c", "name", "x-1", "1", "1979-05-27", "true"];
const quotedWords = ['"q r"', "'l.it'", '"\\u00e9"', '"#"', "''", '"]"', '"= 07:32:00"', '"\\""', "'\\'"];

export function randomToml(random: Random): string {
  const { pick, list, oneIn, int } = random;
  const space = (): string => pick(["", " ", "  ", "\t"]);
  const comment = (): string => (oneIn(4) ? ` # ${pick(["x", '"', "'", "= 1979-05-27", "]", "é 🤖", "[a]"])}` : "");
  const gap = (): string => pick(["", "", "\n", "\n\n", "# = 07:32:00\n", `  # "\n`]);

  /** Names that no other key of this table has. */
  const fresh = (taken: Set<string>): string => {
    for (;;) {
      const bare = oneIn(4) ? pick(quotedWords) : `${pick(words)}${oneIn(2) ? int(100) : ""}`;
      const name = bare.replace(/^["']|["']$/g, "");
      if (taken.has(name)) continue;
      taken.add(name);
      return bare;
    }
  };

  const text = (): string =>
    pick([
      '"plain"',
      '""',
      "''",
      "'lit \\ \" # x'",
      '"esc \\" \\\\ \\n \\u00e9 # ] } , x"',
      '"1979-05-27"',
      '"""one line"""',
      '"""\nlong "quoted" ""two"" \\\n   joined # no comment\n= 07:32:00"""',
      '"""ends in quotes"""""',
      "'''\nlit ''two'' \\ x\n'''",
      "''''x''''",
      '"é 🤖 漢"',
      '""""""',
    ]);
  const scalar = (): string =>
    oneIn(2)
      ? text()
      : pick(["0", "-17", "+3", "1_000", "0xfF", "0o17", "0b11", "1.5", "-2e3", "6.5E-2", "true", "false"]);

  const value = (depth: number): string => {
    if (depth > 0 && oneIn(4)) {
      const items = list(4, () => `${gap()}${space()}${value(depth - 1)}${space()}${oneIn(4) ? " # ,]\n" : ""}`);
      return `[${items.join(",")}${items.length > 0 && oneIn(3) ? "," : ""}${gap()}${space()}]`;
    }
    if (depth > 0 && oneIn(5)) {
      const taken = new Set<string>();
      // An inline table stays on one line: so do its values.
      const items = list(3, () => `${space()}${fresh(taken)}${space()}=${space()}${scalarOnOneLine()}${space()}`);
      return `{${items.join(",")}${space()}}`;
    }
    return scalar();
  };
  const scalarOnOneLine = (): string => {
    const found = scalar();
    return found.includes("\n") ? "1" : found;
  };

  const entries = (taken: Set<string>): string =>
    list(4, () => {
      const name = fresh(taken);
      const dots = oneIn(4) ? `${space()}.${space()}${fresh(new Set())}` : "";
      return `${gap()}${space()}${name}${dots}${space()}=${space()}${value(3)}${comment()}\n`;
    }).join("");

  const tables = (path: string, taken: Set<string>, depth: number): string => {
    if (depth === 0) return "";
    return list(3, () => {
      const inner = `${path}${path === "" ? "" : `${space()}.${space()}`}${fresh(taken)}`;
      const times = oneIn(2) ? 1 + int(3) : 0;
      const heads =
        times > 0 ? Array<string>(times).fill(`[[${space()}${inner}${space()}]]`) : [`[${space()}${inner}${space()}]`];
      return heads
        .map((head) => {
          const own = new Set<string>();
          return `${gap()}${space()}${head}${comment()}\n${entries(own)}${tables(inner, own, depth - 1)}`;
        })
        .join("");
    }).join("");
  };

  const top = new Set<string>();
  return `${entries(top)}${tables("", top, 3)}${oneIn(3) ? "" : "\n"}`;
}
