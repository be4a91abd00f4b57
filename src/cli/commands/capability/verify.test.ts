import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots, writeFiles } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { capabilityVerify } from "./verify.ts";

/** Checks run in a sandbox of their own, and sandboxes cannot be nested. */
const skip = process.env["SURCINGLE_SANDBOX"] === undefined ? false : "this already runs in a sandbox";

const makeRoot = makeRoots("capability-verify");

const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...words], {
    cwd,
    stdio: "pipe",
    encoding: "utf8",
  });

function write(root: string, files: Readonly<Record<string, string>>): void {
  writeFiles(root, files);
}

const taskToml = `[task]
role = "edit-local"
agent-id = "one"
[scope]
files-whitelist = ["src/**"]
[verification]
test-command = "sh check.sh"
check-command = "sh check.sh"
test-count-min = 2
[output]
report-fields-required = ["files-touched"]
[body]
text = "Do it."
`;

/** A repository with a worktree in which an agent has worked. */
function makePlace(changes: Readonly<Record<string, string>>) {
  const root = makeRoot({});
  const [main, tree, task] = [join(root, "main"), join(root, "tree"), join(root, "task.toml")];
  mkdirSync(main);
  git(main, "init", "-q", "-b", "main");
  const script = 'test "$(cat src/a.txt)" = "$(cat want.txt)" && echo "# pass 2"\n';
  write(main, { "check.sh": script, "want.txt": "one\n", "src/a.txt": "one\n", "src/old.txt": "x\n" });
  git(main, "add", ".");
  git(main, "commit", "-q", "-m", "first");
  git(main, "worktree", "add", "-q", "--detach", tree);
  write(tree, changes);
  write(root, { "task.toml": taskToml });
  const env = { ...process.env, HOME: root, TASK_TOML: task, WORKTREE_PATH: tree, MAIN_REPO: main };
  const verify = (name: string, more: Readonly<Record<string, string>> = {}, argv: readonly string[] = []) =>
    runCommandIn(root, capabilityVerify, [name, ...argv], { ...env, ...more });
  return { root, main, tree, verify };
}

test("a change inside the scope passes in both passes, and no worktree is left", { skip }, async () => {
  const { main, tree, verify } = makePlace({ "src/new.txt": "x\n" });
  const { code, out } = await verify("scope::files-whitelist");
  assert.equal(code, 0, out);
  assert.match(
    out,
    /passed scope::files-whitelist \(worktree\)[\s\S]*passed scope::files-whitelist \(simulated-merge\)/,
  );
  assert.equal(git(main, "worktree", "list").trim().split("\n").length, 2);
  assert.deepEqual(readdirSync(tree).sort(), [".git", "check.sh", "src", "want.txt"]);
});

test("untracked, renamed and deleted files outside of the scope fail", { skip }, async () => {
  const { tree, verify } = makePlace({ "new.txt": "x\n" });
  renameSync(join(tree, "src/old.txt"), join(tree, "moved.txt"));
  rmSync(join(tree, "want.txt"));
  const { code, out } = await verify("scope::files-whitelist", { RUN_MODE: "worktree" });
  assert.equal(code, 1);
  for (const path of ["new.txt", "moved.txt", "want.txt"]) assert.match(out, new RegExp(`^ {2}${path}$`, "m"));
});

test("passing in the worktree and failing on main is a failure", { skip }, async () => {
  const { main, verify } = makePlace({ "src/new.txt": "x\n" });
  write(main, { "want.txt": "two\n" });
  git(main, "commit", "-q", "-am", "main moves on");
  const alone = await verify("quality::tests-green", { RUN_MODE: "worktree" });
  assert.equal(alone.code, 0, alone.out);
  assert.match(alone.out, /2 passed/);
  const both = await verify("quality::tests-green");
  assert.equal(both.code, 1);
  assert.match(
    both.out,
    /passed quality::tests-green \(worktree\)[\s\S]*failed quality::tests-green \(simulated-merge\)/,
  );
  const merged = await verify("quality::tests-green", { RUN_MODE: "simulated-merge" });
  assert.equal(merged.code, 1);
  assert.doesNotMatch(merged.out, /\(worktree\)/);
});

test("a lock file that changed is found", { skip }, async () => {
  const { verify } = makePlace({ "src/package-lock.json": "{}\n" });
  const { code, out } = await verify("safety::no-dep-bump");
  assert.equal(code, 1);
  assert.match(out, /src\/package-lock\.json is new/);
});

test("the report is read from the given file", { skip }, async () => {
  const { root, verify } = makePlace({});
  write(root, { "good.md": "files-touched: none\n", "bad.md": "done\n" });
  assert.equal((await verify("output::report-format", {}, ["--report", "good.md"])).code, 0);
  assert.equal((await verify("output::report-format", {}, ["--report", "bad.md"])).code, 1);
  const none = await verify("output::report-format");
  assert.equal(none.code, 1);
  assert.match(none.out, /^unchecked/);
});

test("--json is one object per finding", { skip }, async () => {
  const { verify } = makePlace({ "new.txt": "x\n" });
  const { out } = await verify("scope::files-whitelist", { RUN_MODE: "worktree" }, ["--json"]);
  const [finding, ...rest] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(rest, []);
  const { check, outcome, mode, evidence } = finding;
  assert.deepEqual(
    { check, outcome, mode, evidence },
    {
      check: "scope::files-whitelist",
      outcome: "failed",
      mode: "worktree",
      evidence: ["new.txt"],
    },
  );
});

test("a capability without a check passes", { skip }, async () => {
  const { code, out } = await makePlace({}).verify("tools::deny-tools", {});
  assert.deepEqual([code, out], [0, "passed tools::deny-tools (worktree): the capability has a gate but no check\n"]);
});

test("invalid calls are reported and never pass", { skip }, async () => {
  const { root, main, verify } = makePlace({});
  const wrong: readonly (readonly [name: string, env: Readonly<Record<string, string>>, says: RegExp])[] = [
    ["policy::no-gitops", {}, /unknown capability/],
    ["scope::files-whitelist", { AGENT_ID: "two" }, /AGENT_ID.*two.*one/],
    ["scope::files-whitelist", { TASK_TOML: join(main, "nope.toml") }, /nope\.toml/],
    ["scope::files-whitelist", { MAIN_REPO: root }, /not inside the work tree/],
    ["scope::files-whitelist", { WORKTREE_PATH: root }, /not a worktree of the repository/],
  ];
  for (const [name, env, says] of wrong) {
    const { code, err } = await verify(name, env);
    assert.equal(code, 1, name);
    assert.match(err, says);
  }
  await assert.rejects(verify("scope::files-whitelist", { RUN_MODE: "all" }), { name: "UsageError" });
  await assert.rejects(verify("scope::files-whitelist", { TASK_TOML: "" }), { name: "UsageError" });
});
