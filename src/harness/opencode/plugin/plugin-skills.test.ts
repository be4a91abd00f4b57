import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../../test/support/make-root.ts";
import type { SkillLimits } from "../../../model/skill.ts";
import { compileToolList } from "../../../policy/tool-list.ts";
import { withSkills } from "./plugin-skills.ts";

const scratch = makeScratch("opencode-skills");
const project = join(scratch, "project");
const guardFile = join(scratch, "skills/guarded/guard.sh");
for (const directory of [project, join(guardFile, "..")]) mkdirSync(directory, { recursive: true });
writeFileSync(guardFile, `grep -q protected && echo '{"decision": "deny", "reason": "GUARDED"}'; exit 0\n`);

const list = (name: string, custom: string) =>
  compileToolList(name, { custom: `${custom} Read Grep Glob` }, "s:1:1")!.policy;
const guard = { matcher: "Write", command: 'sh "${CLAUDE_PLUGIN_ROOT}/guard.sh"' };
const limits: SkillLimits[] = [
  { name: "listed", place: "s:1:1", inline: list("listed", "Bash(git log *)"), hooks: [] },
  { name: "forked", place: "s:2:1", apart: list("forked", "Write"), inline: list("forked", "Write"), hooks: [] },
  {
    name: "guarded",
    place: "s:3:1",
    hooks: [
      { event: "PreToolUse", ...guard },
      { event: "PostToolUse", matcher: "Bash", command: "echo NOT GOOD >&2; exit 1" },
    ],
  },
  { name: "hanging", place: "s:4:1", hooks: [{ event: "PreToolUse", command: "sleep 30", timeout: 0.2 }] },
];

type Hook = (input: unknown, output: unknown) => Promise<void>;

async function client() {
  const url = `file://${scratch}/plugins/surcingle.js`;
  const hooks = (await withSkills(async () => ({}), limits, url)({ directory: project, worktree: project })) as Record<
    string,
    Hook
  >;
  let id = 0;
  return {
    message: (session: string) => hooks["chat.message"]!({ sessionID: session }, {}),
    command: (session: string, command: string) =>
      hooks["command.execute.before"]!({ sessionID: session, command, arguments: "" }, {}),
    created: (session: string, parent?: string) =>
      hooks["event"]!(
        { event: { type: "session.created", properties: { info: { id: session, parentID: parent } } } },
        {},
      ),
    use: async (session: string, tool: string, args: object): Promise<string> => {
      const call = { sessionID: session, tool, callID: `c${id++}` };
      return hooks["tool.execute.before"]!(call, { args }).then(
        () => "went on",
        (error: Error) => error.message,
      );
    },
    run: async (session: string, tool: string, args: object, callID: string): Promise<string> => {
      const output = { output: "done" };
      await hooks["tool.execute.after"]!({ sessionID: session, tool, callID, args }, output);
      return output.output;
    },
    open: (session: string, args: object, callID: string) =>
      hooks["tool.execute.before"]!({ sessionID: session, tool: "task", callID }, { args }),
  };
}

const write = (name: string) => ({ filePath: join(project, name), content: "x" });

test("a skill that the model loads is limited to its tools until the next prompt", async () => {
  const { message, use } = await client();
  await message("s");
  assert.equal(await use("s", "write", write("a.txt")), "went on");
  assert.equal(await use("s", "skill", { name: "listed" }), "went on");
  assert.match(
    await use("s", "write", write("a.txt")),
    /^surcingle: deny edit `.*a\.txt`, because the skill `listed` is limited to its tools until the next prompt/,
  );
  assert.equal(await use("s", "bash", { command: "git log -1" }), "went on");
  for (const command of ["git log -1; touch x", "git log -1 > x", "ls"])
    assert.match(await use("s", "bash", { command }), /is limited to its tools/, command);
  assert.match(await use("s", "webfetch", { url: "https://example.org/" }), /limited/);
  assert.match(await use("s", "task", { subagent_type: "build", prompt: "x" }), /limited/);
  assert.equal(await use("s", "read", { filePath: join(project, "a.txt") }), "went on", "reading is never refused");
  assert.equal(await use("other", "write", write("a.txt")), "went on", "another session is not limited");
  await message("s");
  assert.equal(await use("s", "write", write("a.txt")), "went on");
});

test("a skill that a user starts as a command is in use for that prompt", async () => {
  const { message, command, use } = await client();
  await command("s", "listed");
  await message("s");
  assert.match(await use("s", "write", write("a.txt")), /limited/);
  await message("s");
  assert.equal(await use("s", "write", write("a.txt")), "went on");
});

test("a command that runs as a task is limited in the session of the task, whatever the session is called", async () => {
  const { message, command, open, created, run, use } = await client();
  await command("s", "forked");
  await message("s");
  await open("s", { subagent_type: "general", prompt: "x", command: "forked" }, "t1");
  await created("child", "s");
  await message("child");
  assert.equal(await use("child", "write", write("a.txt")), "went on");
  assert.match(
    await use("child", "bash", { command: "ls" }),
    /because the skill `forked` is limited to its tools \(s:2:1\)/,
  );
  assert.equal(await use("s", "bash", { command: "ls" }), "went on");
  await created("grandchild", "child");
  assert.match(await use("grandchild", "bash", { command: "ls" }), /limited/);
  await run("s", "task", {}, "t1");
  await created("later", "s");
  assert.equal(await use("later", "bash", { command: "ls" }), "went on");
});

test("an unannounced session counts as part of a running restricted task", async () => {
  const { message, open, use } = await client();
  await message("s");
  await open("s", { subagent_type: "general", prompt: "x", command: "forked" }, "t1");
  await message("unknown");
  assert.match(await use("unknown", "bash", { command: "ls" }), /limited/);
});

test("a skill's hooks run before and after a tool; any failure denies the call", async () => {
  const { message, use, run } = await client();
  await message("s");
  assert.equal(await use("s", "write", write("protected.txt")), "went on");
  await use("s", "skill", { name: "guarded" });
  assert.match(
    await use("s", "write", write("protected.txt")),
    /^surcingle: deny edit, because a hook of the skill `guarded` denies it: GUARDED$/,
  );
  assert.equal(await use("s", "write", write("free.txt")), "went on");
  assert.equal(await use("s", "edit", { ...write("protected.txt") }), "went on", "the matcher names Write alone");
  const patchText = `*** Begin Patch\n*** Add File: free.txt\n+x\n*** Add File: protected.txt\n+x\n*** End Patch\n`;
  assert.match(await use("s", "apply_patch", { patchText }), /GUARDED/, "each file of a patch is looked at");
  assert.equal(await run("s", "bash", { command: "ls" }, "c"), "done\n\nsurcingle: the skill `guarded`: NOT GOOD");
  await use("s", "skill", { name: "hanging" });
  assert.match(await use("s", "bash", { command: "ls" }), /it did not answer in 0\.2 seconds/);
});
