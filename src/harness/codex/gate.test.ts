/** Tests the translation of Codex payloads, as sent by Codex 0.166.0. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientRequest } from "../../model/permission.ts";
import { answerBegins, consent, gate } from "./gate.ts";

function decode(tool_name: string, tool_input: unknown): ClientRequest {
  return gate.decodeCall({ cwd: "/p/sub", tool_name, tool_input }, { PWD: "/p" }).request;
}

const question = {
  questions: [
    { id: "q", question: "why?" },
    { id: "r", question: "how?" },
  ],
};
const table: readonly (readonly [tool: string, input: unknown, request: ClientRequest])[] = [
  ["Bash", { command: "ls" }, { kind: "calls", calls: [{ tool: "bash", subject: "ls" }] }],
  ["apply_patch", { command: "*** Add File: a\n+x" }, { kind: "calls", calls: [{ tool: "edit", subject: "a" }] }],
  ["spawn_agent", { agent_type: "kid", message: "x" }, { kind: "delegation", agent: "kid" }],
  ["spawn_agent", { message: "x" }, { kind: "delegation", agent: "default" }],
  ["send_input", { id: "1" }, { kind: "delegation", agent: "an agent that is already running" }],
  ["collaborationspawn_agent", { agent_type: "kid" }, { kind: "delegation", agent: "kid" }],
  ["collaborationlist_agents", {}, { kind: "reads", paths: [], reading: "list" }],
  ["collaborationBash", { command: "ls" }, { kind: "unknown", tool: "collaborationBash" }],
  ["wait_agent", {}, { kind: "reads", paths: [], reading: "list" }],
  ["view_image", { path: "/etc/x.png" }, { kind: "reads", paths: ["/etc/x.png"], reading: "file" }],
  [
    "request_user_input",
    question,
    { kind: "calls", calls: ["why?", "how?"].map((subject) => ({ tool: "question", subject })) },
  ],
  ["update_plan", {}, { kind: "unknown", tool: "update_plan" }],
  ["mcp__x__Bash", { command: "ls" }, { kind: "unknown", tool: "mcp__x__Bash" }],
];

for (const [tool, input, request] of table) {
  test(`${tool} ${JSON.stringify(input)} is understood`, () => assert.deepEqual(decode(tool, input), request));
}

test("a patch inside a command is judged as edits too", () => {
  const command = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF";
  const request = decode("Bash", { command });
  assert.deepEqual(request.kind === "calls" && request.calls.map(({ tool }) => tool), ["bash", "edit"]);
});

test("a program that waits for input is a fault", () => {
  assert.throws(() => decode("Bash", { command: "python3" }), /reads input that no hook sees/);
});

test("the project is where the session runs, not where the call would run", () => {
  const asked = gate.decodeCall({ cwd: "/other", agent_type: "kid", tool_name: "get_goal" }, { PWD: "/p" });
  assert.deepEqual([asked.cwd, asked.project, asked.agent], ["/other", "/p", "kid"]);
});

test("unknown input is a fault", () => {
  assert.throws(() => gate.decodeCall({ cwd: "/p", tool_name: "get_goal" }, {}), /project/);
  for (const input of [undefined, {}, { command: ["ls"] }]) assert.throws(() => decode("Bash", input));
  assert.throws(() => decode("apply_patch", { command: "nothing" }));
  assert.throws(() => decode("spawn_agent", { agent_type: 5 }));
  assert.throws(() => gate.decodeCall({ cwd: "/p", tool_name: "get_goal", agent_type: null }, { PWD: "/p" }));
});

test("an allowed call prints nothing, everything else is a denial with a reason", () => {
  assert.equal(gate.encodeVerdict("allow", "x").stdout, consent);
  for (const verdict of ["ask", "deny"] as const) {
    const { stdout } = gate.encodeVerdict(verdict, "surcingle: why");
    assert.ok(stdout.startsWith(answerBegins));
    assert.equal(JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason, "surcingle: why");
  }
  assert.ok(gate.whyNobodyIsAsked);
});
