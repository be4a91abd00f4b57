import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSkill } from "../../parse/skill.ts";
import { harnesses } from "../all.ts";
import { clientsOf } from "./compatibility.ts";

for (const [written, want] of [
  ['["claude-code", "cursor"]', ["claude-code"]],
  ["[claude-code, opencode]", ["claude-code", "opencode"]],
  ["claude-code, OpenCode", ["claude-code", "opencode"]],
  ["Claude Code", ["claude-code"]],
  ["[claude, codex-cli, GitHub Copilot]", ["claude-code", "codex", "copilot"]],
  ["[claude-code, some-new-editor]", ["claude-code"]],
  ["[cursor, windsurf]", []],
  ["cursor", []],
  // Remarks, not lists of clients.
  ["Requires Python 3.11 and network access", undefined],
  ["Designed for Claude Code (or similar products)", undefined],
  ["[git, docker]", undefined],
  ["claude-code, Python 3.11", undefined],
  ["", undefined],
  ["[]", undefined],
] as const)
  test(`compatibility ${written} is ${want ? `for ${want.join(" and ") || "others"}` : "not about clients"}`, async () => {
    const text = `---\nname: demo\ndescription: Does\ncompatibility: ${written || '""'}\n---\nDo.\n`;
    const skill = await parseSkill("demo", { path: "skills/demo/SKILL.md", text }, [], () => {});
    assert.deepEqual(clientsOf(skill!, harnesses), want);
  });
