/** The steps of a plan, and the problems that refuse one. */

import type { Code } from "../../base/codes/all.ts";
import { type Problem, problem } from "../../base/problem.ts";
import type { PathState } from "./disk.ts";

export interface WriteChange {
  /** `merge`: our keys in a shared file. */
  readonly kind: "write" | "merge";
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly isExecutable: boolean;
  /** Hash of the file that may be replaced; without it the path must not exist. */
  readonly before: string | undefined;
  readonly after: string;
  /** Where the replaced file is backed up. */
  readonly backup?: string;
}

export type PlannedChange =
  | WriteChange
  /** `isAdopted`: an identical file of unknown origin already existed. */
  | { readonly kind: "keep"; readonly path: string; readonly isAdopted: boolean }
  | { readonly kind: "remove"; readonly path: string; readonly before: string; readonly backup?: string }
  | { readonly kind: "refuse"; readonly path: string; readonly problem: Problem }
  /** A shared file, when merging was not requested. `built` is its path in a built tree. */
  | { readonly kind: "skip"; readonly path: string; readonly built: string }
  /** An optional file that was skipped because the user has their own. */
  | { readonly kind: "leave"; readonly path: string };

export function refuse(path: string, code: Code, message: string, hint: string): PlannedChange {
  return { kind: "refuse", path, problem: problem(code, path, message, hint) };
}

export function refuseEdited(path: string, hint: string): PlannedChange {
  return refuse(path, "edited-file", `\`${path}\` was edited since surcingle wrote it`, hint);
}

export function refuseObstacle(path: string, { what, at }: Extract<PathState, { kind: "obstacle" }>): PlannedChange {
  if (what === "link") {
    const message = at === path ? `\`${path}\` is a link` : `\`${path}\` is below the link \`${at}\``;
    const hint =
      "surcingle does not write through links: remove it, or let the program that created it manage this path";
    return refuse(path, "behind-link", message, hint);
  }
  const kind = what === "directory" ? "a directory" : what === "file" ? "a file" : "not a regular file";
  return refuse(path, "foreign-file", `\`${at}\` already exists and is ${kind}`, "move it away and apply again");
}
