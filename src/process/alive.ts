/** Whether the process is still there that left its number on something. */
import { createHash } from "node:crypto";
import { hostname } from "node:os";

/** Our own number on another directory is left from a dead run: numbers start anew in each container. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** A number means nothing on another machine, nor in another container that sees the same disk. */
export function hostMark(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

/** What cannot be told counts as alive. */
export function isAliveOn(host: string, pid: number): boolean {
  return host !== hostMark() || isAlive(pid);
}
