import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { coverage } from "./all.ts";

const root = join(import.meta.dirname, "../..");

for (const { title, rows } of coverage) {
  test(`every row of "${title}" names a test that exists`, () => {
    for (const { statement, test: named } of rows) {
      const [file = "", name = ""] = named.split(" > ");
      assert.ok(name !== "" && existsSync(join(root, file)), `${statement}: there is no \`${file}\``);
      const text = readFileSync(join(root, file), "utf8").replaceAll('\\"', '"');
      assert.ok(text.includes(name), `${statement}: \`${name}\` is not in ${file}`);
    }
  });

  test(`no statement of "${title}" is listed twice, and each difference has a reason`, () => {
    assert.equal(new Set(rows.map(({ statement }) => statement)).size, rows.length);
    for (const { statement, differs } of rows) assert.ok(differs === undefined || differs.length > 20, statement);
  });
}
