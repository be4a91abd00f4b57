/** Tests that printed TOML is parsed back as the same values. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { property, type Random } from "../../test/support/random.ts";
import type { Entries, Value } from "../model/output.ts";
import { isFields } from "./json.ts";
import { readToml as parse, parseToml } from "./toml.ts";
import { printToml } from "./toml-print.ts";

test("pairs come before tables, and tables have headers", () => {
  const entries: Entries = [
    ["name", "a"],
    ["features", { fields: [["shell_tool", false]] }],
    ["hooks", { fields: [["PreToolUse", [{ fields: [["hooks", [{ fields: [["timeout", 30]] }]]] }]]] }],
    ["text", 'one\n"two"\n'],
  ];
  const text = printToml(entries);
  assert.equal(
    text,
    `name = "a"
text = """
one
"two"
"""

[features]
shell_tool = false

[[hooks.PreToolUse]]

[[hooks.PreToolUse.hooks]]
timeout = 30
`,
  );
});

test("a key that is a path is quoted", () => {
  const text = printToml([["state", { fields: [["/home/a b/x.toml:pre:0", { fields: [["h", "x"]] }]] }]]);
  assert.match(text, /^\[state\."\/home\/a b\/x\.toml:pre:0"\]$/m);
});

test("a prompt cannot end its own text", () => {
  for (const text of [
    '"""',
    'a\n"""\nb',
    'a\n""""',
    "a\n\\",
    "\\\n",
    'x\n"',
    "'''\n'''",
    "a\r\nb",
    "\n\n",
    "\u007f\n\u0000\t",
  ]) {
    assert.equal(parse(printToml([["text", text]]))["text"], text);
  }
});

test("a value that TOML cannot represent is refused", () => {
  assert.throws(() => printToml([["a", null]]), /null/);
  assert.throws(() => printToml([["a", 0.5]]), /0\.5/);
  assert.throws(() => printToml([["a", "\ud800"]]), /unpaired surrogate/);
});

property("printed TOML is read back by our reader", (random) => {
  const entries = someEntries(random, 3);
  const text = printToml(entries);
  const plain = toPlain({ fields: entries });
  assert.deepEqual(JSON.parse(JSON.stringify(parse(text))), plain, text);
  // Like Nix, our parser rejects NUL.
  if (text.includes("\\u0000")) return;
  const read = parseToml({ path: "x.toml", text }, ({ message }) => assert.fail(message));
  assert.deepEqual(JSON.parse(JSON.stringify(read?.value)), plain, text);
});

const pieces = [
  '"',
  '""',
  '"""',
  "\\",
  "\n",
  "\r",
  "\t",
  "'",
  "'''",
  "#",
  "=",
  "[",
  "]",
  "é",
  "😀",
  "\u007f",
  "\u0000",
  "a",
  "u0041",
  " ",
];

function someText({ pick, list }: Random): string {
  return list(8, () => pick(pieces)).join("");
}

function someEntries(random: Random, depth: number): Entries {
  const keys = new Set(
    random.list(4, () => (random.oneIn(2) ? random.pick(["a", "b-c", "D_1", "2"]) : someText(random))),
  );
  return [...keys].filter((key) => key !== "").map((key) => [key, someValue(random, depth)]);
}

function someValue(random: Random, depth: number): Value {
  const table = (): Value => ({ fields: someEntries(random, depth - 1) });
  switch (random.int(depth > 0 ? 7 : 3)) {
    case 0:
      return random.int(1_000_000) - 500_000;
    case 1:
      return random.oneIn(2);
    case 2:
      return someText(random);
    case 3:
      return random.list(3, () => someText(random));
    case 4:
      return [table(), ...random.list(2, table)];
    case 5:
      return random.list(3, () => random.list(2, () => random.int(9)));
    default:
      return table();
  }
}

function toPlain(value: Value): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!isFields(value)) return value.map(toPlain);
  return Object.fromEntries(value.fields.map(([key, inner]) => [key, toPlain(inner)]));
}
