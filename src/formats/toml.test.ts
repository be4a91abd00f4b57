import assert from "node:assert/strict";
import { test } from "node:test";
import { property, propertyRuns } from "../../test/support/random.ts";
import { tomlCases } from "../../test/toml/cases.ts";
import { randomToml } from "../../test/toml/random-toml.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { lineCol } from "../base/source.ts";
import { parseToml, type TomlDocument } from "./toml.ts";

function read(text: string): { document: TomlDocument | undefined; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const document = parseToml({ path: "x.toml", text }, (diagnostic) => diagnostics.push(diagnostic));
  return { document, diagnostics };
}

for (const { name, text, readBy } of tomlCases) {
  test(`${name} is ${readBy === "both" ? "read" : "refused"}`, () => {
    const { document, diagnostics } = read(text);
    assert.equal(document !== undefined, readBy === "both");
    assert.equal(diagnostics.length > 0, readBy !== "both", "what is refused is reported");
  });
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify({ value }));

/** Every path of a value, with its content. */
function* pathsOf(value: unknown, path: readonly (string | number)[] = []): Generator<[(string | number)[], unknown]> {
  if (path.length > 0) yield [[...path], value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

property(
  "the text at the position of a value is that value",
  (random) => {
    const text = randomToml(random);
    const { document, diagnostics } = read(text);
    assert.ok(document, `${diagnostics[0]?.message}\n${text}`);
    for (const [path, value] of pathsOf(document.value)) {
      const { start, end } = document.at(path);
      const written = text.slice(start, end);
      // A table or array of tables has no text itself, so its header is used, or the nearest enclosing value.
      const isHeader = /^\s*$/.test(text.slice(text.lastIndexOf("\n", start - 1) + 1, start));
      const hasText = typeof value !== "object" || written.startsWith("{") || (written.startsWith("[") && !isHeader);
      const alone = read(`x = ${written}\n`).document?.value["x"];
      if (hasText) assert.deepEqual(plain(alone), plain(value), `${path}: ${written}\n${text}`);
      const key = document.at(path, "key");
      assert.ok(key.end > key.start || written === "", `${path}: the key has a place`);
    }
  },
  Math.ceil(propertyRuns / 2),
);

property("a part of a string is underlined exactly, or the whole of it", (random) => {
  const inner = random.list(6, () => random.pick(["a", " ", ":", "é", "🤖", '\\"', "\\\\", "\\u00e9"])).join("");
  const quote = random.pick(['"', '"""', "'"]);
  const { document } = read(`x = [1, ${quote}${inner}${quote}]\n`);
  const value = document?.value["x"] as [number, string] | undefined;
  assert.ok(document && value);
  const start = random.int(value[1].length + 1);
  const end = start + random.int(value[1].length + 1 - start);
  const span = document.inside(["x", 1], start, end);
  const found = document.file.text.slice(span.start, span.end);
  assert.ok(found === value[1].slice(start, end) || found === `${quote}${inner}${quote}`, found);
  if (quote === "'") assert.equal(found, value[1].slice(start, end));
});

const dates = [
  "1979-05-27",
  "1979-05-27T07:32:00Z",
  "1979-05-27T07:32:00-07:00",
  "1979-05-27 07:32:00.999",
  "1979-05-27T07:32:00",
  "07:32:00",
  "07:32:00.5",
];

const places = [
  (date: string) => [`x = `, date, "\n"],
  (date: string) => [`# = 1979-01-01\ny = "= 1979-01-02" # 07:00:00\nx = `, date, " # x\n"],
  (date: string) => [`[1979-01-03]\nz = [ "1979-01-04",\n  `, date, " ]\n"],
  (date: string) => [`a = [[`, date, "]]\n"],
  (date: string) => [`a = { 1979-01-05 = 1, b = `, date, " }\n"],
  (date: string) => [`a = '''\n= 07:00:00'''\n[[t]]\n[[t]]\nb.c = `, date, ""],
];

for (const [i, place] of places.entries()) {
  test(`a date is found at its position, number ${i + 1}`, () => {
    for (const date of dates) {
      const [before = "", written, after = ""] = place(date);
      const { document, diagnostics } = read(`${before}${written}${after}`);
      assert.equal(document, undefined);
      const [first] = diagnostics;
      assert.equal(first?.code, "toml-date", `${before}${written}${after}: ${first?.message}`);
      assert.equal(first.span.file.text.slice(first.span.start, first.span.end), date);
      assert.deepEqual(lineCol(first.span.file, first.span.start), lineCol(first.span.file, before.length));
    }
  });
}

test("several dates are all reported", () => {
  assert.deepEqual(
    read("a = 1979-05-27\nb = [07:32:00, { c = 1979-05-28 }]\n")
      .diagnostics.map(({ code }) => code)
      .slice(0, 1),
    ["toml-date"],
  );
  assert.equal(read("a = 1979-05-27\nb = 07:32:00\n").diagnostics.length, 2);
});

test("a key that looks like a date is not a date, even next to another error", () => {
  assert.deepEqual(
    read("[1979-05-27]\nx = \n").diagnostics.map(({ code }) => code),
    ["bad-toml"],
  );
  assert.deepEqual(
    read("x = { 1979-05-27 = 1, }\n").diagnostics.map(({ code }) => code),
    ["bad-toml"],
  );
});

const duplicates: readonly (readonly [text: string, shown: string, at: number])[] = [
  ["a = 1\na = 2\n", "a", 6],
  ["[x]\n  b = 1\n  b = 2 # again\n", "b", 14],
  ["[x]\n[x]", "[x]", 4],
  ["a = 1\n[[a]]\n", "[[a]]", 6],
  ['"q r" = 1\n"q r" = 2', '"q r"', 10],
  ["a.b = 1\na.b.c = 2\n", "a.b.c", 8],
  ["a = { b = 1, b = 2 }\n", " ", 18],
];

for (const [text, shown, at] of duplicates) {
  test(`a duplicate is shown where it is defined again: ${JSON.stringify(text)}`, () => {
    const [diagnostic] = read(text).diagnostics;
    const { start, end } = diagnostic!.span;
    assert.deepEqual([text.slice(start, end), start], [shown, at]);
  });
}

test("JavaScript's own names change nothing outside the file", () => {
  for (const text of [
    "[constructor]\nleak = 1\n",
    "[toString]\ncall = 1\n",
    "valueOf.leak = 1\n",
    "x = { toString.call = 1 }\n",
  ])
    assert.equal(read(text).diagnostics[0]?.code, "bad-toml", text);
  assert.equal(Object.hasOwn(Object, "leak"), false);
  assert.equal(typeof Object.prototype.toString.call, "function");
  assert.equal(Object.hasOwn(Object.prototype.toString, "call"), false);
});

test("256 levels are read, 257 are not, and a hundred thousand do no harm", () => {
  const nested = (levels: number): string => `x = ${"[".repeat(levels)}${"]".repeat(levels)}\n`;
  assert.deepEqual(read(nested(255)).diagnostics, []);
  assert.equal(read(nested(256)).diagnostics[0]?.code, "too-deep");
  assert.equal(read(nested(100_000)).diagnostics[0]?.code, "too-deep");
  assert.equal(read(`${Array(5_000).fill("a").join(".")} = 1\n`).diagnostics[0]?.code, "too-deep");
});

test("a key that is missing is shown at its nearest parent", () => {
  const { document } = read('[permissions.bash]\nintent = "ask"\n');
  const at = (path: readonly (string | number)[]): string => {
    const { start, end } = document!.at(path);
    return document!.file.text.slice(start, end);
  };
  assert.equal(at(["permissions", "bash", "rules", 3]), "bash");
  assert.equal(at(["permissions", "bash"]), "[permissions.bash]");
  assert.equal(at(["nothing"]), "");
});
