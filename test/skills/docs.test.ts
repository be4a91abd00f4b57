/** Tests that docs/skills.md agrees with the tables in the code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { skillCodes } from "../../src/base/codes/skills.ts";
import { harnesses } from "../../src/harness/all.ts";
import type { Harness } from "../../src/harness/harness.ts";
import { hookEvents, skillField, skillFieldNames } from "../../src/model/skill.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/skills.md"), "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("every field, code and hook event is in the manual", () => {
  for (const word of [...skillFieldNames, ...Object.keys(skillCodes), ...Object.values(hookEvents).flat()])
    assert.ok(text.includes(`\`${word}\``), word);
});

/** A forked skill that becomes a command names its agent there. */
function word({ fields, gate, asCommands = [] }: Harness["skillSupport"], name: string): string {
  if (fields.includes(name)) return "yes";
  if (gate && (name === "hooks" || name === "allowed-tools")) return "gate";
  const isCommand = asCommands.some((each) => each === (name === "agent" ? "context" : name));
  return isCommand ? "command" : "–";
}

test("the portability table matches the harnesses", () => {
  const head = rows.find((row) => row.includes("if not supported"))!;
  const all: readonly Harness[] = harnesses;
  const columns = all.map(({ title, skillSupport }) => ({ title, ...skillSupport }));
  assert.deepEqual(head.slice(2, -2).sort(), columns.map(({ title }) => title).sort());
  for (const name of skillFieldNames) {
    const field = skillField(name)!;
    if (!field.isBehaviour || field.source === "client") continue;
    const row = rows.find((cells) => cells[1] === `\`${name}\`` && cells.length === head.length);
    assert.ok(row, `no row for ${name}`);
    assert.equal(row.at(-2), field.fallback, name);
    for (const { title, ...support } of columns)
      assert.equal(row[head.indexOf(title)], word(support, name), `${name} in ${title}`);
  }
});
