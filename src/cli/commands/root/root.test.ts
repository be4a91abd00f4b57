/** Tests `init`, `import`, `list` and `show`, started as a user would. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { check } from "../check.ts";
import { importCommand } from "./import.ts";
import { init } from "./init.ts";
import { list } from "./list.ts";
import { show } from "./show.ts";

const scratch = makeScratch("start");
let count = 0;
function emptyDirectory(): string {
  const directory = join(scratch, String(count++));
  mkdirSync(directory);
  return directory;
}
const home = emptyDirectory();
const env = { HOME: home, PATH: "" };
const claudeHome = join(import.meta.dirname, "../../../../test/import/cases/claude-home/home");
const isNarrow = (text: string): boolean => text.split("\n").every((line) => line.length <= 80);

function snapshot(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((path) => statSync(join(directory, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(directory, path), "utf8")]),
  );
}

test("init writes a root that passes check --strict, and says what to type next", async () => {
  const directory = emptyDirectory();
  const { code, out, err } = await runCommandIn(directory, init, ["mine"], env);
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /Next:\n {2}surcingle check --root mine\n {2}surcingle apply --to ~ --dry-run --root mine\n$/);
  assert.ok(isNarrow(out), out);
  const checked = await runCommandIn(directory, check, ["--strict", "--root", join(directory, "mine")], env);
  assert.equal(checked.code, 0, checked.err + checked.out);
  assert.match(
    readFileSync(join(directory, "mine/surcingle.toml"), "utf8"),
    /^harnesses = \["opencode", "claude-code"\]$/m,
  );
  const schema = /^#:schema (.*)$/m.exec(readFileSync(join(directory, "mine/agents/builder/agent.toml"), "utf8"));
  assert.ok(existsSync(join(directory, "mine/agents/builder", schema![1]!)));
});

test("init overwrites nothing", async () => {
  const directory = emptyDirectory();
  mkdirSync(join(directory, "agents"));
  writeFileSync(join(directory, "agents/mine.txt"), "mine\n");
  const before = snapshot(directory);
  const { code, err } = await runCommandIn(directory, init, [], env);
  assert.equal(code, 1);
  assert.match(err, /`agents` already exists/);
  assert.deepEqual(snapshot(directory), before);
});

test("init uses the given clients", async () => {
  const directory = emptyDirectory();
  await runCommandIn(directory, init, ["--harness", "codex"], env);
  assert.match(readFileSync(join(directory, "surcingle.toml"), "utf8"), /^harnesses = \["codex"\]$/m);
});

test("import writes definitions that pass check, and leaves the source alone", async () => {
  const directory = emptyDirectory();
  const before = snapshot(claudeHome);
  const { code, out, err } = await runCommandIn(directory, importCommand, ["claude", "--root", "new"], {
    ...env,
    HOME: claudeHome,
  });
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /^imported 12 agents, 3 commands and 1 skill$/m);
  assert.match(out, /^Stricter than before:$/m);
  assert.ok(isNarrow(out), out);
  assert.deepEqual(snapshot(claudeHome), before);
  assert.equal((await runCommandIn(directory, check, ["--root", join(directory, "new")], env)).code, 0);
});

test("import overwrites no definition", async () => {
  const directory = emptyDirectory();
  mkdirSync(join(directory, "agents/planner"), { recursive: true });
  writeFileSync(join(directory, "agents/planner/agent.toml"), "mine\n");
  const before = snapshot(directory);
  const { code, err } = await runCommandIn(directory, importCommand, ["claude"], { ...env, HOME: claudeHome });
  assert.equal(code, 1);
  assert.match(err, /`agents\/planner` already exists/);
  assert.deepEqual(snapshot(directory), before);
});

test("two clients with different agents of one name are a clash, and --prefer decides", async () => {
  const directory = emptyDirectory();
  const both = emptyDirectory();
  for (const [path, text] of [
    [".claude/agents/a.md", "---\nname: a\ndescription: One\ntools: Read\n---\nOne.\n"],
    [".config/opencode/agents/a.md", "---\ndescription: Two\n---\nTwo.\n"],
  ] as const) {
    mkdirSync(join(both, path, ".."), { recursive: true });
    writeFileSync(join(both, path), text);
  }
  const clash = await runCommandIn(directory, importCommand, [], { ...env, HOME: both });
  assert.equal(clash.code, 1);
  assert.match(clash.err, /agent `a` is defined differently in `~\/.config\/opencode\/agents\/a.md` \(OpenCode\) and/);
  const chosen = await runCommandIn(directory, importCommand, ["--prefer", "claude-code"], { ...env, HOME: both });
  assert.equal(chosen.code, 0, chosen.err);
  assert.equal(readFileSync(join(directory, "agents/a/system-prompt.md"), "utf8"), "One.\n");
});

test("settings that cannot be read stop the import", async () => {
  const broken = emptyDirectory();
  mkdirSync(join(broken, ".claude/agents"), { recursive: true });
  writeFileSync(join(broken, ".claude/agents/a.md"), "---\nname: a\ndescription: One\n---\nOne.\n");
  writeFileSync(join(broken, ".claude/settings.json"), "{ broken");
  const directory = emptyDirectory();
  const { code, err } = await runCommandIn(directory, importCommand, [], { ...env, HOME: broken });
  assert.equal(code, 1);
  assert.match(err, /`~\/.claude\/settings.json` is not valid JSON at line 1/);
  assert.deepEqual(snapshot(directory), {});
});

test("list and show fit on a screen and answer common questions", async () => {
  const directory = emptyDirectory();
  await runCommandIn(directory, init, ["--harness", "opencode", "--harness", "claude-code", "--harness", "codex"], env);
  const listed = await runCommandIn(directory, list, ["--root", directory], env);
  assert.match(listed.out, /^builder +primary +allow\+ +ask\+ +ask +Builds/m);
  const shown = await runCommandIn(directory, show, ["reviewer", "--root", directory], env);
  assert.match(shown.out, /^file +agents\/reviewer\/agent\.toml$/m);
  assert.match(shown.out, /^edit +deny +deny +deny$/m);
  const builder = await runCommandIn(directory, show, ["builder", "--root", directory], env);
  assert.match(builder.out, /^ {2}Claude Code {2}claude --agent builder$/m);
  assert.match(builder.out, /^webfetch +ask +ask +-$/m);
  for (const { out } of [listed, shown, builder]) assert.ok(isNarrow(out), out);
  const json = JSON.parse((await runCommandIn(directory, show, ["builder", "--json", "--root", directory], env)).out);
  assert.equal(json.clients.length, 3);
  await assert.rejects(runCommandIn(directory, show, ["bilder", "--root", directory], env), /did you mean `builder`/);
});
