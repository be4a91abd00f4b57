import assert from "node:assert/strict";
import { test } from "node:test";
import { property, type Random } from "../../test/support/random.ts";
import type { Entries, Value } from "../model/output.ts";
import { printJson, toValue } from "./json.ts";

const texts = [
  "a",
  "",
  "*",
  "10",
  "9",
  '"',
  "\\",
  "\n",
  "\u2028",
  "🤖",
  "\ud800",
  "{env:HOME}",
  "{file:~/.ssh/id_rsa}",
  "__proto__",
  "\u007f",
];

function someValue(random: Random, depth: number): Value {
  const { pick, list, int, oneIn } = random;
  if (depth > 0 && oneIn(3)) return { fields: someEntries(random, depth - 1) };
  if (depth > 0 && oneIn(3)) return list(4, () => someValue(random, depth - 1));
  return pick<Value>([pick(texts), int(1_000), -1.5, true, false, null]);
}

function someEntries(random: Random, depth: number): Entries {
  const keys = new Set(random.list(5, () => random.pick(texts)));
  return [...keys].map((key) => [key, someValue(random, depth)] as const);
}

function plain(value: Value): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!("fields" in value)) return value.map(plain);
  const result: Record<string, unknown> = {};
  for (const [key, inner] of value.fields)
    Object.defineProperty(result, key, { value: plain(inner), enumerable: true, configurable: true, writable: true });
  return result;
}

property("JSON that is printed reads back as the same value", (random) => {
  const fields = someEntries(random, 3);
  const text = printJson(fields);
  assert.deepEqual(JSON.parse(text), plain({ fields }));
  assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"));
  // OpenCode replaces these in the raw text of its config, at any position.
  assert.doesNotMatch(text, /\{(?:env|file):/);
});

test("keys stay in the order they are given, also those made of digits", () => {
  const text = printJson([
    ["b", 1],
    ["10", 2],
    [
      "9",
      {
        fields: [
          ["*", "deny"],
          ["1", "allow"],
        ],
      },
    ],
    ["empty", { fields: [] }],
    ["list", []],
  ]);
  assert.equal(
    text,
    '{\n  "b": 1,\n  "10": 2,\n  "9": {\n    "*": "deny",\n    "1": "allow"\n  },\n  "empty": {},\n  "list": []\n}\n',
  );
});

test("a value that JSON cannot represent throws instead of becoming null", () => {
  assert.throws(() => toValue(() => 1), /cannot print a function/);
  assert.throws(() => toValue({ a: [1n] }), /cannot print a bigint/);
  assert.deepEqual(toValue({ a: undefined, b: [null] }), { fields: [["b", [null]]] });
});
