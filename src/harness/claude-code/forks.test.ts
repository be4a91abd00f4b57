import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch, writeFiles } from "../../../test/support/make-root.ts";
import { renderRoots } from "../../../test/support/render-case.ts";

const scratch = makeScratch("forks");
let count = 0;

const agent = {
  "agents/keeper/agent.toml": `name = "keeper"
description = "Keeps"
[permissions.bash]
intent = "ask"
[permissions.edit]
intent = "deny"
`,
  "agents/keeper/system-prompt.md": "You keep.\n",
};

async function render(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const root = join(scratch, String(count++));
  writeFiles(root, { ...agent, ...files });
  const { result, diagnostics } = await renderRoots([root]);
  assert.ok(result, JSON.stringify(diagnostics.map(({ message }) => message)));
  const { files: output } = result.rendered.find(({ harness }) => harness.id === "claude-code")!;
  return new Map(output.flatMap((file) => (file.kind === "whole" ? [[file.path, String(file.content)] as const] : [])));
}

const skill = (...lines: string[]) => ({
  "skills/audit/SKILL.md": `---\nname: audit\ndescription: Audits\n${lines.map((line) => `${line}\n`).join("")}---\nAudit.\n`,
});

/** The tools line of the agent, and whether the skill runs in it. */
function toolsOf(files: ReadonlyMap<string, string>): string | undefined {
  const page = files.get("agents/skill-audit.md");
  assert.equal(/^agent: "?skill-audit"?$/m.test(files.get("skills/audit/SKILL.md")!), page !== undefined);
  return page && /^tools: "?(.*?)"?$/m.exec(page)?.[1];
}

for (const [lines, want] of [
  [["context: fork", "allowed-tools: Write"], "Write, Read, Grep, Glob"],
  [["context: fork", "allowed-tools: [Read, WebFetch]"], "Read, WebFetch, Grep, Glob"],
  [["context: fork", 'allowed-tools: ""'], "Read, Grep, Glob"],
  [["context: fork", "allowed-tools: []"], "Read, Grep, Glob"],
  [["context: fork", "allowed-tools: mcp__tracker__list"], "mcp__tracker__list, Read, Grep, Glob"],
  // The skill has no tool that the agent it runs as lacks.
  [["context: fork", "agent: keeper", "allowed-tools: [Write, Bash]"], "Bash, Read, Grep, Glob"],
  [["context: fork"], undefined],
  [["context: fork", 'allowed-tools: "*"'], undefined],
  [["context: fork", "agent: Explore", "allowed-tools: Read"], undefined],
  [["allowed-tools: Read"], undefined],
] as const)
  test(`a skill with ${lines.join(", ")} runs with ${want ?? "the tools it has"}`, async () =>
    assert.equal(toolsOf(await render(skill(...lines))), want));

test("the gate enforces a pattern in the list", async () => {
  const files = await render(skill("context: fork", "allowed-tools: [Read, Bash(git log *)]"));
  assert.match(files.get("agents/skill-audit.md")!, /surcingle\/skill-audit\.json/);
  const policy = JSON.parse(files.get("surcingle/skill-audit.json")!);
  assert.deepEqual([policy.otherwise.bash, policy.otherwise.edit], ["deny", "deny"]);
  assert.deepEqual(
    policy.rules.map(({ pattern }: { pattern: string }) => pattern),
    ["git log *"],
  );
});

test("a skill that runs as a governed agent keeps that agent's gate and prompt", async () => {
  const page = (await render(skill("context: fork", "agent: keeper", "allowed-tools: Bash(ls *)"))).get(
    "agents/skill-audit.md",
  )!;
  assert.match(page, /surcingle\/keeper\.json/);
  assert.match(page, /surcingle\/skill-audit\.json/);
  assert.match(page, /\nYou keep\.\n$/);
});

test("an isolated command is limited to its tools in the same way", async () => {
  const command = (behavior: string) => ({
    "commands/audit.md": `---\ndescription: Audits\nbehavior: {${behavior}}\n---\nAudit.\n`,
  });
  assert.equal(toolsOf(await render(command("execution: isolated, tools: read-only"))), "Read, Grep, Glob");
  assert.equal(toolsOf(await render(command("execution: isolated, tools: full"))), undefined);
  assert.equal(toolsOf(await render(command("execution: command, tools: read-only"))), undefined);
});

test("the list of a pattern is a file that the gate can read", async () => {
  const { parsePolicy } = await import("../../gate/read-policy.ts");
  const files = await render(skill("context: fork", "allowed-tools: Bash(git *)"));
  assert.equal(parsePolicy(files.get("surcingle/skill-audit.json")!).agent, "skill-audit");
});
