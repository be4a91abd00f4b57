/**
 * Tests `build` and `apply` as a user runs them: exit codes, messages and where they go, and what is on disk
 * afterwards.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import type { CliCommand } from "../../src/cli/command.ts";
import { apply } from "../../src/cli/commands/apply/apply.ts";
import { remove } from "../../src/cli/commands/apply/remove.ts";
import { build } from "../../src/cli/commands/build.ts";
import { gateCallsIn } from "../../src/doctor/gate-program.ts";
import { runCommandIn } from "../support/run-command.ts";
import { snapshot } from "./snapshot.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "surcingle-commands-"));
  mkdirSync(join(place, "home"));
  mkdirSync(join(place, "root/agents/chiron"), { recursive: true });
  define("Plans and reads");
  writeFileSync(join(place, "root/agents/chiron/system-prompt.md"), "You plan.\n");
});
afterEach(() => rmSync(place, { recursive: true }));

function define(description: string): void {
  const text = `name = "chiron"\ndescription = "${description}"\n\n[permissions.bash]\nintent = "deny"\n`;
  writeFileSync(join(place, "root/agents/chiron/agent.toml"), text);
}

async function run(command: CliCommand, ...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  return runCommandIn(place, command, ["--root", join(place, "root"), ...argv], {}, undefined);
}

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("build reports what it wrote, where, and what to do next; the second time, that nothing changed", async () => {
  const first = await run(build, "--out", "out");
  assert.equal(first.code, 0);
  assert.match(first.out, /^wrote \d+ files to out\n {2}opencode .* files? for ~\/\.config\/opencode\n/);
  assert.match(first.out, /next: `surcingle apply --root \S+ --to ~ --dry-run`/);
  assert.match((await run(build, "--out", "out")).out, /^out is up to date\n/);
});

test("build with --json prints one object per line, with --quiet nothing", async () => {
  const lines = jsonLines((await run(build, "--out", "out", "--json")).out);
  const { status, out, scope } = lines.find(({ event }) => event === "build") ?? {};
  assert.deepEqual({ status, out, scope }, { status: "written", out: "out", scope: "user" });
  define("Something else");
  assert.deepEqual(await run(build, "--out", "out", "--quiet"), { code: 0, out: "", err: "" });
});

test("invalid definitions write nothing and keep the old output", async () => {
  await run(build, "--out", "out");
  const before = snapshot(join(place, "out"));
  writeFileSync(join(place, "root/agents/chiron/agent.toml"), "name = ");
  assert.equal((await run(build, "--out", "out")).code, 1);
  assert.equal((await run(apply, "--to", "home")).code, 1);
  assert.deepEqual(snapshot(join(place, "out")), before);
  assert.deepEqual(snapshot(join(place, "home")), {});
});

test("a refused output is named with what to do, also with --quiet and --json", async () => {
  mkdirSync(join(place, "out"));
  writeFileSync(join(place, "out/thesis.txt"), "years of work");
  const { code, err } = await run(build, "--out", "out", "--quiet");
  assert.equal(code, 1);
  assert.equal(
    err,
    "error[foreign-file]: `out` is not empty, and surcingle did not write it\n" +
      " = help: choose another --out, or remove the directory\n\n",
  );
  const line = jsonLines((await run(build, "--out", "out", "--json")).out).at(-1);
  assert.deepEqual([line?.["severity"], line?.["code"], line?.["file"]], ["error", "foreign-file", "out"]);
  assert.equal(readFileSync(join(place, "out/thesis.txt"), "utf8"), "years of work");
});

test("a missing --out or --to is a wrong command line", async () => {
  await assert.rejects(run(build), { name: "UsageError" });
  await assert.rejects(run(apply), { name: "UsageError" });
});

test("apply --dry-run changes nothing, apply writes, and --check then passes", async () => {
  const dry = await run(apply, "--to", "home", "--dry-run");
  assert.match(dry.out, / {2}write {2}\.claude\/agents\/chiron\.md\n/);
  assert.match(dry.out, /files to write/);
  assert.deepEqual(snapshot(join(place, "home")), {});
  assert.equal((await run(apply, "--to", "home", "--check")).code, 1);
  assert.deepEqual(snapshot(join(place, "home")), {});
  assert.match((await run(apply, "--to", "home")).out, /^home: \d+ files written for .*Claude Code.*\n/);
  assert.equal((await run(apply, "--to", "home", "--check")).code, 0);
  assert.match((await run(apply, "--to", "home")).out, /^home: \d+ unchanged\n/);
});

test("apply --check exits 1 on any drift: changed definitions, a deleted file, an edited file", async () => {
  await run(apply, "--to", "home");
  const agent = join(place, "home/.claude/agents/chiron.md");
  const text = readFileSync(agent, "utf8");
  for (const drift of [() => define("Something else"), () => rmSync(agent), () => writeFileSync(agent, "edited")]) {
    drift();
    assert.equal((await run(apply, "--to", "home", "--check")).code, 1);
    define("Plans and reads");
    writeFileSync(agent, text);
    assert.equal((await run(apply, "--to", "home", "--check")).code, 0);
  }
});

test("apply names an edited file, and nothing is written", async () => {
  await run(apply, "--to", "home");
  writeFileSync(join(place, "home/.claude/agents/chiron.md"), "edited");
  define("Something else");
  const before = snapshot(join(place, "home"));
  const { code, out, err } = await run(apply, "--to", "home");
  assert.equal(code, 1);
  assert.match(err, /^error\[edited-file\]: `\.claude\/agents\/chiron\.md` was edited since/);
  assert.equal(out, "nothing was written to home\n");
  assert.deepEqual(snapshot(join(place, "home")), before);
});

test("in a repository the files go to the project's directories", async () => {
  await run(apply, "--to", "home", "--scope", "project");
  const files = Object.keys(snapshot(join(place, "home")));
  for (const path of [".opencode/agents/chiron.md", ".claude/agents/chiron.md", ".surcingle/manifest.json"]) {
    assert.ok(files.includes(path), path);
  }
});

/** The words before the gate's own, as the hook of the agent has them. */
function gateIn(page: string): readonly string[] | undefined {
  return gateCallsIn(readFileSync(join(place, "home", page), "utf8"))[0]?.program;
}

test("apply writes the gate and its runtime by absolute paths into a home, and by name into a repository", async () => {
  const { out } = await run(apply, "--to", "home");
  assert.doesNotMatch(out, /warning/);
  const own = [process.execPath, join(import.meta.dirname, "../../dist/surcingle-gate.cjs")];
  assert.deepEqual(gateIn(".claude/agents/chiron.md"), own);
  assert.deepEqual(gateIn(".copilot/agents/chiron.agent.md"), own);
  assert.deepEqual(gateIn(".codex/chiron.config.toml"), own);
  mkdirSync(join(place, "home/repository"));
  await run(apply, "--to", "home/repository", "--scope", "project");
  assert.deepEqual(gateIn("repository/.github/agents/chiron.agent.md"), ["surcingle-gate"]);
});

test("apply reports a gate that cannot be started", async () => {
  const inProject = await run(apply, "--to", "home", "--scope", "project", "--dry-run");
  assert.match(inProject.out, /warning: `surcingle-gate` is not on the PATH, .* denied; install surcingle, or set/);
  const settings = join(place, "surcingle.toml");
  writeFileSync(settings, `gate_command = "/bin/true"\n`);
  const { out } = await run(apply, "--to", "home", "--settings", settings);
  assert.match(out, /warning: `\/bin\/true` is not the gate/);
  assert.deepEqual(gateIn(".claude/agents/chiron.md"), ["/bin/true"]);
});

test("apply refuses a gate in the cache of npx", async () => {
  const settings = join(place, "surcingle.toml");
  writeFileSync(settings, `gate_command = "/home/me/.npm/_npx/0a/node_modules/.bin/surcingle-gate"\n`);
  const { code, err } = await run(apply, "--to", "home", "--settings", settings);
  assert.equal(code, 1);
  assert.match(err, /^error\[temporary-gate\]: .*_npx.*\n = help: install surcingle globally/);
  assert.deepEqual(Object.keys(snapshot(join(place, "home"))), []);
});

test("apply from another directory keeps the first one's files with a note, and --replace removes them", async () => {
  await run(apply, "--to", "home", "--harness", "claude-code");
  mkdirSync(join(place, "wrong/agents/other"), { recursive: true });
  writeFileSync(join(place, "wrong/agents/other/agent.toml"), 'name = "other"\ndescription = "Does"\n[permissions]\n');
  writeFileSync(join(place, "wrong/agents/other/system-prompt.md"), "Do.\n");
  const words = ["--root", join(place, "wrong"), "--to", "home", "--harness", "claude-code"];
  const { code, out } = await runCommandIn(place, apply, words, {}, undefined);
  assert.equal(code, 0);
  assert.match(out, /^ {2}kept: \d+ files from .*\/root; --replace removes them$/m);
  assert.doesNotMatch(out, /removed$/m);
  assert.ok(existsSync(join(place, "home/.claude/agents/chiron.md")));
  assert.equal((await runCommandIn(place, apply, [...words, "--check"], {}, undefined)).code, 0);
  await runCommandIn(place, apply, [...words, "--replace"], {}, undefined);
  assert.ok(!existsSync(join(place, "home/.claude/agents/chiron.md")));
});

test("apply and remove write the home as ~, which the shell has expanded", async () => {
  const home = join(place, "home");
  const env = { HOME: home };
  const applied = await runCommandIn(
    place,
    apply,
    ["--root", join(place, "root"), "--to", home, "--harness", "pi"],
    env,
    undefined,
  );
  assert.match(applied.out, /^~: \d+ files written for /);
  const removed = await runCommandIn(place, remove, ["--to", home], env, undefined);
  assert.match(removed.out, /^~: \d+ files removed\n/);
});

test("apply --adopt moves a user's file to a backup and names it; remove deletes everything we wrote", async () => {
  mkdirSync(join(place, "home/.claude/agents"), { recursive: true });
  mkdirSync(join(place, "home/.pi/agent"), { recursive: true });
  writeFileSync(join(place, "home/.claude/agents/chiron.md"), "my own");
  writeFileSync(join(place, "home/.pi/agent/AGENTS.md"), "my agents");
  const refused = await run(apply, "--to", "home");
  assert.equal(refused.code, 1);
  assert.match(refused.err, /pass `--adopt` to back it up and replace it/);
  assert.doesNotMatch(refused.err, /AGENTS\.md/);
  const { code, out } = await run(apply, "--to", "home", "--adopt");
  assert.equal(code, 0);
  const [, directory = ""] = /^ {2}1 file moved to (\S+)$/m.exec(out) ?? [];
  assert.equal(readFileSync(join(place, "home", directory, ".claude/agents/chiron.md"), "utf8"), "my own");
  assert.match(out, /^ {2}left unchanged: \.pi\/agent\/AGENTS\.md is your own file$/m);
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
  const taken = await runCommandIn(place, remove, ["--to", "home"], {}, undefined);
  assert.equal(taken.code, 0, taken.err);
  assert.match(taken.out, /^home: \d+ files removed\n/);
  const left = Object.keys(snapshot(join(place, "home"))).filter((path) => !path.endsWith("/"));
  assert.deepEqual(left, [`${directory}/.claude/agents/chiron.md`, ".pi/agent/AGENTS.md"]);
});
