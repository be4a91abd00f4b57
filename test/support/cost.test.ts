import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCostsAtMost, assertGrowsLinearly } from "./cost.ts";

/** About as much work as there are pairs. */
function spin(outer: number, inner: number): number {
  let sum = 0;
  for (let i = 0; i < outer; i++) for (let j = 0; j < inner; j++) sum = (sum * 31 + j) | 0;
  return sum;
}

test("linear work passes", async () => {
  await assertGrowsLinearly(4_000, (size) => spin(size, 5_000));
});

test("quadratic work fails", async () => {
  const work = (size: number): number => spin(size, size);
  await assert.rejects(assertGrowsLinearly(4_800, work), /costs more than 4 times its yardstick: \d+ ms against/);
});

test("a wait costs nothing", async () => {
  const wait = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));
  await assertCostsAtMost(1, () => undefined, wait);
});
