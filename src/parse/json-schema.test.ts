import assert from "node:assert/strict";
import { test } from "node:test";
import { valueAt } from "../base/peek.ts";
import { colors, efforts, executions, invocations, tiers, visibilities } from "../model/command.ts";
import { skillFieldNames } from "../model/skill.ts";
import { jsonSchema } from "./json-schema.ts";

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => valueAt(inner, key), value);
}

test("the schema of a command has every word of the vocabulary and keeps fields of other tools", () => {
  const schema = jsonSchema("command");
  const behavior = at(schema, "properties", "behavior");
  const words = { execution: executions, capability: tiers, effort: efforts, invocation: invocations };
  for (const [field, wanted] of Object.entries({ ...words, visibility: visibilities, color: colors }))
    assert.deepEqual(at(behavior, "properties", field, "enum"), [...wanted]);
  assert.deepEqual(at(schema, "required"), ["description"]);
  assert.notEqual(at(schema, "additionalProperties"), false);
  assert.notEqual(at(behavior, "additionalProperties"), false);
});

test("the schema of a skill has every field, with its purpose", () => {
  const schema = jsonSchema("skill");
  assert.deepEqual(Object.keys(at(schema, "properties") ?? {}), [...skillFieldNames]);
  assert.deepEqual(at(schema, "required"), ["name", "description"]);
  assert.equal(at(schema, "properties", "context", "const"), "fork");
});

test("every kind is a schema by its title", () => {
  for (const kind of ["agent", "settings", "command", "extension", "skill"] as const)
    assert.equal(at(jsonSchema(kind), "title"), `surcingle ${kind}`);
});
