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
const victim = join(scratch, "victim.mjs");
const entryPoints = [join(import.meta.dirname, "install-victim.ts")];
buildSync({ entryPoints, bundle: true, platform: "node", format: "esm", outfile: victim, logLevel: "error" });

const skills = join(scratch, "home/.kode/skills");
const names = (): string[] => readdirSync(skills).sort();

function install(text: string, strikeAt: number, blow: string): { signal: string | null; count: number } {
  const words = [victim, join(scratch, "home"), text, String(strikeAt), blow];
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

for (const blow of ["SIGKILL", "ENOSPC", "EPERM"]) {
  test(`${blow} at any change leaves the old skill or the new one`, () => {
    const seen = new Set<string>();
    for (let strikeAt = 1; ; strikeAt++) {
      prepare();
      const struck = install("new", strikeAt, blow);
      if (struck.signal === null && struck.count < strikeAt) {
        assert.ok(strikeAt > 8, "the run was interrupted at several steps");
        break;
      }
      const now = state();
      seen.add(now);
      // Only between two renames: the next run restores the old one before it does its own work.
      if (now === "none") {
        assert.notEqual(blow, "ENOSPC");
        const [work = ""] = names();
        assert.equal(readFileSync(join(skills, work, "old/SKILL.md"), "utf8"), "old");
      }
      assert.equal(install("third", 0, "").signal, null);
      assert.equal(state(), "third");
      assert.deepEqual(names(), ["demo"], `nothing is left behind after change ${strikeAt}`);
    }
    assert.ok(seen.has("old") && seen.has("new"), [...seen].join());
  });
}
