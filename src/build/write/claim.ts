/** Lets one run at a time write to a target. A run claims it with a working directory named after its process. */

import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode, explainFailure } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { isAlive } from "../../process/alive.ts";

export interface Claim {
  /** Our working directory, on the same file system as the target; removed at the end. */
  readonly work: string;
  /** Working directories of dead runs. */
  readonly leftovers: readonly string[];
}

/**
 * Every run first creates a directory and then looks for others, so of two runs at least one sees the other. Names are
 * unique: removing a dead run's directory can never remove a living one's, as with a single lock file.
 */
export function claim(parent: string, name: string, shownPath: string): Claim | Problem {
  const own = workName(name);
  const work = join(parent, own);
  mkdirSync(work);
  for (let attempt = 0; ; attempt++) {
    const others = findWork(parent, name).filter((other) => other.name !== own);
    const living = others.filter(({ pid }) => isAlive(pid));
    if (living.length === 0) return { work, leftovers: others.map((other) => join(parent, other.name)) };
    // Two runs that start together see each other. The one with the larger name withdraws; the other checks again for
    // up to two seconds, because withdrawing can take that long on a busy machine.
    const givesWay = living.some((other) => other.name < own);
    if (!givesWay && attempt < 100) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      continue;
    }
    rmdirSync(work);
    return busy(shownPath, parent, living[0]!);
  }
}

/** Removes working directories. What cannot be removed is left to the next run. */
export function clearClaim(works: readonly string[]): void {
  for (const work of works) {
    try {
      rmSync(work, { recursive: true, force: true });
    } catch (error) {
      explainFailure(error, work);
    }
  }
}

export function isProblem(claimed: Claim | Problem): claimed is Problem {
  return "code" in claimed;
}

/** A new name for our working directory, in the form that `findWork` expects. */
export function workName(name: string): string {
  return `.${name}.surcingle.${process.pid}.${randomBytes(6).toString("hex")}`;
}

/** The working directories of all runs on a target, dead or alive. */
export function findWork(parent: string, name: string): { readonly name: string; readonly pid: number }[] {
  const prefix = `.${name}.surcingle.`;
  return listNames(parent).flatMap((entry) => {
    const match = entry.startsWith(prefix) ? /^(\d+)\.[0-9a-f]{12}$/.exec(entry.slice(prefix.length)) : null;
    return match ? [{ name: entry, pid: Number(match[1]) }] : [];
  });
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function busy(path: string, parent: string, other: { readonly name: string; readonly pid: number }): Problem {
  return problem(
    "output-busy",
    path,
    `another run (process ${other.pid}) is writing \`${path}\``,
    `wait for it to finish; if that process is not surcingle, remove \`${join(parent, other.name)}\``,
  );
}
