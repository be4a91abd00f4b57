import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import { joinFrontMatter, splitFrontMatter } from "./markdown.ts";

property("what is joined is split into the same parts", ({ pick, list }) => {
  const lines = list(4, () => pick(["a: 1", "b: x --- y", '"---": 2', "# ---", "  - c"]));
  const body = list(5, () => pick(["\n", "---\n", "text", " ", "--- \n"])).join("");
  const text = joinFrontMatter(lines, body);
  const split = splitFrontMatter(text);
  assert.ok(split && split !== "open");
  assert.equal(split.body, body);
  assert.equal(split.yaml, lines.map((line) => `${line}\n`).join(""));
  assert.equal(text.slice(split.offset, split.offset + split.yaml.length), split.yaml);
  assert.equal(text.slice(split.bodyOffset), body);
});

const odd: readonly (readonly [string, string, "none" | "open" | "split"])[] = [
  ["no fence", "a: 1\n", "none"],
  ["an empty text", "", "none"],
  ["a fence that is not first", "\n---\na: 1\n---\n", "none"],
  ["four hyphens", "----\na: 1\n----\n", "none"],
  ["a fence without a line break", "---", "none"],
  ["an open fence", "---\na: 1\n", "open"],
  ["a closing fence that is indented", "---\na: 1\n ---\n", "open"],
  ["four hyphens at the end", "---\na: 1\n----\n", "open"],
  ["fences with trailing spaces", "---  \na: 1\n---\t\nx", "split"],
  ["nothing between the fences", "---\n---\n", "split"],
  ["a closing fence that ends the text", "---\na: 1\n---", "split"],
];

for (const [name, text, want] of odd) {
  test(`${name}: ${want}`, () => {
    const split = splitFrontMatter(text);
    assert.equal(split === undefined ? "none" : split === "open" ? "open" : "split", want);
  });
}
