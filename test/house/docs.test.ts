/**
 * Tests what the docs say about the code: each module has its row, each named file exists, each page is in the index.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { projectRoot, sourceRoot } from "./source-files.ts";

const pages = readdirSync(join(projectRoot, "docs")).filter((name) => name.endsWith(".md"));
const architecture = readFileSync(join(projectRoot, "docs/architecture.md"), "utf8");

test("docs/architecture.md has a row for each module, and no other", () => {
  const modules = readdirSync(sourceRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const rows = [...architecture.matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, name]) => name);
  assert.deepEqual(rows.sort(), modules.sort());
});

test("the files that docs/architecture.md names exist", () => {
  for (const [, path = ""] of architecture.matchAll(/`((?:src|test)\/[^`]*)`/g))
    if (!path.includes("<")) assert.ok(existsSync(join(projectRoot, path)), path);
});

test("links between pages work", () => {
  for (const page of ["README.md", "CONTRIBUTING.md", ...pages.map((name) => `docs/${name}`)]) {
    const text = readFileSync(join(projectRoot, page), "utf8").replace(/```[\s\S]*?```|`[^`\n]*`/g, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", heading] = target.split("#");
      const file = path === "" ? join(projectRoot, page) : join(projectRoot, dirname(page), path);
      assert.ok(existsSync(file), `${page} links to ${target}`);
      if (heading === undefined || !file.endsWith(".md")) continue;
      const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
        words
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, "")
          .trim()
          .replaceAll(" ", "-"),
      );
      assert.ok(headings.includes(heading), `${page} links to ${target}, which has no such heading`);
    }
  }
});

test("docs/roles.md names each shipped role", () => {
  const page = readFileSync(join(projectRoot, "docs/roles.md"), "utf8");
  const roles = readdirSync(join(projectRoot, "roles")).map((name) => name.replace(/\.toml$/, ""));
  assert.ok(roles.length >= 5);
  for (const role of roles) assert.match(page, new RegExp(`\\b${role}\\b`), role);
});
