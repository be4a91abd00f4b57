import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { property, type Random } from "../../../test/support/random.ts";
import { splitFrontMatter } from "../../formats/markdown.ts";
import type { Entries, Value } from "../../model/output.ts";
import { printPage, scalar } from "./front-matter.ts";

const pieces = [
  ..."abcXYZ059 -:#'\"\\*&!%@`{}[],|>?~.=$()_/<^;",
  ...["---", "--", " #", ": ", "- ", "\\n", "\\x2d", "$x", "{env:HOME}", "{{x}}", "<<", "%TAG", "&a", "*a", "!!str"],
  ...["true", "False", "null", "yes", "NO", "on", "off", "y", "n", "~", ".inf", ".nan", "0x1f", "0o7", "1_000", "1e3"],
  ...[
    "12:30:45",
    "2001-12-14",
    "1.5",
    "-1",
    "0",
    "é",
    "漢字",
    "🤖",
    "👩‍🔧",
    "e\u0301",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "\ufffe",
    "\uffff",
  ],
];

function someText({ pick, list, oneIn, int }: Random): string {
  if (oneIn(5)) return pick(pieces);
  if (oneIn(100)) return pick(pieces).repeat(2_000 + int(3_000));
  return list(12, () => pick(pieces)).join(pick(["", "", " "]));
}

function someValue(random: Random, depth: number): Value {
  const { pick, int, list, oneIn } = random;
  if (depth > 0 && oneIn(3)) return { fields: someFields(random, depth - 1) };
  if (depth > 0 && oneIn(5)) return list(4, () => someText(random));
  return oneIn(5) ? pick<Value>([true, false, int(1_000), -1]) : someText(random);
}

/** Keys like those of patterns and names: also `*`, digits, and words with special meaning in YAML. */
function someFields(random: Random, depth: number): Entries {
  const keys = new Set(random.list(5, () => random.pick(["*", "a---b", "git *", "~/x", "on", "12", someText(random)])));
  return [...keys].map((key) => [key, someValue(random, depth)] as const);
}

function plain(value: Value): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("fields" in value) return value.fields.map(([key, inner]) => [key, plain(inner)]);
  return value.map(plain);
}

/** Maps as pairs, so that the order of keys is compared too. */
function pairs(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(([key, inner]) => [key, pairs(inner)]);
  return Array.isArray(value) ? value.map(pairs) : value;
}

/** What Claude Code 2.1 reads as front matter: it ends at any `---`. */
const claudesFrontMatter = /^---\s*\n([\s\S]*?)---\s*\n?/;
/** What strict YAML parsers reject. OpenCode 1.18 loads an agent with unreadable front matter without permissions. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: tests for control characters
const unprintable = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

property("every YAML reader reads the front matter as written", (random) => {
  const fields = someFields(random, 2);
  const comment = { comment: `label ${someText(random)}` };
  const body = random.pick(["Body.\n", "---\nname: other\n---\n", "", "a\n---\n"]);
  const page = printPage([...(random.oneIn(2) ? [comment] : []), ...fields], body);
  const split = splitFrontMatter(page);
  assert.ok(split && split !== "open", page);
  assert.equal(split.body, body);
  assert.equal(claudesFrontMatter.exec(page)?.[1], split.yaml);
  assert.doesNotMatch(split.yaml, unprintable);
  for (const version of ["1.1", "1.2"] as const) {
    const read: unknown = parse(split.yaml, { version, mapAsMap: true, logLevel: "error" }) ?? new Map();
    assert.deepEqual(pairs(read), plain({ fields }), `YAML ${version}:\n${page}`);
  }
});

const written = [
  ["plain words", "Plans, reads (and) writes"],
  ["a---b", '"a\\x2d\\x2d\\x2db"'],
  ["----", '"\\x2d\\x2d\\x2d\\x2d"'],
  ["a--b", "a--b"],
  ["yes", '"yes"'],
  ["Null", '"Null"'],
  ["1e3", '"1e3"'],
  ["*", '"*"'],
  ["a: b", '"a: b"'],
  ["", '""'],
  ["a\ufffe", '"a\\ufffe"'],
] as const;

for (const [text, want] of written.slice(1)) {
  test(`the text \`${text}\` is written as ${want}`, () => assert.equal(scalar(text), want));
}

test("ordinary words stay as they are", () =>
  assert.equal(scalar("Plans, reads (and) writes"), "Plans, reads (and) writes"));

test("a list of tables is written as valid YAML", () => {
  const hooks: Value = [
    {
      fields: [
        ["matcher", "*"],
        ["hooks", [{ fields: [["type", "command"]] }]],
      ],
    },
    { fields: [["matcher", "Bash"]] },
  ];
  const split = splitFrontMatter(printPage([["hooks", hooks]], ""));
  assert.ok(split && split !== "open");
  assert.deepEqual(parse(split.yaml), {
    hooks: [{ matcher: "*", hooks: [{ type: "command" }] }, { matcher: "Bash" }],
  });
});
