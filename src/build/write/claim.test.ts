import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { claim, clearClaim, isProblem } from "./claim.ts";

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "surcingle-claim-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a single run gets the claim and leaves nothing behind", () => {
  const claimed = claim(parent, "out", "out");
  assert.ok(!isProblem(claimed));
  assert.deepEqual(claimed.leftovers, []);
  clearClaim([claimed.work]);
  assert.deepEqual(readdirSync(parent), []);
});

test("directories of dead processes, and of our own pid, are leftovers", () => {
  const dead = [".out.surcingle.999999999.0123456789ab", `.out.surcingle.${process.pid}.0123456789ab`].sort();
  for (const name of dead) mkdirSync(join(parent, name));
  const claimed = claim(parent, "out", "out");
  assert.ok(!isProblem(claimed));
  assert.deepEqual(
    claimed.leftovers,
    dead.map((name) => join(parent, name)),
  );
});

test("while another process holds the claim, ours is withdrawn", () => {
  mkdirSync(join(parent, ".out.surcingle.1.0123456789ab"));
  const claimed = claim(parent, "out", "shown/out");
  assert.ok(isProblem(claimed));
  assert.deepEqual([claimed.code, claimed.subject], ["output-busy", "shown/out"]);
  assert.deepEqual(readdirSync(parent), [".out.surcingle.1.0123456789ab"]);
});

test("of two competing claims, the one with the smaller name wins", async () => {
  // Withdraws slowly, like a process on a busy machine.
  const script = 'mark="$1/.out.surcingle.$$.ffffffffffff"; mkdir "$mark"; echo ready; sleep 0.3; rmdir "$mark"';
  const other = spawn("sh", ["-c", script, "sh", parent], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => other.on("close", resolve));
  await new Promise((resolve) => other.stdout.once("data", resolve));
  assert.ok(existsSync(join(parent, `.out.surcingle.${other.pid}.ffffffffffff`)));
  // The name with this process id sorts before all others.
  const own = Object.getOwnPropertyDescriptor(process, "pid")!;
  Object.defineProperty(process, "pid", { ...own, value: 1 });
  try {
    assert.ok(!isProblem(claim(parent, "out", "out")));
  } finally {
    Object.defineProperty(process, "pid", own);
  }
  await ended;
});
