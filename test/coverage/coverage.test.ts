import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { coverage } from "./all.ts";
import { namedTest } from "./row.ts";

const root = join(import.meta.dirname, "../..");

for (const { title, rows } of coverage) {
  test(`every row of "${title}" names a test that exists`, () => {
    for (const row of rows) {
      const { statement } = row;
      const [file = "", name = ""] = row.test.split(" > ");
      const named = namedTest(row);
      assert.ok(named, `${statement}: no test runs \`${file}\``);
      for (const [path, wanted] of [
        [file, name],
        [named.file, named.title],
      ] as const) {
        assert.ok(wanted !== "" && existsSync(join(root, path)), `${statement}: there is no \`${path}\``);
        const text = readFileSync(join(root, path), "utf8").replaceAll('\\"', '"');
        assert.ok(text.includes(wanted), `${statement}: \`${wanted}\` is not in ${path}`);
      }
    }
  });

  test(`no statement of "${title}" is listed twice, and each difference has a reason`, () => {
    assert.equal(new Set(rows.map(({ statement }) => statement)).size, rows.length);
    for (const { statement, differs } of rows) assert.ok(differs === undefined || differs.length > 20, statement);
  });
}
