/** Tests that rules are added in the right place and nothing else changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "@iarna/toml";
import { addRules, addToList } from "./write-rules.ts";

const path = ["permissions", "bash", "rules"];
const table = '[permissions.bash]\nintent = "ask"\n';

function rulesIn(text: string): unknown {
  const permissions = parse(text)["permissions"] as Record<string, Record<string, unknown>>;
  return permissions["bash"]!["rules"];
}

for (const [name, list, expected] of [
  ["one line", '["a:allow"]', ["a:allow", "x:allow", "y z:allow"]],
  ["one line with a comma", '["a:allow",]', ["a:allow", "x:allow", "y z:allow"]],
  ["empty", "[]", ["x:allow", "y z:allow"]],
  ["empty on two lines", "[\n]", ["x:allow", "y z:allow"]],
  ["lines", '[\n  "a:allow",\n  "b:allow",\n]', ["a:allow", "b:allow", "x:allow", "y z:allow"]],
  ["lines without a last comma", '[\n  "a:allow",\n  "b:allow"\n]', ["a:allow", "b:allow", "x:allow", "y z:allow"]],
  [
    "comments",
    '[\n  "a:allow", # first\n  # the last one\n  "b:allow" # second ] "\n]',
    ["a:allow", "b:allow", "x:allow", "y z:allow"],
  ],
  ["a comment before the end", '[\n  "a:allow",\n  # more to come\n]', ["a:allow", "x:allow", "y z:allow"]],
  ["items on one line of several", '[\n  "a:allow", "b:allow" ]', ["a:allow", "b:allow", "x:allow", "y z:allow"]],
] as const) {
  test(`a list: ${name}`, () => {
    const text = `# Before\n${table}rules = ${list} # beside\n\n[permissions.edit]\nintent = "deny"\n# After\n`;
    const added = addToList(text, path, ["x:allow", "y z:allow"])!;
    assert.deepEqual(rulesIn(added), expected, added);
    for (const [comment] of text.matchAll(/#.*/g)) assert.ok(added.includes(comment), `${comment}\n${added}`);
    const removed = added.split("\n").filter((line) => !text.includes(line.trim()));
    assert.ok(
      removed.every((line) => /x:allow|y z:allow|"b:allow", # second|,/.test(line)),
      removed.join("\n"),
    );
  });
}

test("a table without rules gets a list, and an agent without the table gets both", () => {
  assert.deepEqual(rulesIn(addRules(`${table}# note\n`, "bash", ["x:allow"], "ask")), ["x:allow"]);
  const fresh = addRules('name = "a"\n', "bash", ["x:allow"], "ask");
  assert.deepEqual(rulesIn(fresh), ["x:allow"]);
  assert.match(fresh, /intent = "ask"/);
  assert.equal(addToList('name = "a"\n', path, ["x"]), undefined);
});
