import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, modelOf, skillOf } from "../../../test/support/agent.ts";
import { policyOf } from "../../../test/support/policy.ts";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { tools } from "../../model/permission.ts";
import { renderHarness } from "../render-harness.ts";
import { kode } from "./index.ts";
import { renderer, withVersion } from "./render.ts";

const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;

test("a version is added as the last line of the front matter, and only to a map of lines", () => {
  assert.equal(withVersion("---\nname: a\n---\nversion: x\n"), "---\nname: a\nversion: 0.1.0\n---\nversion: x\n");
  assert.equal(
    withVersion("---\n# why\n\nname: a\nd: |\n  version: 1\n---\n")?.includes("  version: 1\nversion: 0.1.0\n---"),
    true,
  );
  assert.equal(withVersion("---\n{name: a, description: b}\n---\n"), undefined);
  assert.equal(withVersion("no front matter"), undefined);
});

test("the version of the open standard, under `metadata`, is the one Kode gets", () => {
  const skill = skillOf("s");
  const text = { ...skill.text, fields: { ...skill.text.fields, metadata: { version: "2.1.0" } } };
  const reported: Diagnostic[] = [];
  const model = { ...modelOf([]), skills: [{ ...skill, text }] };
  const [file] = renderer.render(model, context, (each) => void reported.push(each));
  assert.match(file?.kind === "whole" ? String(file.content) : "", /\nversion: 2\.1\.0\n---\n/);
  assert.deepEqual(reported, [], "nothing is lost");
});

test("every field of an agent is reported as lost, and nothing is rendered for it", () => {
  const agent = agentOf({
    displayName: "A",
    tags: ["x"],
    maxTurns: 3,
    skills: [skillOf("s")],
    rules: [{ ref: "r", text: "x", path: "rules/r.md" }],
    context: [{ ref: "c", text: "x", path: "context/c.md" }],
    policy: policyOf({ bash: ["deny"] }),
  });
  const reported: Diagnostic[] = [];
  const files = renderHarness(kode, modelOf([agent]), context, (each) => void reported.push(each));
  assert.deepEqual(
    files.map(({ path }) => path),
    ["skills/s/SKILL.md"],
  );
  const fields = reported.flatMap(({ loss }) => (loss?.definition === "a" ? [loss.field] : []));
  const written = ["name", "description", "display_name", "mode", "tags", "max_turns", "skills", "rules", "context"];
  assert.deepEqual(fields, [...written, ...tools.map((tool) => `permissions.${tool}`)]);
});

test("a name that is not a Kode slug is not rendered, and is reported", () => {
  const reported: Diagnostic[] = [];
  const model = { ...modelOf([]), skills: [skillOf("-a"), skillOf("b")] };
  const files = renderer.render(model, context, (each) => void reported.push(each));
  assert.deepEqual(
    files.map(({ path }) => path),
    ["skills/b/SKILL.md"],
  );
  assert.ok(reported.some(({ loss }) => loss?.definition === "-a" && loss.field === "name"));
});

test("agents do not run there, so every verdict is enforced by being stricter", () => {
  assert.equal(renderer.enforcement(policyOf({}), { tool: "bash", subject: "ls" }, "allow").support, "narrowed");
});
