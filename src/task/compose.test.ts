import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf, shipped, taskOf } from "../../test/support/capability.ts";
import { composePrompt } from "./compose.ts";

const role = roleOf({
  name: "edit-local",
  capabilities: [shipped("policy::no-git-ops"), shipped("scope::files-whitelist")],
});

test("the texts of the capabilities come first and in order, the body comes last", () => {
  const prompt = composePrompt(role, { ...taskOf(), body: "\n\nFirst line.\n\n  - indented\n\n" });
  const [git, files] = role.capabilities.map(({ text }) => text.text.trim());
  assert.ok(prompt.startsWith(`# AGENT SUBSTRATE — role edit-local\n\n${git}\n\n---\n\n${files}\n\n---\n\n`));
  assert.ok(prompt.endsWith("\n\nFirst line.\n\n  - indented\n"));
});

test("the prompt contains what the task sets, and nothing else", () => {
  const scope = { filesWhitelist: ["src/**", "a`b"], filesDenylist: ["Cargo.lock"], allowDepBump: true };
  const verification = { testCommand: "npm test", testCountMin: 0, cargoCheckCrates: ["x"] };
  const prompt = composePrompt(role, taskOf({ scope, verification, output: { reportFieldsRequired: ["loc-delta"] } }));
  const part = prompt.slice(prompt.indexOf("# Task\n"));
  assert.equal(
    part,
    `# Task

- your id: \`agent-1\`
- files you may change: \`src/**\`, \`\` a\`b \`\`
- files you must not change: \`Cargo.lock\`
- dependencies: this task may change them
- crates to check: \`x\`
- test command: \`npm test\`
- minimum number of passing tests: 0
- fields of your report: \`loc-delta\`

Do it.
`,
  );
});

test("with a whitelist in the role and none in the task, the prompt says that nothing may change", () => {
  assert.match(composePrompt(role, taskOf()), /^- files you may change: none$/m);
  assert.doesNotMatch(composePrompt(roleOf(), taskOf()), /files you may change/);
});

test("each escalation policy has its own sentence", () => {
  const sentences = (["ask-via-return", "orchestrator-notify", "fail-fast"] as const).map((escalation) =>
    composePrompt(roleOf({ escalation }), taskOf()),
  );
  assert.equal(new Set(sentences).size, 3);
  for (const text of sentences) assert.match(text, /## If you cannot continue\n\n\S/);
});
