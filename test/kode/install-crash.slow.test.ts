/**
 * Interrupts an installation at every step: the old skill or the new one is intact, at the latest after the next run.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { buildSync } from "esbuild";

const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "surcingle-install-"));
after(() => rmSync(scratch, { recursive: true }));
const failingRun = join(scratch, "failing-run.mjs");
const entryPoints = [join(import.meta.dirname, "failing-install.ts")];
buildSync({ entryPoints, bundle: true, platform: "node", format: "esm", outfile: failingRun, logLevel: "error" });

const skills = join(scratch, "home/.kode/skills");
const names = (): string[] => readdirSync(skills).sort();

function install(text: string, failAt: number, failure: string): { signal: string | null; count: number } {
  const words = [failingRun, join(scratch, "home"), text, String(failAt), failure];
  const child = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(child.stderr, "", "an expected failure is a value, never an exception");
  return { signal: child.signal, count: child.stdout === "" ? Number.NaN : JSON.parse(child.stdout).count };
}

/** `old`, `new` or `none`; anything else is an incomplete skill. */
function state(): string {
  if (!existsSync(join(skills, "demo"))) return "none";
  const texts = ["SKILL.md", "a/b.txt"].map((path) => readFileSync(join(skills, "demo", path), "utf8"));
  assert.equal(texts[0], texts[1]);
  return texts[0]!;
}

function prepare(): void {
  rmSync(join(scratch, "home"), { recursive: true, force: true });
  mkdirSync(join(skills, "demo/a"), { recursive: true });
  for (const path of ["SKILL.md", "a/b.txt"]) writeFileSync(join(skills, "demo", path), "old");
}

for (const failure of ["SIGKILL", "ENOSPC", "EPERM"]) {
  test(`${failure} at any change leaves the old skill or the new one`, () => {
    const seen = new Set<string>();
    for (let failAt = 1; ; failAt++) {
      prepare();
      const failed = install("new", failAt, failure);
      if (failed.signal === null && failed.count < failAt) {
        assert.ok(failAt > 8, "the run was interrupted at several steps");
        break;
      }
      const now = state();
      seen.add(now);
      // Only between two renames: the next run restores the old one before it does its own work.
      if (now === "none") {
        assert.notEqual(failure, "ENOSPC");
        const [work = ""] = names();
        assert.equal(readFileSync(join(skills, work, "old/SKILL.md"), "utf8"), "old");
      }
      assert.equal(install("third", 0, "").signal, null);
      assert.equal(state(), "third");
      assert.deepEqual(names(), ["demo"], `nothing is left behind after change ${failAt}`);
    }
    assert.ok(seen.has("old") && seen.has("new"), [...seen].join());
  });
}
