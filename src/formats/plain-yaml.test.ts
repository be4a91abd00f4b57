import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import { readPlainYaml } from "./plain-yaml.ts";
import { parseYamlMap } from "./yaml.ts";

const parts = ["name", "a", "true", "NULL", "No", "1", "é", "—", "🤖", ":", ": ", " ", "  ", "#", " #", "'", '"', "\\"];
const marks = [
  "\n",
  "\n ",
  "- ",
  "[",
  "]",
  "{",
  "}",
  ",",
  "*",
  "&",
  "!",
  "|",
  ">",
  "%",
  "@",
  "`",
  "?",
  "~",
  "\t",
  "---",
];
const odd = ["\u00a0", "\u0085", "\u2028", "\ufeff", "\u007f", "...", "<<", "0x1", ".inf", "x".repeat(70)];

/** The library's answer, or undefined when it reports something. */
function byLibrary(text: string, offset = 0) {
  const file = { path: "SKILL.md", text: "-".repeat(offset) + text };
  const problems: unknown[] = [];
  const document = parseYamlMap(file, text, offset, (problem) => void problems.push(problem));
  return { file, document: problems.length > 0 ? undefined : document };
}

function pathsIn(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [[]];
  if (Array.isArray(value)) return [[], ...value.map((_, index) => [index])];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))];
}

function compare(text: string, offset = 0): boolean {
  const { file, document } = byLibrary(text, offset);
  const plain = readPlainYaml(file, text, offset);
  if (!plain) return false;
  assert.ok(document, `the library refuses ${JSON.stringify(text)}`);
  assert.deepEqual(plain.value, document.value);
  for (const path of pathsIn(document.value)) {
    for (const more of [[], [0], ["missing"], ["missing", "inner"]]) {
      const full = [...path, ...more];
      assert.deepEqual(plain.at(full), document.at(full), full.join("."));
      if (full.length > 0) assert.deepEqual(plain.at(full, "key"), document.at(full, "key"), full.join("."));
    }
  }
  return true;
}

property("what is read without the library is read as the library reads it", ({ pick, list, oneIn, int }) => {
  const word = () => pick(oneIn(3) ? (oneIn(3) ? odd : marks) : parts);
  const value = () => (oneIn(2) ? "a" : "") + list(6, word).join("");
  const lines = () => list(3, () => `\n${pick(["  ", "  ", "  ", "   ", " ", ""])}${value()}`).join("");
  const block = () => `${pick([">-", ">-", ">-", ">", "|", "|-", ">- "])}${lines()}`;
  const quoted = () => pick([value, () => `"${value()}"`, () => `'${value()}'`, block])();
  const key = () => (oneIn(4) ? list(3, word).join("") : pick(["name", "description", "x-y", "constructor", "true"]));
  const text = list(4, () => `${key()}:${pick([" ", " ", " ", "  ", "\t", ""])}${quoted()}`).join("\n");
  compare(oneIn(8) ? text : `${text}\n`, int(20));
});

property("maps and lists in maps are read as the library reads them", ({ pick, list, oneIn, int }) => {
  const value = () =>
    pick(["a", '"b: c"', "'d'", "Bash(git *) x", ">-", "true", "false", "TRUE", "1", "[a]", "a #b", "&a b", ""]);
  const indent = () => (oneIn(6) ? pick([" ", "   ", "\t"]) : pick(["", "", "  ", "    ", "      "]));
  const key = () => pick(["name", "behavior", "agents", "claude", "x-y", "constructor", "null"]);
  const line = () =>
    indent() + (oneIn(4) ? `${pick(["- ", "- ", "-", ""])}${value()}` : `${key()}:${oneIn(2) ? "" : ` ${value()}`}`);
  compare(list(7, line).join("\n") + (oneIn(9) ? "" : "\n"), int(9));
});

test("front matter as people write it needs no library", () => {
  for (const text of [
    "name: git-master\ndescription: Commits, history and branches. Use it for https://example.com; not for svn.\n",
    'name: a\ndescription: >-\n  Works: reads # it,\n  - and more.\nversion: "1.0.0"\n',
    'name: a\ndescription: "Says: # and — all"\nlicense: MIT\n',
    "name: a\ndescription: 'It''s'\n".replace("''", " "),
    'description: a\nbehavior:\n  tools: Bash(git *) x\n  effort: low\nagents:\n  claude:\n    argument-hint: "[x]"\n',
    "description: a\nbehavior:\n  tools:\n    - Read\n    - Bash(git log *)\n  effort: low\nx:\n  - a\n",
    "name: a\ndisable-model-invocation: true\nx:\n  - false\n",
  ]) {
    assert.ok(compare(text, 4), text);
  }
});

test("all else is left to the library", () => {
  for (const text of [
    "",
    "name: a",
    "name: a\n\n",
    "name: yes # no\n",
    "name: a: b\n",
    "name: True\n",
    "name: 1\n",
    "name:\n",
    "name: a\nname: b\n",
    "a: [b]\n",
    "a: |\n  b\n",
    'a: "\\n"\n',
    "a: b\n c\n",
    "a: >-\n",
    "a: >-\n  b\n\n  c\n",
    "a: >-\n  b\n   c\n",
    "a: >\n  b\n",
    "a: b \n",
    "a: b\u2028c\n",
  ]) {
    assert.equal(readPlainYaml({ path: "SKILL.md", text }, text, 0), undefined, JSON.stringify(text));
  }
});
