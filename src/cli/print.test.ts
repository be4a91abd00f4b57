import assert from "node:assert/strict";
import { test } from "node:test";
import type { Loss } from "../base/diagnostic.ts";
import { lossDetails, lossSummary } from "./print.ts";

const lost = (definition: string, field: string, more: Partial<Loss> = {}): Loss => ({
  harness: "codex",
  definition,
  field,
  support: "lost",
  why: "has no such thing",
  ...more,
});
const three = ["a", "b", "c"];

test("losses are printed as one line with counts, or not at all if there are none", () => {
  assert.deepEqual(lossSummary([]), []);
  assert.deepEqual(lossSummary([lost("a", "permissions", { support: "gate" })]), []);
  const losses = [...three.map((name) => lost(name, "tags")), lost("a", "max_turns", { support: "narrowed" })];
  assert.deepEqual(lossSummary(losses), ["2 notes on clients (1 stricter, 1 lost); see `surcingle check --notes`"]);
});

test("a client without agents is reported once, not once per field and agent", () => {
  const fields = ["name", "description", "mode", "skills", "permissions.bash", "permissions.edit"];
  const why = "Kode reads skills only";
  const losses = three.flatMap((name) => fields.map((field) => lost(name, field, { harness: "kode", why })));
  assert.deepEqual(lossDetails(losses, 3), ["kode:", "  lost      agents: Kode reads skills only (all 3 agents)"]);
  assert.deepEqual(lossSummary(losses), ["1 note on clients (1 lost); see `surcingle check --notes`"]);
});

test("details are grouped by client and reason, and a field that every agent loses is listed once", () => {
  const losses = [
    ...three.map((name) => lost(name, "tags")),
    lost("a", "question", { harness: "opencode", support: "narrowed", why: "x ".repeat(60).trim() }),
  ];
  const lines = lossDetails(losses, 3);
  assert.deepEqual(lines.slice(0, 3), ["codex:", "  lost      tags: has no such thing (all 3 agents)", "opencode:"]);
  for (const line of lines) assert.ok(line.length <= 80, line);
});

test("skills and commands are not counted as agents, however many there are", () => {
  for (const field of ["allowed-tools", "body.commands", "version", "behavior.tools", "agents.codex.x", "body"])
    assert.match(
      lossDetails(
        three.map((name) => lost(name, field)),
        3,
      )[1]!,
      /\(a, b, c\)$/,
      field,
    );
});

test("many names are shown as a count with their kind", () => {
  const names = Array.from({ length: 2000 }, (_, index) => `s${index}`);
  const counted = (field: string): string =>
    lossDetails(
      names.map((name) => lost(name, field)),
      3,
    ).join(" ");
  assert.match(counted("context"), /\(2000 skills\)/);
  assert.match(counted("behavior.color"), /\(2000 commands\)/);
  assert.match(counted("max_turns"), /\(2000 agents\)/);
});
