import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import { lineCol, place, placeForPeople } from "./source.ts";

property("line and column convert back to the offset", ({ pick, list, int }) => {
  const text = list(40, () => pick(["a", "\n", "é", "🤖"])).join("");
  const offset = int(text.length + 1);
  const { line, col } = lineCol({ path: "x", text }, offset);
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  assert.equal(before + col - 1, offset);
});

test("outputs name a file by its path; messages also name its root", () => {
  const span = { file: { path: "rules/a.md", text: "a\nb", label: "/team/rules/a.md" }, start: 2, end: 3 };
  assert.equal(place(span), "rules/a.md:2:1");
  assert.equal(placeForPeople(span), "/team/rules/a.md:2:1");
});
