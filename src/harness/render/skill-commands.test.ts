import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSkill } from "../../parse/skill.ts";
import { opencode } from "../opencode/index.ts";
import { pi } from "../pi/index.ts";
import { countedFromOne, routeSkills } from "./skill-commands.ts";

async function skillOf(lines: string, body: string, more: readonly string[] = []) {
  const text = `---\nname: demo\ndescription: Does\n${lines}---\n${body}\n`;
  const files = ["SKILL.md", ...more].map((path) => ({ path, content: "", executable: false }));
  const skill = await parseSkill("demo", { path: "skills/demo/SKILL.md", text }, files, () => {});
  assert.ok(skill, text);
  return skill;
}

const manual = "disable-model-invocation: true\n";
const hidden = "user-invocable: false\n";
const fork = "context: fork\n";

/** Whether it is a skill and a command there. */
for (const [lines, body, inOpencode, inPi] of [
  ["", "Do it.", [true, false], [true, false]],
  ["", "Do $ARGUMENTS.", [true, true], [true, true]],
  ["", "Do $ARGUMENTS[1] to $0.", [true, true], [true, true]],
  [manual, "Do it.", [false, true], [true, false]],
  [manual, "Do $0.", [false, true], [true, true]],
  [fork, "Do it.", [true, true], [true, false]],
  [hidden, "Do $0.", [true, false], [true, false]],
  [hidden + fork, "Do it.", [true, false], [true, false]],
  [hidden + manual, "Do it.", [false, false], [true, false]],
] as const)
  test(`a skill with ${JSON.stringify(lines)} and ${JSON.stringify(body)} becomes what the client supports`, async () => {
    const skill = await skillOf(lines, body);
    for (const [client, want] of [
      [opencode, inOpencode],
      [pi, inPi],
    ] as const) {
      const { skills, commands } = routeSkills([skill], [], client, "user");
      const isSkill = skills.some(({ files }) => files.some(({ path }) => path === "SKILL.md"));
      assert.deepEqual([isSkill, commands.length === 1], want, client.id);
    }
  });

test("arguments are counted from one, and $ARGUMENTS stays", () => {
  for (const [written, want] of [
    ["$0 $1 $ARGUMENTS[2] $ARGUMENTS", "$1 $2 $3 $ARGUMENTS"],
    ["$10 and ${SKILL_DIR} and $HOME", "$11 and ${SKILL_DIR} and $HOME"],
    ["$1st", "$1st"],
  ] as const)
    assert.equal(countedFromOne(written), want);
});

test("a skill's command names the folder, runs isolated in the agent, and does not run shell code", async () => {
  const skill = await skillOf(`${fork}agent: reader\n`, "See ${SKILL_DIR}/x.md.\n!`rm -rf /` now", ["x.md"]);
  const [command] = routeSkills([skill], [], opencode, "user").commands;
  assert.deepEqual([...command!.overrides], [["opencode", [["agent", "reader"]]]]);
  assert.equal(command!.behavior.execution, "isolated");
  assert.match(command!.body, /^The files of this skill are in `~\/\.config\/opencode\/skills\/demo`\.\n/);
  assert.match(command!.body, /See ~\/\.config\/opencode\/skills\/demo\/x\.md\.\n`rm -rf \/` now/);
  const [inProject] = routeSkills([skill], [], opencode, "project").commands;
  assert.match(inProject!.body, /See \.opencode\/skills\/demo\/x\.md/);
});

test("the author's command replaces the skill's", async () => {
  const skill = await skillOf("", "Do $0.");
  const [made] = routeSkills([skill], [], opencode, "user").commands;
  assert.deepEqual(routeSkills([skill], [made!], opencode, "user").commands, []);
});
