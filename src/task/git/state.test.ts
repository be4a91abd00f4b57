import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/make-root.ts";
import { commit, git, makeRepository } from "../../../test/task/repository.ts";
import { openRepository } from "./git.ts";
import { readGitState, withoutOtherMoves } from "./state.ts";
import { addWorktree } from "./worktree.ts";

const scratch = makeScratch("state");
let count = 0;

/** What changed, if `act` happens meanwhile. */
async function differences(act: (main: string, worktree: string) => void): Promise<string[]> {
  const place = join(scratch, String(count++));
  const main = join(place, "main");
  makeRepository(join(place, "origin"), { "a.txt": "a\n" });
  git(place, "clone", "--quiet", join(place, "origin"), main);
  git(main, "config", "user.name", "Tester");
  git(main, "config", "user.email", "tester@example.com");
  const repository = await openRepository(main);
  assert.ok(!("code" in repository));
  const tree = await addWorktree(repository, join(place, "worktree"), "HEAD");
  assert.ok(!("code" in tree));
  const before = await readGitState(repository, tree);
  act(main, tree.path);
  const after = await withoutOtherMoves(repository, tree, before, await readGitState(repository, tree));
  const names = new Set([...Object.keys(before.refs), ...Object.keys(after.refs)]);
  return [
    ...(["head", "stash", "config"] as const).filter((key) => before[key] !== after[key]),
    ...[...names].filter((name) => before.refs[name] !== after.refs[name]),
  ];
}

const identity = ["-c", "user.name=x", "-c", "user.email=x"];
const newCommit = (path: string): string => git(path, ...identity, "commit-tree", "-m", "x", "HEAD^{tree}").trim();

for (const [what, act, expected] of [
  ["nothing", () => undefined, []],
  ["a commit in the person's own checkout", (main) => commit(main, { "b.txt": "b\n" }, "b"), []],
  ["a merge there", (main) => git(main, ...identity, "merge", "--no-ff", "-m", "x", "HEAD"), []],
  ["a reset there", (main) => git(main, "reset", "--quiet", "--hard", newCommit(main)), []],
  [
    "a fetch",
    (main) => {
      commit(join(main, "../origin"), { "c.txt": "c\n" }, "c");
      git(main, "fetch", "--quiet");
    },
    [],
  ],
  [
    "a commit in the worktree",
    (_, path) => git(path, ...identity, "commit", "--quiet", "--allow-empty", "-m", "x"),
    ["head"],
  ],
  ["a checkout in the worktree", (_, path) => git(path, "checkout", "--quiet", "-b", "x"), ["head", "refs/heads/x"]],
  ["a branch", (_, path) => git(path, "branch", "x"), ["refs/heads/x"]],
  ["a tag", (_, path) => git(path, "tag", "x"), ["refs/tags/x"]],
  [
    "main moved from the worktree",
    (_, path) => git(path, "update-ref", "refs/heads/main", newCommit(path)),
    ["refs/heads/main"],
  ],
  [
    "a push",
    (_, path) => git(path, "push", "--quiet", "origin", `${newCommit(path)}:refs/heads/x`),
    ["refs/remotes/origin/x"],
  ],
  [
    "a stash",
    (_, path) => {
      writeFileSync(join(path, "a.txt"), "x\n");
      git(path, ...identity, "stash", "--quiet");
    },
    ["stash"],
  ],
  ["a setting", (_, path) => git(path, "config", "alias.x", "y"), ["config"]],
  ["an exclusion", (main) => writeFileSync(join(main, ".git/info/exclude"), "x\n"), ["config"]],
  ["an attribute", (main) => writeFileSync(join(main, ".git/info/attributes"), "* -diff\n"), ["config"]],
  ["a hook", (main) => writeFileSync(join(main, ".git/hooks/pre-commit"), "#!/bin/sh\n"), ["config"]],
] as const satisfies readonly (readonly [string, (main: string, worktree: string) => unknown, readonly string[]])[]) {
  test(`${what}: ${expected.length === 0 ? "unchanged" : expected.join(", ")}`, async () => {
    assert.deepEqual(await differences(act as (main: string, worktree: string) => void), [...expected]);
  });
}
