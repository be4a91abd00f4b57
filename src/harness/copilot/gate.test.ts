/** Tests the translation of Copilot payloads, as sent by Copilot 1.0.102. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientRequest } from "../../model/permission.ts";
import { answerBegins, gate } from "./gate.ts";

function decode(toolName: string, toolArgs: unknown): ClientRequest {
  return gate.decodeCall({ cwd: "/p/sub", toolName, toolArgs }, { COPILOT_PROJECT_DIR: "/p" }).request;
}

const table: readonly (readonly [tool: string, input: unknown, request: ClientRequest])[] = [
  ["bash", { command: "ls" }, { kind: "calls", calls: [{ tool: "bash", subject: "ls" }] }],
  ["bash", '{"command":"ls"}', { kind: "calls", calls: [{ tool: "bash", subject: "ls" }] }],
  ["create", { path: "/p/x" }, { kind: "calls", calls: [{ tool: "edit", subject: "/p/x" }] }],
  ["edit", { path: "/p/x" }, { kind: "calls", calls: [{ tool: "edit", subject: "/p/x" }] }],
  ["apply_patch", "*** Add File: a", { kind: "calls", calls: [{ tool: "edit", subject: "a" }] }],
  ["apply_patch", { input: "*** Add File: a" }, { kind: "calls", calls: [{ tool: "edit", subject: "a" }] }],
  ["web_fetch", { url: "https://a.b" }, { kind: "calls", calls: [{ tool: "webfetch", subject: "https://a.b" }] }],
  ["web_search", { query: "q" }, { kind: "calls", calls: [{ tool: "websearch", subject: "q" }] }],
  ["ask_user", { question: "why?" }, { kind: "calls", calls: [{ tool: "question", subject: "why?" }] }],
  ["view", { path: "/etc/hosts" }, { kind: "reads", paths: ["/etc/hosts"], reading: "file" }],
  ["read_file", { filePath: "/etc/hosts" }, { kind: "reads", paths: ["/etc/hosts"], reading: "file" }],
  ["grep", { pattern: "x" }, { kind: "reads", paths: ["."], reading: "below", names: [] }],
  ["grep", { pattern: "x", glob: ".env" }, { kind: "reads", paths: ["."], reading: "below", names: [".env"] }],
  ["grep", { pattern: "x", paths: "/etc" }, { kind: "reads", paths: ["/etc"], reading: "below", names: [] }],
  [
    "grep",
    { pattern: "x", paths: ["/etc", "src"] },
    { kind: "reads", paths: ["/etc", "src"], reading: "below", names: [] },
  ],
  ["glob", { pattern: "/etc/*" }, { kind: "reads", paths: [".", "/etc/"], reading: "list" }],
  [
    "grep",
    { pattern: "x", paths: "src/*/../../x" },
    { kind: "reads", paths: ["src/*/../../x", "/"], reading: "below", names: [] },
  ],
  ["glob", { pattern: "src/*/../../x" }, { kind: "reads", paths: [".", "/"], reading: "list" }],
  ["glob", { pattern: "../*", paths: ["src"] }, { kind: "reads", paths: ["src", "src/../"], reading: "list" }],
  ["list_bash", {}, { kind: "reads", paths: [], reading: "list" }],
  ["task", { agent_type: "Nice Worker" }, { kind: "delegation", agent: "Nice Worker" }],
  ["skill", { skill: "greet" }, { kind: "skill", skill: "greet" }],
  ["sql", { query: "x" }, { kind: "unknown", tool: "sql" }],
];

for (const [tool, input, request] of table) {
  test(`${tool} ${JSON.stringify(input)} is understood`, () => assert.deepEqual(decode(tool, input), request));
}

test("the client's own agents are never taken for ours of the same name", () => {
  for (const name of ["explore", "General-Purpose", " task "]) {
    const request = decode("task", { agent_type: name });
    assert.equal(request.kind === "delegation" && request.agent, `${name} (built in)`);
  }
});

test("an agent that is already running gets no more work", () => {
  assert.equal(decode("write_agent", { agent_id: "worker", message: "x" }).kind, "delegation");
});

test("the project stays where the client was started", () => {
  const asked = gate.decodeCall({ cwd: "/p/sub", toolName: "list_bash", toolArgs: {} }, { COPILOT_PROJECT_DIR: "/p" });
  assert.deepEqual([asked.cwd, asked.project], ["/p/sub", "/p"]);
});

test("unknown input is a fault", () => {
  for (const input of [undefined, 5, {}, { command: ["ls"] }, "{"]) assert.throws(() => decode("bash", input));
  assert.throws(() => decode("grep", { paths: [5] }));
  assert.throws(() => decode("apply_patch", { input: "nothing" }));
});

test("every answer begins as the wrapper expects", () => {
  for (const verdict of ["allow", "ask", "deny"] as const) {
    const { stdout, exitCode } = gate.encodeVerdict(verdict, "surcingle: why");
    assert.ok(stdout.startsWith(answerBegins));
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), { permissionDecision: verdict, permissionDecisionReason: "surcingle: why" });
  }
});
