import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { excerpt, inOrder, problemJson } from "./excerpt.ts";
import { visible } from "./text.ts";

function at(text: string, start: number, end: number, more: Partial<Diagnostic> = {}): Diagnostic {
  const file = { path: "agents/a/agent.toml", text };
  return { code: "bad-field", severity: "error", message: "it is wrong", span: { file, start, end }, ...more };
}

/** The two lines that show the source and the carets, without the margin. */
function shown(diagnostic: Diagnostic): [line: string, carets: string] {
  const lines = excerpt(diagnostic).split("\n");
  const carets = lines.findIndex((line) => /^\s*\| \s*\^/.test(line));
  return [lines[carets - 1]!.replace(/^\d+ \| ?/, ""), lines[carets]!.replace(/^\s*\| /, "")];
}

test("a diagnostic has a header, a position, an excerpt, carets and help", () => {
  const text = 'a = 1\nskills = ["x"]\n';
  const diagnostic = at(text, 17, 20, { label: "there is no skill `x`", hint: "did you mean `y`?" });
  assert.equal(
    excerpt(diagnostic),
    [
      "error[bad-field]: it is wrong",
      " --> agents/a/agent.toml:2:12",
      "  |",
      '2 | skills = ["x"]',
      "  |            ^^^ there is no skill `x`".replace("           ^", "           ^"),
      "  = help: did you mean `y`?",
      "",
    ].join("\n"),
  );
});

test("the margin is as wide as the line number", () => {
  const text = `${"\n".repeat(122)}abc`;
  assert.match(
    excerpt(at(text, 122, 125)),
    /^ {3}--> agents\/a\/agent\.toml:123:1\n {4}\|\n123 \| abc\n {4}\| \^\^\^\n$/m,
  );
});

test("without a span and a label there is no excerpt", () => {
  assert.equal(excerpt(at("abc", 0, 0)), "error[bad-field]: it is wrong\n --> agents/a/agent.toml:1:1\n");
});

const places: readonly (readonly [string, Diagnostic, string, string])[] = [
  ["the end of a line", at("abc\ndef", 3, 3, { label: "here" }), "abc", "   ^ here"],
  ["the end of the file", at("abc", 3, 3, { label: "here" }), "abc", "   ^ here"],
  ["the end of a file with a last line break", at("abc\n", 4, 4, { label: "here" }), "", "^ here"],
  ["an empty file", at("", 0, 0, { label: "here" }), "", "^ here"],
  ["a span over two lines, on its first", at("ab cd\nef", 3, 8), "ab cd", "   ^^"],
  ["a place after tabs", at("\t\tx = 1", 2, 3), "  x = 1", "  ^"],
  ["a place after wide letters", at("漢字 = x", 5, 6), "漢字 = x", "       ^"],
  ["wide letters themselves", at("漢字 = x", 0, 2), "漢字 = x", "^^^^"],
  ["a place after an emoji", at("🤖 = x", 5, 6), "🤖 = x", "     ^"],
  ["a place after combining marks", at("e\u0301e\u0301 = x", 7, 8), "e\u0301e\u0301 = x", "     ^"],
  ["a place after an escape character", at("\u001b[2J x", 5, 6), "\\u001b[2J x", "          ^"],
];

for (const [name, diagnostic, line, carets] of places) {
  test(`the caret is in the right position at ${name}`, () => assert.deepEqual(shown(diagnostic), [line, carets]));
}

test("a long line is cut around the words that are wrong", () => {
  const text = `${"a".repeat(500)}WRONG${"b".repeat(500)}`;
  const [line, carets] = shown(at(text, 500, 505));
  assert.ok(line.length <= 165, `${line.length}`);
  assert.match(line, /^…a+WRONGb+…$/);
  assert.equal(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1), "WRONG");
});

test("a long line that is entirely wrong is truncated at the end", () => {
  const [line, carets] = shown(at("x".repeat(1_000), 0, 1_000));
  assert.match(line, /^x{160}…$/);
  assert.equal(carets, "^".repeat(160));
});

property("control characters in an excerpt are escaped, and the caret stays under the words", ({ pick, list, int }) => {
  const text = list(300, () =>
    pick(["a", " ", "\t", "\n", "\u001b[31m", "\u202e", "\u0085", "é", "\r", "\0", "\ufeff"]),
  ).join("");
  const start = int(text.length + 1);
  const end = Math.min(text.length, start + int(20));
  const words = { message: text, label: text, hint: text, span: { file: { path: text, text }, start, end } };
  const printed = excerpt({ code: "bad-field", severity: "error", ...words });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not occur
  assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\ufeff]/);
  const marked = visible(text.slice(start, end).split("\n")[0]!);
  const [line, carets] = shown(at(text, start, end, { label: "x" }));
  const from = carets.indexOf("^");
  assert.ok(`${line} `.slice(from).startsWith(marked.trimEnd()), JSON.stringify({ line, carets, marked }));
});

test("JSON has the same keys in the same order for every diagnostic", () => {
  const loss = { harness: "pi", definition: "a", field: "tags", support: "lost", why: "it has none" } as const;
  const json = problemJson(at("ab\ncd", 3, 5, { label: "l", hint: "h", loss }));
  assert.deepEqual(Object.entries(JSON.parse(json)), [
    ["file", "agents/a/agent.toml"],
    ["line", 2],
    ["col", 1],
    ["endLine", 2],
    ["endCol", 3],
    ["severity", "error"],
    ["code", "bad-field"],
    ["message", "it is wrong"],
    ["label", "l"],
    ["hint", "h"],
    ["loss", loss],
  ]);
  assert.ok(!problemJson(at("\u001b\n\u2028", 0, 1, { message: "a\nb" })).includes("\n"), "one line");
});

test("diagnostics are sorted by file and position, errors first, without duplicates", () => {
  const text = "x".repeat(200);
  const list = [
    at(text, 100, 101),
    at(text, 20, 21, { severity: "warning" }),
    at(text, 3, 4),
    at(text, 20, 21),
    at(text, 3, 4),
    at(text, 3, 4, { message: "another" }),
  ];
  const other = { ...at(text, 0, 1), span: { file: { path: "B", text }, start: 150, end: 151 } };
  const sorted = inOrder([...list, other]).map(({ span, severity, message }) => [
    span.file.path[0],
    span.start,
    severity,
    message,
  ]);
  assert.deepEqual(sorted, [
    ["B", 150, "error", "it is wrong"],
    ["a", 3, "error", "another"],
    ["a", 3, "error", "it is wrong"],
    ["a", 20, "error", "it is wrong"],
    ["a", 20, "warning", "it is wrong"],
    ["a", 100, "error", "it is wrong"],
  ]);
});
