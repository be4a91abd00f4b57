import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../test/support/make-root.ts";
import { commit, git, makeRepository } from "../../../test/task/repository.ts";
import { applyPatch } from "../verify/find-work.ts";
import { readAt, readChanges } from "./changes.ts";
import { openRepository, type Repository, type WorkTree } from "./git.ts";
import { addWorktree, removeWorktree } from "./worktree.ts";

const scratch = makeScratch("changes");

interface Place {
  readonly repository: Repository;
  readonly tree: WorkTree;
  readonly base: string;
}

async function makePlace(name: string): Promise<Place> {
  const path = join(scratch, name, "main");
  makeRepository(path, { "a.txt": "one\ntwo\nthree\n", "b c.txt": "b\n", ".gitignore": "*.log\n", "dir/d.txt": "d\n" });
  const repository = await openRepository(path);
  assert.ok(!("code" in repository));
  const base = git(path, "rev-parse", "HEAD").trim();
  const tree = await addWorktree(repository, join(scratch, name, "worktree"), base);
  assert.ok(!("code" in tree));
  return { repository, tree, base };
}

test("added, changed, deleted and renamed files count, ignored files and tasks/ do not", async () => {
  const { tree, base } = await makePlace("kinds place");
  const at = (path: string): string => join(tree.path, path);
  renameSync(at("a.txt"), at("moved ü.txt"));
  writeFileSync(at("b c.txt"), "changed\n");
  rmSync(at("dir"), { recursive: true });
  writeFileSync(at("new\nline.txt"), "new\n");
  writeFileSync(at("build.log"), "ignored\n");
  mkdirSync(at("tasks"));
  writeFileSync(at("tasks/x"), "ours\n");
  const { list, problems } = await readChanges(tree, base);
  assert.deepEqual(problems, []);
  assert.deepEqual(list, [
    { kind: "modified", path: "b c.txt" },
    { kind: "deleted", path: "dir/d.txt" },
    { kind: "renamed", path: "moved ü.txt", from: "a.txt" },
    { kind: "added", path: "new\nline.txt" },
  ]);
  assert.equal(await readAt(tree, base, "dir/d.txt"), "d\n");
  assert.equal(await readAt(tree, base, "nowhere"), undefined);
});

test("the patch reproduces the tree: bytes, modes, links", async () => {
  const { repository, tree, base } = await makePlace("patch");
  const at = (path: string): string => join(tree.path, path);
  writeFileSync(at("bytes.bin"), Buffer.from([0, 255, 10, 13, 0]));
  writeFileSync(at("crlf.txt"), "a\r\nb");
  chmodSync(at("a.txt"), 0o755);
  symlinkSync("a.txt", at("link"));
  rmSync(at("dir/d.txt"));
  const { patch, list } = await readChanges(tree, base);
  assert.equal(list.length, 5);
  const copy = await addWorktree(repository, join(scratch, "patch", "copy"), base);
  assert.ok(!("code" in copy));
  assert.deepEqual(await applyPatch(copy, patch), []);
  assert.ok((await readChanges(copy, base)).patch.equals(patch));
  assert.deepEqual(readFileSync(join(copy.path, "bytes.bin")), Buffer.from([0, 255, 10, 13, 0]));
});

test("an agent cannot hide changes with its own index", async () => {
  const { tree, base } = await makePlace("index");
  git(tree.path, "update-index", "--assume-unchanged", "a.txt");
  git(tree.path, "update-index", "--skip-worktree", "b c.txt");
  for (const name of ["a.txt", "b c.txt"]) writeFileSync(join(tree.path, name), "hidden\n");
  writeFileSync(join(tree.path, "staged.txt"), "x\n");
  git(tree.path, "add", "staged.txt");
  const { list } = await readChanges(tree, base);
  assert.deepEqual(
    list.map(({ path }) => path),
    ["a.txt", "b c.txt", "staged.txt"],
  );
});

test("the agent's commits count as changes", async () => {
  const { tree, base } = await makePlace("commits");
  commit(tree.path, { "committed.txt": "x\n" }, "mine");
  assert.deepEqual((await readChanges(tree, base)).list, [{ kind: "added", path: "committed.txt" }]);
});

test("user settings do not change the form of a patch", async () => {
  const { repository, tree, base } = await makePlace("settings");
  for (const [name, value] of [
    ["diff.noprefix", "true"],
    ["diff.mnemonicPrefix", "true"],
    ["color.ui", "always"],
    ["diff.renames", "copies"],
    ["diff.external", "/bin/false"],
  ] as const)
    git(repository.path, "config", name, value);
  writeFileSync(join(tree.path, "a.txt"), "x\n");
  assert.match((await readChanges(tree, base)).patch.toString(), /^diff --git a\/a\.txt b\/a\.txt\n/);
});

test("nested repositories and redirected worktrees are reported", async () => {
  const { tree, base } = await makePlace("nested");
  makeRepository(join(tree.path, "inner"), { "hidden.txt": "x\n" });
  writeFileSync(join(tree.path, ".git"), "gitdir: /nowhere\n");
  const { problems } = await readChanges(tree, base);
  assert.match(problems.join("\n"), /inner.* is a nested repository/);
  assert.match(problems.join("\n"), /the file \.git of the worktree has changed/);
});

test("tasks/ is not a problem if git ignores it", async () => {
  const { repository, tree, base } = await makePlace("ignored tasks");
  writeFileSync(join(repository.path, ".git/info/exclude"), "/tasks/\n");
  mkdirSync(join(tree.path, "tasks"));
  for (const name of ["tasks/x", "new.txt"]) writeFileSync(join(tree.path, name), "x\n");
  const { list, problems } = await readChanges(tree, base);
  assert.deepEqual([list, problems], [[{ kind: "added", path: "new.txt" }], []]);
});

test("a patch that is too large is a problem, and no part of it is kept", async () => {
  const { tree, base } = await makePlace("too large");
  writeFileSync(join(tree.path, "large.txt"), "line\n".repeat(10_000));
  const { list, patch, problems } = await readChanges(tree, base, 10_000);
  assert.equal(list.length, 1);
  assert.equal(patch.length, 0);
  assert.deepEqual(problems, ["git diff: it prints more than 10000 bytes"]);
});

test("a worktree that is missing or a link is a problem, and git's record of it is removed", async () => {
  const { repository, tree, base } = await makePlace("swapped");
  rmSync(tree.path, { recursive: true });
  assert.deepEqual((await readChanges(tree, base)).problems, ["the worktree is missing"]);
  symlinkSync(repository.path, tree.path);
  assert.deepEqual((await readChanges(tree, base)).problems, ["the worktree is missing"]);
  await removeWorktree(repository, tree.path);
  assert.equal(git(repository.path, "worktree", "list").trim().split("\n").length, 1);
  assert.equal(readFileSync(join(repository.path, "a.txt"), "utf8"), "one\ntwo\nthree\n");
});

test("reading changes adds nothing to the repository", async () => {
  const { repository, tree, base } = await makePlace("store");
  const count = (): string => git(repository.path, "count-objects");
  const before = count();
  writeFileSync(join(tree.path, "large.bin"), Buffer.alloc(100_000, 7));
  assert.ok((await readChanges(tree, base)).patch.length > 0);
  assert.equal(count(), before);
});

test("a worktree that the agent broke is still removed, and no other", async () => {
  const { repository, tree } = await makePlace("broken");
  const other = await addWorktree(repository, join(scratch, "broken", "other"), "HEAD");
  rmSync(join(tree.path, ".git"));
  mkdirSync(join(tree.path, "closed/in"), { recursive: true });
  chmodSync(join(tree.path, "closed"), 0o500);
  await removeWorktree(repository, tree.path);
  assert.ok(!("code" in other));
  assert.deepEqual(git(repository.path, "worktree", "list", "--porcelain").match(/^worktree .*$/gm), [
    `worktree ${repository.path}`,
    `worktree ${other.path}`,
  ]);
});
