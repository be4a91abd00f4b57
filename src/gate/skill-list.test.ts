import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { codecs } from "../harness/codecs.ts";
import { compileToolList } from "../policy/tool-list.ts";
import { answerForSkill } from "./skill-list.ts";

const root = makeScratch("skill-list");
const policyFile = join(root, "skill-listed.json");
const custom = "Bash(git log *) Read Grep Glob";
writeFileSync(policyFile, JSON.stringify(compileToolList("listed", { custom }, "skills/listed/SKILL.md:3:1")!.policy));

const [harness, codec] = [...codecs].find(([, each]) => each.skillSession)!;
const env = { XDG_STATE_HOME: join(root, "state"), CLAUDE_PROJECT_DIR: root };
const gate = { harness, codec, policyFile, env, home: root };

function send(payload: object, session = "s-1"): string {
  const { stdout, exitCode } = answerForSkill(gate, JSON.stringify({ session_id: session, cwd: root, ...payload }));
  assert.equal(exitCode, 0);
  const output = stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput;
  return output?.permissionDecisionReason ?? "no opinion";
}
const call = (tool_name: string, tool_input: object, session?: string): string =>
  send({ hook_event_name: "PreToolUse", tool_name, tool_input }, session);
const prompt = (text: string): string => send({ hook_event_name: "UserPromptSubmit", prompt: text });
const write = (session?: string): string => call("Write", { file_path: join(root, "a"), content: "" }, session);

test("tools that a skill does not list are denied, listed ones are left to other rules, and reading is free", () => {
  assert.match(write(), /^surcingle: deny edit `.*\/a`, because the skill `listed` is limited to its tools until/);
  assert.equal(call("Bash", { command: "git log -1" }), "no opinion");
  assert.match(call("Bash", { command: "git log -1 > a" }), /limited/);
  assert.match(call("SomethingNew", {}), /limited/);
  for (const [tool, input] of [
    ["Read", { file_path: join(root, "a") }],
    ["Grep", { pattern: "x" }],
    ["Skill", { skill: "other" }],
  ] as const)
    assert.equal(call(tool, input), "no opinion", tool);
});

test("the next prompt ends the limit for its own client session; starting the skill again restores it", () => {
  assert.match(write(), /limited/);
  prompt("go on");
  assert.equal(write(), "no opinion");
  assert.match(write("s-2"), /limited/, "the limit of another client session stays");
  call("Skill", { skill: "listed" });
  assert.match(write(), /limited/);
  prompt("/other");
  assert.equal(write(), "no opinion");
  prompt("/listed now");
  assert.match(write(), /limited/);
  prompt("/listed-too");
  assert.equal(write(), "no opinion", "a longer name is another skill");
});

test("unreadable input is denied", () => {
  const answer = (text: string, more = {}) => answerForSkill({ ...gate, ...more }, text).stdout;
  assert.match(answer("{"), /"permissionDecision":"deny"/);
  assert.match(answer("{}", { policyFile: join(root, "nowhere.json") }), /"permissionDecision":"deny"/);
  assert.match(answer(JSON.stringify({ session_id: "s", cwd: root })), /"permissionDecision":"deny"/);
  const closed = { env: { XDG_STATE_HOME: policyFile, CLAUDE_PROJECT_DIR: root } };
  const send = (payload: object) => answer(JSON.stringify({ session_id: "s-3", cwd: root, ...payload }), closed);
  send({ hook_event_name: "UserPromptSubmit", prompt: "x" });
  const again = send({
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: "a", content: "" },
  });
  assert.match(again, /limited/, "a limit whose end cannot be written stays");
});
