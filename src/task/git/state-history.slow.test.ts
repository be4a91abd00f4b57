import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeScratch } from "../../../test/support/make-root.ts";
import { commit, git, makeRepository } from "../../../test/task/repository.ts";
import { openRepository, treeAt } from "./git.ts";
import { readGitState, stateAtCreation } from "./state.ts";

const scratch = makeScratch("history");

test("changes after a worktree was created are distinguished from earlier ones", async () => {
  const main = join(scratch, "main");
  makeRepository(main, { "a.txt": "a\n" });
  git(main, "branch", "old");
  const path = join(scratch, "worktree");
  git(main, "worktree", "add", "--quiet", "-b", "own", path);
  const repository = await openRepository(main);
  assert.ok(!("code" in repository));
  const tree = treeAt(repository, path);
  assert.ok(tree);
  assert.deepEqual(await stateAtCreation(repository, tree), await readGitState(repository, tree), "nothing happened");
  assert.equal(await stateAtCreation(repository, repository), undefined, "a person's checkout began long ago");

  const first = git(main, "rev-parse", "HEAD").trim();
  // The logs of git count in seconds.
  await sleep(2100);
  commit(main, { "b.txt": "b\n" }, "b");
  commit(path, { "c.txt": "c\n" }, "c");
  git(path, "branch", "new");
  const [before, now] = [await stateAtCreation(repository, tree), await readGitState(repository, tree)];
  assert.notEqual(before?.head, now.head);
  assert.deepEqual(before?.refs, { "refs/heads/main": first, "refs/heads/old": first, "refs/heads/own": first });
});
