import assert from "node:assert/strict";
import { test } from "node:test";
import { globHead } from "./glob-head.ts";

for (const [directory, pattern, want] of [
  [".", "*.ts", "./"],
  ["src", "**/*.ts", "src/"],
  ["src", "a/b/*.ts", "src/a/b/"],
  ["src", "a/b.ts", "src/a/"],
  [".", "/etc/*", "/etc/"],
  [".", "~/.ssh/*", "~/.ssh/"],
  ["src", "../*", "src/../"],
  [".", "*/../../etc/*", "/"],
  [".", "{a,../../etc}/*", "/"],
  [".", "a?/../x", "/"],
  [".", "[a]/..", "/"],
  [".", "*/a..b", "/"],
] as const)
  test(`${pattern} in ${directory} begins at ${want}`, () => assert.equal(globHead(directory, pattern), want));
