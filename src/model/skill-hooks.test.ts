import assert from "node:assert/strict";
import { test } from "node:test";
import { allHookEvents, hookEvents } from "./skill-hooks.ts";

test("there are seventeen hook events in three categories, and none is listed twice", () => {
  assert.equal(Object.values(hookEvents).flat().length, 17);
  assert.equal(Object.keys(hookEvents).length, 3);
  assert.equal(new Set(allHookEvents).size, allHookEvents.length);
});
