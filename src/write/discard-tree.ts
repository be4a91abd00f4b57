/** Removes a tree of ours, and nothing else: what someone put or changed there stays. */
import { rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./disk-failure.ts";
import { inspectTree } from "./inspect-tree.ts";
import { manifestName } from "./manifest.ts";

/** The paths that were kept. The manifest goes last, so that an interrupted removal can be taken up again. */
export function discardTree(root: string): string[] {
  const { manifest, clean, edited, foreign, directories } = inspectTree(root);
  for (const path of clean) unlinkSync(join(root, path));
  for (const path of directories.toReversed()) removeIfEmpty(join(root, path));
  const kept = [...foreign, ...edited].map((path) => join(root, path));
  if (kept.length > 0) return kept;
  if (manifest) unlinkSync(join(root, manifestName));
  rmdirSync(root);
  return [];
}

export function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
  }
}
