import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientRequest } from "../../model/permission.ts";
import { decodeRequest } from "./client-call.ts";

const cases: readonly (readonly [tool: string, input: unknown, want: ClientRequest])[] = [
  ["bash", { command: "ls" }, { kind: "calls", calls: [{ tool: "bash", subject: "ls" }] }],
  ["write", { path: "@a" }, { kind: "calls", calls: [{ tool: "edit", subject: "a" }] }],
  ["read", { path: "a.ts" }, { kind: "reads", paths: ["a.ts"], reading: "file" }],
  ["grep", { pattern: "x" }, { kind: "reads", paths: ["."], reading: "below", names: [] }],
  ["grep", { pattern: "x", glob: ".env" }, { kind: "reads", paths: ["."], reading: "below", names: [".env"] }],
  ["grep", { pattern: "x", path: "src" }, { kind: "reads", paths: ["src"], reading: "below", names: [] }],
  ["find", { pattern: "*.ts", path: "src" }, { kind: "reads", paths: ["src"], reading: "list" }],
  ["ls", {}, { kind: "reads", paths: ["."], reading: "list" }],
  ["subagent", { action: "list" }, { kind: "reads", paths: [], reading: "list" }],
  ["subagent", { agent: "a", task: "x" }, { kind: "delegation", agent: "a" }],
  ["other", {}, { kind: "unknown", tool: "other" }],
];
for (const [tool, input, want] of cases)
  test(`${tool} ${JSON.stringify(input)}`, () => assert.deepEqual(decodeRequest(tool, input), want));
