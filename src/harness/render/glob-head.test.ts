import assert from "node:assert/strict";
import { test } from "node:test";
import { globHeads } from "./patch-paths.ts";

for (const [directory, pattern, want] of [
  [".", "*.ts", "./"],
  ["src", "**/*.ts", "src/"],
  ["src", "a/b/*.ts", "src/a/b/"],
  ["src", "a/b.ts", "src/a/"],
  [".", "/etc/*", "/etc/"],
  [".", "~/.ssh/*", "~/.ssh/"],
  ["src", "../*", "src/../"],
  [".", "*/../../etc/*", "/"],
  [".", "{a,../../etc}/*", "./a/ ./../../etc/"],
  [".", "src/*/../../x", "/"],
  [".", "{.,a}./etc/*", "./../etc/ ./a./etc/"],
  [".", ".{.,}/.{.,}/etc/*", "./../../etc/ ./.././etc/ ././../etc/ ./././etc/"],
  [".", "\\.\\./etc/*", "./../etc/"],
  [".", "@(a|..)/x", "/"],
  ["src", "a/*.{ts,js}", "src/a/"],
  [".", "{a,{b,c}}/x", "./a/ ./b/ ./c/"],
  [".", "{a/*,b}/../../x", "/"],
  [".", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "/"],
  [".", "a?/../x", "/"],
  [".", "[a]/..", "/"],
  [".", "*/a..b", "/"],
] as const)
  test(`${pattern} in ${directory} begins at ${want}`, () =>
    assert.equal(globHeads(directory, pattern).join(" "), want));
