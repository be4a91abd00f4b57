import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRoots, skillFiles } from "../../../test/support/make-root.ts";
import { renderRoots } from "../../../test/support/render-case.ts";

const makeRoot = makeRoots("skill-limits");
const skill = (name: string, more: string): string =>
  `---\nname: ${name}\ndescription: "Does it. Use when wanted. Triggers: it."\n${more}---\n# It\n`;
const files = {
  ...skillFiles("plain"),
  "skills/listed/SKILL.md": skill("listed", "allowed-tools: [Read, Bash(git log *)]\n"),
  "skills/forked/SKILL.md": skill("forked", "allowed-tools: Write\ncontext: fork\n"),
  "skills/guarded/SKILL.md": skill(
    "guarded",
    "hooks:\n  - event: PreToolUse\n    matcher: Write\n    command: sh hooks/g.sh\n  - event: Stop\n    command: x\n",
  ),
  "skills/guarded/hooks/g.sh": "exit 2\n",
  "commands/apart.md": "---\ndescription: x\nbehavior:\n  execution: isolated\n  tools: read-only\n---\nx\n",
};

async function render(settings: string) {
  const { result, diagnostics } = await renderRoots([makeRoot({ ...files, "surcingle.toml": settings })]);
  const text = (id: string, path: string): string => {
    const rendered = result!.rendered.find(({ harness }) => harness.id === id)!;
    const file = rendered.files.find((each) => each.path === path);
    return file?.kind === "whole" ? String(file.content) : "";
  };
  const lossesOf = (definition: string, field: string): string[] =>
    diagnostics.flatMap(({ loss }) =>
      loss?.definition === definition && loss.field === field && loss.support === "lost" ? [loss.harness] : [],
    );
  return { text, lossesOf };
}

test("separate runs are limited; skills in the session only if the settings say so", async () => {
  const { text, lossesOf } = await render("");
  const limits = (plugin: string) => JSON.parse(/^const surcingleSkills = (.*);$/m.exec(plugin)![1]!);
  const plain = limits(text("opencode", "plugins/surcingle.js"));
  assert.deepEqual(
    plain.map(({ name, apart, inline, hooks }: Record<string, unknown>) => [
      name,
      apart !== undefined,
      inline !== undefined,
      (hooks as unknown[]).length,
    ]),
    [
      ["forked", true, false, 0],
      ["guarded", false, false, 1],
      ["apart", true, false, 0],
    ],
  );
  assert.deepEqual(plain[1].hooks, [
    { event: "PreToolUse", matcher: "Write", command: 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/g.sh"' },
  ]);
  assert.ok(lossesOf("listed", "allowed-tools").includes("opencode"));
  assert.deepEqual(lossesOf("guarded", "hooks").sort(), ["codex", "copilot", "kode", "opencode", "pi"], "Stop is lost");
  const claude = text("claude-code", "skills/listed/SKILL.md");
  assert.doesNotMatch(claude, /^hooks:/m);
});

test("with skills.enforce_allowed_tools the three clients with a gate for it lose nothing", async () => {
  const { text, lossesOf } = await render("[skills]\nenforce_allowed_tools = true\n");
  assert.match(text("opencode", "plugins/surcingle.js"), /"name":"listed","place":"[^"]*","inline":\{/);
  assert.match(text("pi", "extensions/surcingle/skills.json"), /"name":"listed"/);
  assert.match(text("pi", "extensions/surcingle-skills/index.ts"), /guardSkills/);
  const page = text("claude-code", "skills/listed/SKILL.md");
  assert.match(page, /^hooks: \{"PreToolUse":\[\{"matcher":"\*"/m);
  assert.match(page, /--skill \\"[^"]*surcingle\/skill-listed\.json\\"/);
  assert.match(page, /"UserPromptSubmit":\[\{"hooks":\[\{"type":"command","command":"surcingle-gate/);
  assert.match(text("claude-code", "surcingle/skill-listed.json"), /"agent": "listed"/);
  for (const id of ["claude-code", "opencode", "pi"]) assert.ok(!lossesOf("listed", "allowed-tools").includes(id), id);
});
