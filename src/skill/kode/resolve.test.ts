import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/make-root.ts";
import { assertEnded } from "../../../test/support/processes.ts";
import { findCommands } from "../../formats/skill-body.ts";
import { resolveSkill, runCommand } from "./resolve.ts";
import { argumentsOf } from "./substitute.ts";

const cwd = makeScratch("resolve");
const place = { cwd, env: { PATH: process.env["PATH"] } };
const valuesOf = (...words: string[]) => ({ ...argumentsOf(words), session: undefined, directory: "/skills/it" });

test("a command is found at the start of a line and after white space, and nowhere else", () => {
  const text = "!`a`\nx !`b`, y=!`c` `!d` !`` !`e\nf`";
  assert.deepEqual(
    findCommands(text).map(({ command }) => command),
    ["a", "b"],
  );
});

test("a command is listed and not run", async () => {
  const { text, commands } = await resolveSkill("!`touch made; echo $0`\n", valuesOf("x"), "claude", undefined);
  assert.equal(text, "!`touch made; echo x`\n");
  assert.deepEqual(
    commands.map(({ command, outcome }) => [command, outcome]),
    [["touch made; echo $0", "listed"]],
  );
  assert.ok(!existsSync(join(cwd, "made")));
});

test("a command that is run is replaced by what it prints", async () => {
  const { text } = await resolveSkill("Now:\n!`echo one; echo two`\nEnd $0\n", valuesOf("x"), "claude", place);
  assert.equal(text, "Now:\none\ntwo\nEnd x\n");
});

test("an argument inside a command cannot inject a command", async () => {
  const evil = "a; touch evil; $(touch evil) `touch evil`";
  const { text } = await resolveSkill('!`printf "%s" "$0"`\n', valuesOf(evil, "more"), "claude", place);
  assert.equal(text, `${evil}\n`);
  assert.ok(!existsSync(join(cwd, "evil")));
});

test("an argument cannot contain a command", async () => {
  const { commands, text } = await resolveSkill("Do $0 $1\n", valuesOf("!`touch evil`", "x"), "claude", place);
  assert.deepEqual(commands, []);
  assert.equal(text, "Do !`touch evil` x\n");
});

test("a failing command is reported in the text and in the list", async () => {
  const { text, commands } = await resolveSkill("!`echo no >&2; exit 3`\n", valuesOf(), "claude", place);
  assert.equal(text, "[command failed: exit code 3: no]\n");
  assert.equal(commands[0]?.outcome, "failed");
});

test("a command is stopped at its time limit, with everything it started", async () => {
  const command = "echo $$; sleep 600 & echo $!; sleep 600";
  const { problem, stdout } = await runCommand(command, { ...place, milliseconds: 1000 });
  assert.match(problem ?? "", /^it ran longer than 1 seconds/);
  const pids = stdout.trim().split("\n");
  assert.equal(pids.length, 2);
  await assertEnded(pids);
});

test("a command is stopped when it prints too much", async () => {
  const { problem } = await runCommand("yes", { ...place, outputBytes: 1000 });
  assert.equal(problem, "it printed more than 1000 bytes");
});

test("Kode has no commands in skills", async () => {
  const { text, commands } = await resolveSkill("!`echo x`\n", valuesOf("a"), "kode", place);
  assert.deepEqual([text, commands], ["!`echo x`\n", []]);
});

test("arguments without a placeholder are appended, as Claude Code does", async () => {
  assert.equal(
    (await resolveSkill("Do it.\n", valuesOf("a b"), "claude", undefined)).text,
    "Do it.\n\nARGUMENTS: a b\n",
  );
  assert.equal((await resolveSkill("Do it.\n", valuesOf("a b"), "open", undefined)).text, "Do it.\n");
});
