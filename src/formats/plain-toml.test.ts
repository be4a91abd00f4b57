import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import { readPlainToml } from "./plain-toml.ts";
import { readWithLibrary } from "./toml-reader.ts";

function library(text: string): unknown {
  try {
    return readWithLibrary(text);
  } catch {
    return undefined;
  }
}

const agents = join(import.meta.dirname, "../../agents");

test("the agents of this repository are read without the library, and alike", () => {
  for (const name of readdirSync(agents)) {
    const text = readFileSync(join(agents, name, "agent.toml"), "utf8");
    const read = readPlainToml(text);
    assert.ok(read, name);
    assert.deepEqual(read, library(text));
  }
});

const left: readonly (readonly [string, string])[] = [
  ["an escape", 'a = "x\\ny"'],
  ["a text of several lines", 'a = """x"""'],
  ["a date", "a = 1979-05-27"],
  ["a fraction", "a = 1.5"],
  ["a number with a leading zero", "a = 01"],
  ["a number that is too large", "a = 12345678901234567890"],
  ["a dotted key", "a.b = 1"],
  ["a quoted key", '"a" = 1'],
  ["an inline table", "a = { b = 1 }"],
  ["a list of tables", "[[a]]"],
  ["a list of numbers", "a = [1]"],
  ["a key twice", "a = 1\na = 2"],
  ["a table twice", "[a]\n[a]"],
  ["a table inside a value", "a = 1\n[a.b]"],
  ["a table around another that is there", "[a.b]\n[a]"],
  ["a key that is a table", "[a.b]\n[c]\n[a.b.c]\n[a]\nb = 1"],
  ["the name of something every object has", "constructor = 1"],
  ["a table with such a name", "[toString.x]"],
  ["two values on a line", 'a = "x" "y"'],
  ["a comma too many", 'a = ["x",,]'],
  ["a list that is not closed", 'a = ["x"'],
  ["a control character in a comment", "# \u0001\na = 1"],
  ["a tab in a text", 'a = "x\ty"'],
  ["a line break of another system", "a = 1\r\n"],
];

for (const [name, text] of left) {
  test(`${name} is left to the library`, () => assert.equal(readPlainToml(text), undefined));
}

property("what is read without the library is what the library reads", ({ pick, list, oneIn }) => {
  const key = () => pick(["a", "b", "a-1", "_x", "__proto__", "constructor", "é", "1", "a.b", '"a"', ""]);
  const string = () => pick(['"x"', "'y'", '""', "''", '"é # ="', '"""z"""', '"\\n"', "'''", '"', "'\\'"]);
  const items = () =>
    list(3, () => string() + pick(["", ",", ", ", ",\n", " # c\n,", ",,"])).join(pick(["", "", " ", "\n"]));
  const value = () =>
    oneIn(2) ? string() : pick([`[${items()}]`, `[ ${items()} ]`, "[]", "1", "0", "07", "-1", "true", "1.0", "{}", ""]);
  const line = () =>
    oneIn(3)
      ? pick(["", " "]) + pick(["[a]", "[a.b]", "[b.a.c]", "[ a ]", "[[a]]", "[a.constructor]", "[_x]"])
      : `${pick(["", " "])}${key()}${pick(["=", " = ", " ="])}${value()}`;
  const text = list(6, () => line() + pick(["", "", " ", " # c", "#\t", "# \u0007"])).join(pick(["\n", "\n", "\n\n"]));
  const read = readPlainToml(text);
  if (read !== undefined) assert.deepEqual(read, library(text), JSON.stringify(text));
});
