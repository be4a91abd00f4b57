import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../test/support/random.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseRoles, type RoleDocuments } from "./role.ts";

function parsed(texts: Readonly<Record<string, string>>): RoleDocuments & { readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [path, { content: { path, text }, executable: false }]),
  );
  return { ...parseRoles({ files, failed: new Map() }, (each) => diagnostics.push(each)), diagnostics };
}

const capability = `[capability]
name = "quality::mine"
category = "quality"
version = "1.0"
description = "Mine"
[gate]
rust-module = ""
[verify]
rust-module = "verifies::quality_tests_green"
`;

test("an empty module is neither a gate nor a check, and quality checks run in both places by default", () => {
  const { capabilities, diagnostics } = parsed({
    "_capabilities/quality/mine/capability.toml": capability,
    "_capabilities/quality/mine/text.md": "Do.\n",
  });
  assert.deepEqual(diagnostics, []);
  const [one] = capabilities;
  assert.equal(one?.gate, undefined);
  assert.deepEqual(one?.verify, {
    module: "verifies::quality_tests_green",
    command: undefined,
    runMode: "both",
    when: "on-return",
  });
  assert.deepEqual([one?.slug, one?.text.text], ["mine", "Do.\n"]);
});

test("two hundred words are read, two hundred and one are not", () => {
  const withWords = (count: number) =>
    parsed({
      "capabilities/quality/mine/capability.toml": capability,
      "capabilities/quality/mine/text.md": "word ".repeat(count),
    });
  assert.deepEqual(withWords(200).diagnostics, []);
  assert.deepEqual(
    withWords(201)
      .broken.get("quality::mine")
      ?.map(({ code }) => code),
    ["capability-text"],
  );
});

property(
  "the parser never throws, whatever the text of a role or capability, and dropped parts are reported",
  (random) => {
    const { pick, list } = random;
    const keys = [
      "name",
      "category",
      "description",
      "allowed",
      "extends",
      "required",
      "rust-module",
      "event",
      "path",
      "__proto__",
    ];
    const values = ['"a"', "1", "[]", "{}", '["(a+)+"]', "true", "nan", '"policy::x"', '""', "1979-05-27", '"../x"'];
    const tables = [
      "role",
      "capability",
      "capabilities",
      "tools",
      "gate",
      "verify",
      "text",
      "restricts",
      "lineage",
      "x",
    ];
    const line = () => (random.oneIn(3) ? `[${pick(tables)}]` : `${pick(keys)} = ${pick(values)}`);
    const text = list(8, line).join("\n");
    for (const path of ["roles/a.toml", "capabilities/policy/x/capability.toml"]) {
      const { roles, capabilities, aliases, broken } = parsed({ [path]: text });
      const isThere = roles.length + capabilities.length + aliases.length > 0;
      assert.ok(isThere || [...broken.values()].every((errors) => errors.length > 0), text);
      assert.equal(broken.size, isThere ? 0 : 1);
    }
  },
);
