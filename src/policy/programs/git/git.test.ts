/** Runs the git lines that the table calls harmless in a repository, and checks that it did not change. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gitEveryday } from "../cases/git-everyday.ts";

const environment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_EDITOR: "false",
};

/** Every file except the index, which git refreshes, and the objects, which never change. */
function contents(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const kept = names.filter((name) => !/^\.git\/(?:index$|objects\b)/.test(name));
  return Object.fromEntries(
    kept.map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isFile() ? readFileSync(path, "utf8") : ""];
    }),
  );
}

test("everyday commands leave the repository unchanged", () => {
  const folder = mkdtempSync(join(tmpdir(), "surcingle-git-"));
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, env: environment, encoding: "utf8" });
  try {
    git("init", "-q", "-b", "main");
    git("config", "user.name", "a");
    git("config", "user.email", "a@b.c");
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/a.ts"), "one\n".repeat(30));
    git("add", ".");
    git("commit", "-qm", "one");
    git("branch", "feature");
    git("tag", "v1.0");
    writeFileSync(join(folder, "src/a.ts"), "two\n".repeat(30));
    git("stash");
    writeFileSync(join(folder, "a.txt"), "three\n");
    const before = contents(folder);
    for (const line of gitEveryday) {
      const { stderr } = spawnSync("sh", ["-c", line], {
        cwd: folder,
        env: environment,
        input: "",
        encoding: "utf8",
      });
      assert.deepEqual(contents(folder), before, line);
      // A line with an option unknown to git would prove nothing.
      assert.doesNotMatch(stderr, /unknown option|unknown switch|unrecognized argument/, line);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
