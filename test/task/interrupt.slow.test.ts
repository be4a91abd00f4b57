/**
 * Tests interruptions: whatever ends the program, its processes end too, and its files are removed at once or by the
 * next run.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { waitUntil } from "../support/processes.ts";
import { assertNothingLeft, git, processesIn } from "./repository.ts";
import { goodWork, makeStage, runTask, type Stage, stubTask } from "./stub-client.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");
const tsx = import.meta.resolve("tsx");

/** Each creates a file when it starts, and then keeps running. */
const phases = {
  "while the agent works": { work: 'echo half > src/b.txt; touch "$HOME/begun"; sleep 600', check: "true" },
  "while the worktree is checked": { work: goodWork, check: "touch begun; sleep 600" },
  "while the simulated merge is checked": {
    work: goodWork,
    check: "case $PWD in */temporary/*) touch begun; sleep 600;; esac",
  },
} as const;

async function begin(stage: Stage, check: string, words: readonly string[] = []): Promise<ChildProcess> {
  const path = stubTask(stage, { check });
  const child = spawn(process.execPath, ["--import", tsx, main, "task", "run", path, ...words], {
    cwd: stage.repository,
    env: stage.environment,
    stdio: "ignore",
  });
  // A check has a private home in its sandbox, and writes to its worktree.
  const places = (): string[] => [stage.home, ...worktreesOf(stage.repository)];
  const hasBegun = (): boolean => places().some((place) => existsSync(join(place, "begun")));
  await waitUntil(() => hasBegun() || child.exitCode !== null, "it has begun");
  assert.ok(hasBegun() && child.exitCode === null, "it is still running");
  return child;
}

function worktreesOf(repository: string): string[] {
  const lines = git(repository, "worktree", "list", "--porcelain").split("\n");
  return lines.filter((line) => line.startsWith("worktree ")).map((line) => line.slice("worktree ".length));
}

function endOf(child: ChildProcess): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

for (const [when, { work, check }] of Object.entries(phases)) {
  test(`Ctrl-C ${when} leaves nothing behind`, async () => {
    const stage = makeStage(work);
    const child = await begin(stage, check);
    const ended = endOf(child);
    child.kill("SIGINT");
    assert.equal(await ended, "SIGINT", "it ends as it was asked to");
    assertNothingLeft(stage.repository, stage.home, stage.temporary);
    assert.doesNotMatch(git(stage.repository, "worktree", "list"), /tasks/);
  });

  test(`after kill -9 ${when}, no process remains and the next run cleans up`, async () => {
    const stage = makeStage(work);
    const child = await begin(stage, check);
    const ended = endOf(child);
    child.kill("SIGKILL");
    assert.equal(await ended, "SIGKILL");
    await waitUntil(() => processesIn(stage.home).length === 0, "the watcher has ended what was started");
    assert.equal(git(stage.repository, "worktree", "list").trim().split("\n").length > 1, true);
    // Any later run, here one without work.
    const other = stubTask(stage, { id: "other" });
    const { err } = await runTask(stage, "verify", other);
    assert.match(
      err,
      /the process working on `a1` is no longer running; its worktree was removed; its changes are in .*changes\.patch/,
    );
    assert.match(readFileSync(join(stage.repository, "tasks/a1/changes.patch"), "utf8"), /src\/b\.txt/);
    assert.deepEqual(readdirSync(stage.repository).sort(), [".git", "Cargo.lock", "README.md", "src", "tasks"]);
    assertNothingLeft(stage.repository, stage.home, join(stage.root, "nowhere"));
  });
}

test("a second process on the same id gets a problem", async () => {
  const stage = makeStage(phases["while the agent works"].work);
  const child = await begin(stage, "true");
  const { code, err } = await runTask(stage, "run", "tasks/a1/task.toml");
  assert.equal(code, 1);
  assert.match(err, /error\[task-exists\]/);
  const ended = endOf(child);
  child.kill("SIGTERM");
  assert.equal(await ended, "SIGTERM");
  assertNothingLeft(stage.repository, stage.home, stage.temporary);
});
