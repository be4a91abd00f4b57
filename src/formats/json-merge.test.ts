import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entries } from "../model/output.ts";
import { isFields, toValue } from "./json.ts";
import { findConflicts, mergeJson, unmergeJson, withoutKeys } from "./json-merge.ts";
import { type JsonNode, parseJsonc } from "./jsonc.ts";

function entries(plain: object): Entries {
  const value = toValue(plain);
  assert.ok(isFields(value));
  return value.fields;
}

function merge(text: string, keys: Entries): { text: string; made: readonly (readonly string[])[] } {
  const merged = mergeJson(text, keys);
  assert.ok("text" in merged, JSON.stringify(merged));
  return merged;
}

const ours = entries({
  agent: { chiron: { mode: "primary", permission: { bash: { "*": "ask", "git *": "allow" } } } },
});

const cases: readonly { name: string; before: string; after: string }[] = [
  {
    name: "an empty text becomes an object",
    before: "",
    after:
      '{\n  "agent": {\n    "chiron": {\n      "mode": "primary",\n      "permission": {\n        "bash": {\n          "*": "ask",\n          "git *": "allow"\n        }\n      }\n    }\n  }\n}\n',
  },
  {
    name: "comments, odd spacing and the last newline stay",
    before: '// mine\n{\n\t"theme":   "dark", // liked\n\t"list": [1,2,\n 3] // end\n}',
    after:
      '// mine\n{\n\t"theme":   "dark", // liked\n\t"list": [1,2,\n 3], // end\n\t"agent": {\n\t\t"chiron": {\n\t\t\t"mode": "primary",\n\t\t\t"permission": {\n\t\t\t\t"bash": {\n\t\t\t\t\t"*": "ask",\n\t\t\t\t\t"git *": "allow"\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}',
  },
  {
    name: "objects merge deeply and a trailing comma stays one",
    before: '{\n  "agent": {\n    "mine": { "mode": "all" },\n  },\n}\n',
    after:
      '{\n  "agent": {\n    "mine": { "mode": "all" },\n    "chiron": {\n      "mode": "primary",\n      "permission": {\n        "bash": {\n          "*": "ask",\n          "git *": "allow"\n        }\n      }\n    },\n  },\n}\n',
  },
];

for (const { name, before, after } of cases) {
  test(name, () => {
    const merged = merge(before, ours);
    assert.equal(merged.text, after);
    assert.equal(merge(after, ours).text, after, "merging twice changes nothing");
    if (before !== "")
      assert.equal(unmergeJson(after, ours, merged.made), before, "taking the keys out restores the text");
  });
}

test("a line stays a line", () => {
  assert.equal(merge('{ "a": 1 }', entries({ b: 2 })).text, '{ "a": 1, "b": 2 }');
  assert.equal(merge('{"a":1}', entries({ b: [] })).text, '{"a":1, "b": []}');
  assert.equal(unmergeJson('{ "a": 1, "b": 2 }', entries({ b: 2 }), []), '{ "a": 1 }');
  assert.equal(unmergeJson('{ "b": 2, "a": 1 }', entries({ b: 2 }), []), '{ "a": 1 }');
});

test("our value replaces an existing one in place", () => {
  assert.equal(merge('{ "a": [1], "b": 2 }', entries({ a: "x" })).text, '{ "a": "x", "b": 2 }');
});

test("our keys are printed in our order, because order matters to clients", () => {
  const rules = entries({ bash: { "*": "ask", "rm *": "deny", "git *": "allow" } });
  const { text } = merge('{"bash": {"*": "ask", "git *": "allow", "mine": "ask"}}', rules);
  assert.equal(text, '{"bash": { "mine": "ask", "*": "ask", "rm *": "deny", "git *": "allow"}}');
});

test("an object that existed before stays when our keys are removed, even if empty", () => {
  const { text, made } = merge('{ "agent": {} }', ours);
  assert.equal(unmergeJson(text, ours, made), '{ "agent": {} }');
});

test("a key that was changed since is not removed", () => {
  assert.equal(unmergeJson('{ "a": 3 }', entries({ a: 1 }), []), '{ "a": 3 }');
});

test("a line comment swallows nothing when the key after it is removed", () => {
  const rest = unmergeJson('{ // note\n "a": 1 }', entries({ a: 1 }), []);
  assert.ok(typeof rest === "string");
  assert.deepEqual(
    merge(rest, entries({ b: 1 }))
      .text.replace(/\/\/.*/, "")
      .replace(/\s/g, ""),
    '{"b":1}',
  );
});

test("a value that is neither ours nor our last one is a conflict, named by its path", () => {
  const text = '{ "agent": { "chiron": { "mode": "all" }, "x": 1 } }';
  assert.deepEqual(findConflicts(text, ours, []), [["agent", "chiron", "mode"]]);
  assert.deepEqual(findConflicts(text, ours, entries({ agent: { chiron: { mode: "all" } } })), []);
  assert.deepEqual(findConflicts('{"agent": 1}', ours, []), [["agent"]]);
  assert.deepEqual(findConflicts("", ours, []), []);
});

test("only removed leaves remain", () => {
  const last = entries({ a: { b: 1, c: 2 }, d: 3, e: { f: 1 } });
  assert.deepEqual(withoutKeys(last, entries({ a: { b: 9 }, e: { f: 2 } })), entries({ a: { c: 2 }, d: 3 }));
});

test("a text that is not a JSON object, or has a duplicate key, is a problem", () => {
  for (const text of [
    "[]",
    "{",
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    "{a: 1}",
    '{"a": 1} x',
    '{"a":1,"a":2}',
    '{"a": 01}',
    "/* {}",
  ]) {
    assert.ok("problem" in mergeJson(text, ours), text);
  }
  assert.ok("problem" in mergeJson(`${'{"a":'.repeat(100_000)}1`, ours));
});

/** A seeded generator, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Random objects with few names, printed in odd ways, so that keys, comments and commas often meet. */
function randomText(next: (below: number) => number, names: string, depth: number): string {
  const blanks = ["", " ", "\n", "\n\t", " // x: {\n", "/* , */"];
  const blank = (): string => blanks[next(blanks.length)]!;
  const keys = [...names].filter(() => next(2) === 0);
  const members = keys.map((key) => {
    const value = depth > 0 && next(2) === 0 ? randomText(next, names, depth - 1) : ["1", '"//"', "[1, {}]"][next(3)]!;
    return `${blank()}"${key}"${blank()}:${blank()}${value}${blank()}`;
  });
  const comma = members.length > 0 && next(4) === 0 ? "," : "";
  return `{${members.join(",")}${comma}${blank()}}`;
}

function plain(text: string): unknown {
  const convert = (node: JsonNode): unknown => {
    if (node.kind === "scalar") return node.value;
    if (node.kind === "array") return node.items.map(convert);
    return Object.fromEntries(node.members.map(({ key, value }) => [key, convert(value)]));
  };
  const node = parseJsonc(text);
  assert.ok(!("problem" in node), `${JSON.stringify(node)} in ${JSON.stringify(text)}`);
  return convert(node);
}

function deepMerge(theirs: unknown, own: unknown): unknown {
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(theirs) || !isObject(own)) return own;
  const merged: Record<string, unknown> = { ...theirs };
  for (const [key, value] of Object.entries(own)) {
    merged[key] = Object.hasOwn(merged, key) ? deepMerge(merged[key], value) : value;
  }
  return merged;
}

test("on random texts all other keys stay, ours are set, and removing ours restores the rest", () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const next = random(seed);
    const text = randomText(next, "abcd", 2);
    const own = plain(randomText(next, seed % 2 ? "abcd" : "cdef", 2)) as object;
    const merged = merge(text, entries(own));
    const about = `seed ${seed}: ${JSON.stringify({ text, own, merged })}`;
    assert.deepEqual(plain(merged.text), deepMerge(plain(text), own), about);
    assert.equal(merge(merged.text, entries(own)).text, merged.text, about);
    const conflicts = findConflicts(text, entries(own), []);
    const fresh = withoutKeys(entries(own), entries(plain(text) as object));
    assert.ok(Array.isArray(conflicts), about);
    if (conflicts.length > 0) continue;
    const rest = unmergeJson(merge(text, fresh).text, fresh, merged.made);
    assert.ok(typeof rest === "string", about);
    assert.deepEqual(plain(rest), plain(text), about);
  }
});
