import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, sortBy } from "./order.ts";

test("strings are ordered by code unit, not by locale", () => {
  assert.deepEqual(["b", "a", "B", "ä", "a-b", "a/b", "a1", "é", "Z", "10", "9"].sort(compare), [
    ..."10 9 B Z a a-b a/b a1 b ä é".split(" "),
  ]);
});

test("sorting is stable and returns a copy", () => {
  const items = [{ key: "b" }, { key: "a", n: 1 }, { key: "a", n: 2 }];
  assert.deepEqual(
    sortBy(items, ({ key }) => key),
    [items[1], items[2], items[0]],
  );
  assert.equal(items[0]!.key, "b");
});
