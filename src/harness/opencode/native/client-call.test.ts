import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientRequest } from "../../../model/permission.ts";
import { readCall } from "./client-call.ts";

const directories = { directory: "/p/sub", worktree: "/p" };

const reads: readonly (readonly [tool: string, input: unknown, want: ClientRequest])[] = [
  ["read", { filePath: "a.ts" }, { kind: "reads", paths: ["/p/sub/a.ts"], reading: "file" }],
  ["read", { filePath: "~/x" }, { kind: "reads", paths: ["/p/sub/~/x"], reading: "file" }],
  ["grep", { pattern: "x" }, { kind: "reads", paths: ["/p/sub/."], reading: "below", names: [] }],
  [
    "grep",
    { pattern: "x", include: ".env" },
    { kind: "reads", paths: ["/p/sub/."], reading: "below", names: [".env"] },
  ],
  ["grep", { pattern: "x", path: "/etc" }, { kind: "reads", paths: ["/etc"], reading: "below", names: [] }],
  ["glob", { pattern: "*", path: "src" }, { kind: "reads", paths: ["/p/sub/src"], reading: "list" }],
  ["list", {}, { kind: "reads", paths: ["/p/sub/."], reading: "list" }],
];
for (const [tool, input, want] of reads)
  test(`${tool} ${JSON.stringify(input)}`, () => assert.deepEqual(readCall(tool, input, directories)?.request, want));

for (const [workdir, want] of [
  [undefined, "/p/sub"],
  ["", "/p/sub"],
  ["x", "/p/sub/x"],
  ["../vendor/inner", "/p/vendor/inner"],
  ["/etc", "/etc"],
] as const)
  test(`a command runs in its workdir: ${workdir}`, () => {
    assert.equal(readCall("bash", { command: "git status", workdir }, directories)?.cwd, want);
  });
