/** Tests the whole program table: every entry parses and cites its sources. */
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

/** Programs that read their own options only before the subcommand. */
const readsGlobalsFirst: ReadonlySet<string> = new Set(["git", "hub", "scalar"]);

test("an option with an effect is known even after a subcommand with harmless options", () => {
  const missed = [...programNames()].flatMap((name) => {
    const entry = findEntry(name)!;
    if (readsGlobalsFirst.has(name)) return [];
    const acting = [...entry.options.values()].filter(
      ({ role, marks }) => role !== "none" || marks.some((mark) => mark !== "quiet"),
    );
    const open = entry.subNames.filter((sub) => entry.findSub(sub)!.hasOthers);
    return open.flatMap((sub) =>
      acting
        .filter((option) => !entry.findSub(sub)!.options.has(option.name))
        .map((one) => `${name} ${sub} ${one.name}`),
    );
  });
  assert.deepEqual(missed, []);
});
