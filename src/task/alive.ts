/** Is the process still there that left its number on something? */
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { isAlive as isProcess } from "../write/claim.ts";

/** A number means nothing on another machine, nor in another container that sees the same disk. */
export function hostMark(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

/** What cannot be told counts as alive. */
export function isAlive(pid: number, host: string): boolean {
  return host !== hostMark() || isProcess(pid);
}
