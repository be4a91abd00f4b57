import assert from "node:assert/strict";
import { test } from "node:test";
import { allHookEvents, hookEvents, invocationOf } from "./skill.ts";

test("there are seventeen hook events in three categories, and none is listed twice", () => {
  assert.equal(Object.values(hookEvents).flat().length, 17);
  assert.equal(Object.keys(hookEvents).length, 3);
  assert.equal(new Set(allHookEvents).size, allHookEvents.length);
});

const cases = [
  { name: "by default people and the model find it", fields: {}, want: [true, true, true] },
  {
    name: "without the slash menu the model still finds it",
    fields: { "user-invocable": false },
    want: [false, true, true],
  },
  {
    name: "without the model only people find it",
    fields: { "disable-model-invocation": true },
    want: [true, false, false],
  },
  {
    name: "with both switched off it cannot be found",
    fields: { "user-invocable": false, "disable-model-invocation": true },
    want: [false, false, false],
  },
];

for (const { name, fields, want } of cases) {
  test(name, () => {
    const { inSlashMenu, modelInvokes, inModelContext } = invocationOf(fields);
    assert.deepEqual([inSlashMenu, modelInvokes, inModelContext], want);
  });
}
