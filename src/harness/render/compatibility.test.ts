import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../../model/model.ts";
import { parseSkill } from "../../parse/skill.ts";
import { harnesses } from "../all.ts";
import { clientsOf, routeByCompatibility } from "./compatibility.ts";

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

for (const [directory, description, isStandard] of [
  ["demo", "Does", true],
  ["demo", "x".repeat(1024), true],
  ["demo", "x".repeat(1025), false],
  ["My Demo", "Does", false],
  ["demo_two", "Does", false],
  ["d--emo", "Does", false],
  ["démo", "Does", false],
] as const)
  test(`a skill \`${directory}\` with ${description.length} characters is ${isStandard ? "for every client" : "left out where a client may not load it"}`, async () => {
    const file = {
      path: `skills/${directory}/SKILL.md`,
      text: `---\nname: x\ndescription: ${description}\n---\nDo.\n`,
    };
    const skill = (await parseSkill(directory, file, [], () => {}))!;
    const agent = { name: "user", skills: [skill] };
    for (const harness of harnesses) {
      const lost: string[] = [];
      const model = { agents: [agent], skills: [skill] } as unknown as Model;
      const routed = routeByCompatibility(harness, harnesses, model, (each) => lost.push(each.loss?.field ?? ""));
      const isKept = isStandard || harness.skillSupport.isLoose === true;
      assert.equal(routed.skills.length, isKept ? 1 : 0, harness.id);
      assert.equal(routed.agents[0]?.skills.length, isKept ? 1 : 0, harness.id);
      assert.equal(lost.length, isKept ? 0 : 1, harness.id);
    }
  });
