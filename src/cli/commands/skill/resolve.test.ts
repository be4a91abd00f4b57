import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { skillResolve } from "./resolve.ts";

const makeRoot = makeRoots("skill-resolve");
const page = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: x\nversion: 0.1.0\n---\n${body}\n`;
const root = makeRoot({
  "skills/greet/SKILL.md": page("greet", "Greet $0, then [$1]. !`echo hi`"),
  "skills/broken/SKILL.md": page("broken", "x").replace("description: x\n", ""),
  "home/.kode/skills/native/SKILL.md": page("native", "Do $ARGUMENTS, $0"),
  "own/skills/native/SKILL.md": page("native", "Do it here"),
  "own/settings.toml": '[kode]\nnative_skills_dir = "skills"\n',
});
const resolve = (...argv: string[]) =>
  runCommandIn(root, skillResolve, ["--root", root, ...argv], { ...process.env, HOME: join(root, "home") });

test("a name is looked up in the roots, and commands are listed on standard error", async () => {
  const { code, out, err } = await resolve("greet", "Ann", "two words");
  assert.deepEqual([code, out], [0, "Greet Ann, then [two words]. !`echo hi`\n"]);
  assert.equal(err, "not run: echo hi (--run-commands runs it)\n");
});

test("a directory is used as it is, and --json prints one line", async () => {
  const { out } = await resolve(join(root, "skills/greet"), "Ann", "--json");
  const { name, profile, text, commands } = JSON.parse(out);
  assert.deepEqual([name, profile, text], ["greet", "claude", "Greet Ann, then []. !`echo hi`\n"]);
  assert.deepEqual(commands, [{ command: "echo hi", outcome: "listed" }]);
});

test("commands run only on request", async () => {
  assert.equal((await resolve("greet", "Ann", "--run-commands")).out, "Greet Ann, then []. hi\n");
});

test("a Kode skill is found in the home directory, and only its arguments are filled in", async () => {
  assert.equal((await resolve("native", "a", "b", "--profile", "kode")).out, "Do a b, $0\n");
  assert.equal((await resolve("native", "a", "b")).out, "Do a b, $0\n");
});

test("the directory in the settings comes before the one in the home", async () => {
  const settings = ["--settings", join(root, "own/settings.toml")];
  assert.equal((await resolve("native", "--profile", "kode", ...settings)).out, "Do it here\n");
  assert.equal((await resolve("native", ...settings)).out, "Do it here\n", "what `list` shows needs no profile");
});

test("a broken skill is not resolved, and the message says why", async () => {
  const { code, out, err } = await resolve("broken");
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /error\[missing-field\]/);
});

test("an unknown name is answered with the nearest name", async () => {
  await assert.rejects(resolve("gret"), { name: "UsageError", message: /did you mean `greet`/ });
});
