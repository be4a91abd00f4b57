/** Is the process still there that left its number on something? */
import { createHash } from "node:crypto";
import { hostname } from "node:os";

/** A number means nothing on another machine, nor in another container that sees the same disk. */
export function hostMark(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

/** What cannot be told counts as alive. */
export function isAlive(pid: number, host: string): boolean {
  if (host !== hostMark()) return true;
  // Our own number on something old is left from a dead process: numbers start anew in each container.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
