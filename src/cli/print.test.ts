import assert from "node:assert/strict";
import { test } from "node:test";
import type { Loss } from "../base/diagnostic.ts";
import { lossLines } from "./print.ts";

const lost = (definition: string, field: string): Loss => ({
  harness: "codex",
  definition,
  field,
  support: "lost",
  why: "x",
});
const three = ["a", "b", "c"];

test("a field that every agent loses is told once", () => {
  const lines = lossLines(
    three.map((name) => lost(name, "tags")),
    3,
  );
  assert.deepEqual(lines, ["not expressible:", "  tags in codex: all 3 agents"]);
});

test("skills and commands are not counted as agents, however many there are", () => {
  for (const field of ["allowed-tools", "body.commands", "version", "behavior.tools", "agents.codex.x", "body"]) {
    const lines = lossLines(
      three.map((name) => lost(name, field)),
      3,
    );
    assert.deepEqual(lines[1], `  ${field} in codex: a, b, c`);
  }
});

test("many names are counted, by what they are", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `s${index}`);
  const counted = (field: string): string | undefined =>
    lossLines(
      names.map((name) => lost(name, field)),
      3,
    )[1];
  assert.equal(counted("context"), "  context in codex: 2000 skills");
  assert.equal(counted("behavior.color"), "  behavior.color in codex: 2000 commands");
  assert.equal(counted("max_turns"), "  max_turns in codex: 2000 agents");
});
