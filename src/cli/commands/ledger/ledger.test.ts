import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { ledger } from "../families.ts";

const makeRoot = makeRoots("ledger-command");
const taskToml = '[task]\r\nrole = "edit-local"\r\nagent-id = "a1"\r\nparent-agent = "a0"\r\n[body]\r\ntext = "x"\r\n';
const dna = "edit-local::NG-??::A7B2A7B2::C9F1C9F1-00c0ffee";
const { SURCINGLE_LEDGER: _, ...env } = process.env;

const run = (cwd: string, ...argv: string[]) => runCommandIn(cwd, ledger, argv, env);

function repository(files: Readonly<Record<string, string>> = {}): string {
  const root = makeRoot({ "README.md": "x\n", ...files });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...words], { cwd: root, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "README.md");
  git("commit", "--quiet", "--message", "x");
  return root;
}

test("a fork records the task's fields and the hash of its file, and prints the id", async () => {
  const root = repository({ "task.toml": taskToml });
  assert.deepEqual(await run(root, "fork", "--task", "task.toml", "--dna", dna), { code: 0, out: "a1\n", err: "" });
  const { out } = await run(root, "show", "a1", "--json");
  const { started, ...row } = JSON.parse(out);
  assert.match(started, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.deepEqual(row, {
    ...{ event: "agent", run: 1, id: "a1", role: "edit-local", parent: "a0", status: "running", dna },
    ...{ spec_sha: createHash("sha256").update(taskToml).digest("hex"), branch: null, worktree: null },
    ...{ finished: null, summary: null },
  });
});

test("the ledger is in the git directory, shared by every worktree", async () => {
  const root = repository();
  await run(root, "fork", "a1", "--role", "r");
  assert.ok(existsSync(join(root, ".git/surcingle/ledger.sqlite")));
  const worktree = join(root, "../worktree-of-ledger");
  execFileSync("git", ["worktree", "add", "--quiet", worktree], { cwd: root, stdio: "pipe" });
  await run(worktree, "fork", "a2", "--role", "r");
  const { out } = await run(root, "list", "--json");
  assert.deepEqual(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).id),
    ["a2", "a1"],
  );
  assert.equal(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }), "");
});

test("a fork without an id creates one and prints its role", async () => {
  const root = makeRoot({});
  const { out } = await run(root, "fork", "--role", "explorer", "--ledger", "l.sqlite");
  assert.match(out, /^[0-9a-f]{12}\n$/);
  const other = await run(root, "fork", "--dna", dna, "--ledger", "l.sqlite", "--quiet");
  assert.notEqual(other.out, out);
  const { out: list } = await run(root, "list", "--ledger", "l.sqlite");
  assert.match(list, new RegExp(`^${other.out.trim()}  running  edit-local  \\S+Z  ${dna.replaceAll("?", "\\?")}\n`));
  assert.match(list, new RegExp(`\n${out.trim()}  running  explorer    \\S+Z  -\n$`));
});

test("done finishes a run, and invalid values are reported", async () => {
  const root = makeRoot({});
  const at = ["--ledger", "l.sqlite"];
  await run(root, "fork", "a1", "--role", "r", ...at);
  assert.deepEqual(await run(root, "done", "a1", ...at), { code: 0, out: "a1: done\n", err: "" });
  const summary = ["--status", "rejected", "--summary", "red \u001b[31mon main"];
  assert.equal((await run(root, "done", "a1", ...summary, ...at)).out, "a1: rejected\n");
  const { out } = await run(root, "show", "a1", ...at);
  assert.match(out, /^status: {4}rejected$/m);
  assert.match(out, /^summary: {3}red \\u001b\[31mon main$/m);
  assert.equal((await run(root, "list", "--status", "running", ...at)).out, "no agents\n");
});

test("agents are found by a prefix of their DNA", async () => {
  const root = makeRoot({});
  const at = ["--ledger", "l.sqlite"];
  await run(root, "fork", "a1", "--dna", dna, ...at);
  await run(root, "fork", "a2", "--role", "edit-local", ...at);
  for (const member of ["list", "show"]) {
    const { out } = await run(root, member, "--dna", "edit-local::NG-?", "--json", ...at);
    assert.equal(JSON.parse(out).id, "a1");
  }
  const { code, err } = await run(root, "show", "--dna", "edit-local::NG-*", ...at);
  assert.equal(code, 1);
  assert.match(err, /^error\[agent-unknown\]: the ledger has no agent whose DNA starts with `edit-local::NG-\*`\n/);
});

test("reading a missing ledger does not create it", async () => {
  const root = makeRoot({});
  assert.equal((await run(root, "list", "--ledger", "l.sqlite")).out, "no ledger yet\n");
  assert.equal((await run(root, "show", "a1", "--ledger", "l.sqlite")).code, 1);
  const { code, err } = await run(root, "done", "a1", "--ledger", "l.sqlite");
  assert.equal(code, 1);
  assert.match(err, /error\[agent-unknown\]: the ledger has no agent `a1`/);
  assert.deepEqual(readdirSync(root), []);
});

test("outside a repository the ledger must be named", async () => {
  const root = makeRoot({});
  const { code, err } = await run(root, "fork", "a1", "--role", "r");
  assert.equal(code, 1);
  assert.match(err, /^error\[ledger-place\]: .*is not inside the work tree of a git repository\n.*`--ledger FILE`/);
  const named = { ...env, SURCINGLE_LEDGER: join(root, "named.sqlite") };
  assert.equal((await runCommandIn(root, ledger, ["fork", "a1", "--role", "r"], named)).code, 0);
  assert.ok(existsSync(join(root, "named.sqlite")));
});

test("a fork needs only an id", async () => {
  const root = makeRoot({});
  const forked = await run(root, "fork", "a1", "--ledger", "l.sqlite", "--json");
  assert.equal(forked.code, 0, forked.err);
  const { id, role, dna } = JSON.parse(forked.out.split("\n")[0]!);
  assert.deepEqual([id, role, dna], ["a1", "unknown", null]);
});

const wrongWords: readonly (readonly [RegExp, ...string[]])[] = [
  [/the agent id `\.\.` has two dots/, "fork", "..", "--role", "r"],
  [/the agent id `con` is a reserved device name/, "fork", "a", "--role", "r", "--parent", "con"],
  [/`--dna` must have the form `<role>::/, "fork", "a1", "--dna", "x"],
  [/the agent id is `b` on the command line and `a1` in the task/, "fork", "b", "--task", "task.toml"],
  [/the role is `x` on the command line/, "fork", "--task", "task.toml", "--role", "x"],
  [/`--status` cannot be `running`/, "done", "a1", "--status", "running"],
  [/`--status` cannot be `x`; choose from done, failed, merged, rejected/, "done", "a1", "--status", "x"],
  [/either AGENT_ID or `--dna PREFIX`/, "show"],
  [/either AGENT_ID or `--dna PREFIX`/, "show", "a1", "--dna", "x"],
];

for (const [message, ...argv] of wrongWords) {
  test(`the command line is wrong: ledger ${argv.join(" ")}`, async () => {
    const root = makeRoot({ "task.toml": taskToml });
    await assert.rejects(run(root, ...argv, "--ledger", "l.sqlite"), { name: "UsageError", message });
    assert.deepEqual(readdirSync(root), ["task.toml"]);
  });
}
