/**
 * Tests that task checks run in the sandbox: what a hostile test suite reaches with it, and without it as a control.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { put } from "../../src/doctor/scene.ts";
import { whyNoSandbox } from "../sandbox/scene.ts";
import { waitUntil } from "../support/processes.ts";
import { assertNothingLeft, git } from "./repository.ts";
import { goodWork, makeStage, runTask, type Stage, stubTask } from "./stub-client.ts";

const why = whyNoSandbox();
const skip = why !== undefined && process.env["CI"] === undefined ? why : false;

/** What a test suite written by an agent tries. Every line continues if it fails. */
function hostile({ repository, home }: Stage, seconds: string): string {
  return [
    `git -C '${repository}' -c user.name=x -c user.email=x@x commit -q --allow-empty -m planted`,
    `echo planted > '${repository}/README.md'`,
    "git -c user.name=x -c user.email=x@x commit -q --allow-empty -m planted",
    "git branch planted",
    "git config core.hooksPath /planted",
    `echo planted > '${home}/planted'`,
    `cat '${home}/.ssh/id'`,
    `(env -i setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &)`,
    // Time to leave the process group, which ends with the check.
    "sleep 1",
  ].join("; ");
}

function isRunning(seconds: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8") === `sleep\0${seconds}\0`;
    } catch {
      return false;
    }
  });
}

function prepared(work = goodWork): Stage {
  const stage = makeStage(work);
  put(join(stage.home, ".ssh/id"), "TOP\n");
  return stage;
}

test("a hostile check reaches neither the checkout nor the home, and leaves no process", { skip }, async () => {
  const stage = prepared();
  const seconds = `9${process.pid}.1`;
  const head = git(stage.repository, "rev-parse", "HEAD");
  const { code, out } = await runTask(stage, "run", stubTask(stage, { check: hostile(stage, seconds) }));
  assert.equal(code, 0, out);
  assert.equal(git(stage.repository, "rev-parse", "HEAD"), head);
  assert.doesNotMatch(git(stage.repository, "config", "--list"), /planted/);
  assert.ok(!existsSync(join(stage.home, "planted")));
  assert.deepEqual(isRunning(seconds), []);
  assertNothingLeft(stage.repository, stage.home, stage.temporary);
});

test("without the sandbox, the same check succeeds with all of it", { skip }, async () => {
  const stage = prepared();
  const seconds = `9${process.pid}.2`;
  put(join(stage.root, "off.toml"), '[sandbox]\nuse = "off"\n');
  const path = stubTask(stage, { check: hostile(stage, seconds) });
  await runTask(stage, "run", path, "--settings", join(stage.root, "off.toml"));
  assert.match(git(stage.repository, "log", "--oneline", "--all"), /planted/);
  assert.equal(readFileSync(join(stage.home, "planted"), "utf8"), "planted\n");
  await waitUntil(() => isRunning(seconds).length > 0, "the process got away");
  for (const pid of isRunning(seconds)) process.kill(Number(pid), "SIGKILL");
});

test("a check that hangs is stopped with everything it started", { skip }, async () => {
  const stage = prepared();
  const seconds = `9${process.pid}.3`;
  const check = `env -i setsid sleep ${seconds} & sleep 600`;
  const { code, out } = await runTask(stage, "run", stubTask(stage, { check }), "--check-timeout", "2");
  assert.equal(code, 1, out);
  assert.match(out, /did not finish in time/);
  await waitUntil(() => isRunning(seconds).length === 0, "nothing is left");
});

test("a check can read the history and write its tree, and reports what is missing", { skip }, async () => {
  const stage = prepared();
  const check =
    "git log --oneline | grep -q first && mkdir -p target .husky && touch target/x .husky/x && touch /tmp/x && test ! -s ~/.ssh/id";
  const good = await runTask(stage, "run", stubTask(stage, { check }));
  assert.equal(good.code, 0, good.out);
  const network = stubTask(stage, { id: "a2", check: "curl -s --max-time 2 http://127.0.0.1:9/" });
  const bad = await runTask(stage, "run", network);
  assert.equal(bad.code, 1);
  assert.match(bad.out, /the sandbox has no network/);
});

test("without bubblewrap nothing is started, and the message says what to do", { skip }, async () => {
  const stage = prepared('touch "$HOME/started"');
  const bin = join(stage.root, "programs");
  for (const name of readdirSync("/usr/bin")) {
    if (name === "bwrap") continue;
    put(join(bin, ".keep"), "");
    symlinkSync(join("/usr/bin", name), join(bin, name));
  }
  const environment = { ...stage.environment, PATH: `${join(stage.root, "bin")}:${bin}` };
  const path = stubTask(stage);
  for (const verb of ["run", "spawn", "verify"]) {
    const { code, err } = await runTask({ ...stage, environment }, verb, path);
    assert.equal(code, 1);
    assert.match(err, /error\[sandbox-unavailable\]: the sandbox cannot be created: bubblewrap is not installed/);
    assert.match(err, /`use = "off"` in `\[sandbox\]`/);
  }
  assert.ok(!existsSync(join(stage.home, "started")));
  put(join(stage.root, "off.toml"), '[sandbox]\nuse = "off"\n');
  const off = await runTask({ ...stage, environment }, "spawn", path, "--settings", join(stage.root, "off.toml"));
  assert.equal(off.code, 0, off.err);
  assert.ok(existsSync(join(stage.home, "started")));
});

const user = 61_234;

function giveTo(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chownSync(path, user, user);
  if (found.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name));
}

test("an ordinary user runs a task with its checks in the sandbox", { skip: skip || process.getuid?.() !== 0 }, (t) => {
  const stage = prepared();
  const seconds = `9${process.pid}.4`;
  const path = stubTask(stage, { check: hostile(stage, seconds) });
  chmodSync(join(stage.root, ".."), 0o755);
  giveTo(stage.root);
  // The repository may be in a directory that only root can enter.
  const copy = mkdtempSync(join(tmpdir(), "surcingle-dist-"));
  t.after(() => rmSync(copy, { recursive: true }));
  chmodSync(copy, 0o755);
  cpSync(join(import.meta.dirname, "../../dist"), join(copy, "dist"), { recursive: true });
  cpSync(join(import.meta.dirname, "../../package.json"), join(copy, "package.json"));
  const program = join(copy, "dist/surcingle.cjs");
  const words = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "--", process.execPath, program];
  const ran = spawnSync("setpriv", [...words, "task", "run", path], {
    cwd: stage.repository,
    env: { ...stage.environment },
    encoding: "utf8",
  });
  assert.equal(ran.status, 0, ran.stdout + ran.stderr);
  assert.match(ran.stdout, /a1 passed/);
  assert.ok(!existsSync(join(stage.home, "planted")));
  assert.deepEqual(isRunning(seconds), []);
  assert.equal(readFileSync(join(stage.repository, ".git/HEAD"), "utf8"), "ref: refs/heads/main\n");
});
