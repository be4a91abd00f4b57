import assert from "node:assert/strict";
import { test } from "node:test";
import { textAt, valueAt } from "./unchecked.ts";

const data: unknown = JSON.parse(
  '{"a": {"b": "x", "n": 1, "nothing": null}, "__proto__": {"c": "own"}, "list": ["y"]}',
);

test("a value is found by its keys", () => {
  assert.equal(valueAt(data, "a", "b"), "x");
  assert.equal(valueAt(data, "a", "nothing"), null);
  assert.equal(valueAt(data, "list", "0"), "y");
  assert.equal(valueAt(data, "__proto__", "c"), "own");
});

test("what is not there, or only inherited, is undefined", () => {
  for (const keys of [
    ["b"],
    ["a", "b", "c"],
    ["a", "nothing", "x"],
    ["constructor"],
    ["a", "toString"],
    ["a", "b", "length"],
  ])
    assert.equal(valueAt(data, ...keys), undefined, keys.join("."));
  for (const odd of [undefined, null, 1, "text"]) assert.equal(valueAt(odd, "a"), undefined);
});

test("a missing or non-text value is a fault, never an empty string", () => {
  assert.equal(textAt(data, "a", "b"), "x");
  for (const keys of [["a", "n"], ["a"], ["a", "nothing"], ["missing"], ["a", "constructor", "name"]])
    assert.throws(() => textAt(data, ...keys), /expected text at/);
});
