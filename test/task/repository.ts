/** A small real repository for tasks, and what must be gone when a task is over. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { put } from "../../src/doctor/scene.ts";

export type Files = Readonly<Record<string, string>>;

/** A project whose check and tests are plain node. */
export const project: Files = {
  "package.json": '{ "name": "demo", "type": "module", "dependencies": { "left": "1.0.0" } }\n',
  "package-lock.json":
    '{ "name": "demo", "lockfileVersion": 3, "packages": { "node_modules/left": { "version": "1.0.0" } } }\n',
  "README.md": "# demo\n",
  "src/double.mjs": "export const double = (n) => n * 2;\n",
  "test/double.test.mjs": `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../src/double.mjs";
test("two is four", () => assert.equal(double(2), 4));
`,
  "tools/bump.mjs": `import { readFileSync, writeFileSync } from "node:fs";
const lock = readFileSync("package-lock.json", "utf8");
try {
  writeFileSync("package-lock.json", lock.replaceAll("1.0.0", "1.1.0"));
} catch (error) {
  console.log(error.code);
}
writeFileSync("pnpm-lock.yaml", "lockfileVersion: '9.0'\\n");
`,
  "tools/escape.mjs": `import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
const tried = (name, act) => { try { act(); console.log(name + "=YES") } catch { console.log(name + "=no") } };
const git = (...words) => { if (spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...words]).status) throw 1 };
const [checkout, home, seconds] = process.argv.slice(2);
tried("commit", () => git("-C", checkout, "commit", "--allow-empty", "-m", "planted"));
tried("branch", () => git("branch", "planted"));
tried("home", () => writeFileSync(home + "/planted", "x"));
tried("checkout", () => writeFileSync(checkout + "/planted", "x"));
tried("tree", () => writeFileSync("src/build.out", "x"));
spawn("sleep", [seconds], { detached: true, stdio: "ignore", env: {} }).unref();
`,
  "tools/hang.mjs": "setInterval(() => undefined, 1000);\n",
  // Like the shipped role, with the programs of this project.
  "roles/edit-node.toml": `[role]
name = "edit-node"
description = "Writes code of this project"
claude-subagent-type = "code-implementer"
isolation = "worktree"
[capabilities]
extends = "edit-local"
[tools]
allowed = ["Read", "Write", "Edit", "Glob", "Grep", "Bash"]
bash-patterns-allowed = ['^node( |$)', '^git( |$)']
`,
};

export function git(directory: string, ...words: string[]): string {
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: directory, encoding: "utf8", env: environment });
  assert.equal(status, 0, `git ${words.join(" ")}: ${stderr}`);
  return stdout;
}

export function makeRepository(directory: string, files: Files = project): void {
  mkdirSync(directory, { recursive: true });
  git(directory, "init", "--quiet", "--initial-branch=main");
  git(directory, "config", "user.name", "Tester");
  git(directory, "config", "user.email", "tester@example.com");
  commit(directory, files, "first");
}

export function commit(directory: string, files: Files, message: string): void {
  for (const [path, text] of Object.entries(files)) put(join(directory, path), text);
  git(directory, "add", "--all");
  git(directory, "commit", "--quiet", "--message", message);
}

export interface TaskFields {
  readonly id: string;
  readonly role?: string;
  readonly whitelist?: readonly string[];
  readonly check?: string;
  readonly tests?: string;
  readonly fields?: readonly string[];
  readonly body: string;
}

/** Where the orchestrator writes it; relative to the repository. */
export function writeTask(directory: string, task: TaskFields): string {
  const path = `tasks/${task.id}/task.toml`;
  const text = `[task]
role = "${task.role ?? "edit-node"}"
agent-id = "${task.id}"
[scope]
files-whitelist = ${JSON.stringify(task.whitelist ?? ["src/**", "test/**"])}
[verification]
check-command = ${JSON.stringify(task.check ?? "node --check src/double.mjs")}
test-command = ${JSON.stringify(task.tests ?? "node --test test/")}
test-count-min = 1
[output]
report-fields-required = ${JSON.stringify(task.fields ?? ["files-touched", "tests"])}
[body]
text = ${JSON.stringify(task.body)}
`;
  put(join(directory, path), text);
  return path;
}

/** No worktree, branch, file or process of a run is left. */
export function assertNothingLeft(repository: string, home: string, temporary: string): void {
  assert.equal(git(repository, "worktree", "list").trim().split("\n").length, 1, "no worktree is left");
  assert.deepEqual(filesIn(join(repository, ".git/worktrees")), [], "git knows of none");
  assert.equal(
    git(repository, "branch", "--list", "--format=%(refname)").trim(),
    "refs/heads/main",
    "no branch is left",
  );
  assert.equal(git(repository, "status", "--porcelain"), "", "the checkout is as it was");
  const state = join(home, ".local/state/surcingle/worktrees");
  for (const repo of filesIn(state))
    for (const kind of ["tasks", "temporary", "owners"])
      assert.deepEqual(filesIn(join(state, repo, kind)), [], `nothing is left in ${kind}`);
  assert.deepEqual(
    filesIn(temporary).filter((name) => name.startsWith("surcingle-")),
    [],
    "no directory of a client is left",
  );
  assert.deepEqual(processesIn(home), [], "no process is left");
}

function filesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

/** The processes whose home directory is this one; none where the system does not show them. */
export function processesIn(home: string): string[] {
  return filesIn("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => readQuietly(`/proc/${name}/environ`).split("\0").includes(`HOME=${home}`))
    .filter((name) => !/\) Z /.test(readQuietly(`/proc/${name}/stat`)))
    .map((name) => readQuietly(`/proc/${name}/cmdline`).replaceAll("\0", " "));
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
