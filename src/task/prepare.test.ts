import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf, taskOf } from "../../test/support/capability.ts";
import { parseToml } from "../formats/toml.ts";
import { composePrompt } from "./compose.ts";
import { prepare, printPrepared } from "./prepare.ts";

const role = roleOf({ name: "edit-local", claudeSubagentType: "code-implementer", isolation: "worktree" });
const task = { ...taskOf(), agentId: "abc123def456", body: 'Say """hello""" and \\ go.\nüß\t.' };
const invocation = prepare(task, role, "0badcafe");

test("the text output has the specified layout, with the DNA first", () => {
  assert.equal(
    printPrepared(invocation, "human"),
    `dna: ${invocation.dna}
=== AGENT SUBSTRATE v1 — PREPARED SPAWN ===
agent-id: abc123def456
subagent_type: code-implementer
isolation: worktree
description: edit-local agent abc123de
--- PROMPT (copy into Agent tool \`prompt\` param) ---
${composePrompt(role, task).trimEnd()}
--- END PROMPT ---
on return:
surcingle task verify tasks/abc123def456/task.toml --worktree <path-from-harness>
(orchestrator harness returns worktree path in the task-notification)
ledger: running agent-id=abc123def456 role=edit-local parent=none
`,
  );
  assert.match(invocation.dna, /^edit-local::::[0-9A-F]{8}::[0-9A-F]{8}-0badcafe$/);
});

const fields = {
  dna: invocation.dna,
  agent_id: "abc123def456",
  subagent_type: "code-implementer",
  isolation: "worktree",
  description: "edit-local agent abc123de",
  prompt: composePrompt(role, task),
  on_return: "surcingle task verify tasks/abc123def456/task.toml --worktree <path-from-harness>",
  ledger: "running agent-id=abc123def456 role=edit-local parent=none",
};

test("JSON and TOML say the same", () => {
  assert.deepEqual(JSON.parse(printPrepared(invocation, "json")), fields);
  const toml = parseToml({ path: "x.toml", text: printPrepared(invocation, "toml") }, ({ message }) =>
    assert.fail(message),
  );
  assert.deepEqual({ ...toml?.value }, fields);
});

test("without isolation, text shows none, JSON has null and TOML omits it", () => {
  const plain = prepare({ ...task, parentAgent: "a0" }, roleOf(), "00000000");
  assert.match(printPrepared(plain, "human"), /^isolation: none$/m);
  assert.match(printPrepared(plain, "human"), /parent=a0$/m);
  assert.equal(JSON.parse(printPrepared(plain, "json")).isolation, null);
  assert.doesNotMatch(printPrepared(plain, "toml"), /isolation/);
});
