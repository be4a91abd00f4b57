import assert from "node:assert/strict";
import { test } from "node:test";
import { valueAt } from "../base/unchecked.ts";
import { colors, efforts, executions, invocations, tiers, visibilities } from "../model/command.ts";
import { skillFieldNames } from "../model/skill.ts";
import { jsonSchema, settingTexts } from "./json-schema.ts";

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

test("every setting says what it means", () => {
  const described: string[] = [];
  const walk = (schema: unknown, path: readonly string[]): void => {
    for (const [name, inner] of Object.entries(at(schema, "properties") ?? {})) {
      const key = [...path, name].join(".");
      assert.ok(at(inner, "description"), `${key} has no text`);
      described.push(key);
      walk(inner, [...path, name]);
    }
    const more = at(schema, "additionalProperties");
    if (typeof more === "object") walk(more, path);
  };
  walk(jsonSchema("settings"), []);
  assert.deepEqual(Object.keys(settingTexts).sort(), described.sort(), "no text is about a setting that is gone");
});
