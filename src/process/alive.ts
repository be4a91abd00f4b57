/** Checks whether the process that recorded a pid is still running. */
import { createHash } from "node:crypto";
import { hostname } from "node:os";

/** A recorded pid equal to ours is from a dead run: pids start again in each container. */
export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** A pid means nothing on another machine, or in another container with the same disk. */
export function hostMark(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

/** Counts as alive if unknown. */
export function isAliveOn(host: string, pid: number): boolean {
  return host !== hostMark() || isAlive(pid);
}
