/** The program table as a whole: every entry can be read and says where its facts come from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { families, findEntry, programNames, textsOf } from "./all.ts";

for (const name of programNames()) {
  test(`the entry of ${name} can be read`, () => {
    const entry = findEntry(name);
    assert.ok(entry, name);
    for (const sub of entry.subNames) assert.ok(entry.findSub(sub), sub);
    assert.notEqual(entry.source, "", `${name} does not say where its facts come from`);
  });
}

test("every program of every family is found by its name", () => {
  const all = Object.keys(families) as (keyof typeof families)[];
  const written = new Set(all.flatMap((family) => [...textsOf(family).keys()]));
  assert.deepEqual([...programNames()].sort(), [...written].sort());
});
