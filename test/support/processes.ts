/** Checks whether processes that a test started, directly or not, have ended. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that has ended but was not waited for is still listed, as `Z`. */
function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !existsSync("/proc/self/stat") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits up to two minutes, because everything takes longer on a busy machine. */
export async function waitUntil(isTrue: () => boolean, message: string): Promise<void> {
  for (let tries = 0; tries < 2400 && !isTrue(); tries++) await sleep(50);
  assert.ok(isTrue(), message);
}

/** A killed process needs a moment to end. */
export async function assertEnded(pids: readonly string[]): Promise<void> {
  for (const pid of pids) {
    assert.match(pid, /^\d+$/);
    await waitUntil(() => !isRunning(pid), `process ${pid} is still running`);
  }
}
