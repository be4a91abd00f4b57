/** Compares a directory with its manifest: which files are ours and unchanged, and which are not. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, isMissing } from "../../base/errno.ts";
import { type Manifest, manifestName, readManifest, sha256 } from "./manifest.ts";

interface TreeFindings {
  readonly manifest: Manifest | undefined;
  readonly clean: readonly string[];
  readonly edited: readonly string[];
  readonly foreign: readonly string[];
  /** Directories below the tree, each after its parent. */
  readonly directories: readonly string[];
  /** All files exist and are unchanged. */
  readonly isWhole: boolean;
}

/** `known` is the existing manifest, if it was already read. */
export function inspectTree(root: string, known?: Manifest): TreeFindings {
  const text = known ? undefined : readText(join(root, manifestName));
  const manifest = known ?? (text === undefined ? undefined : readManifest(text));
  const expected = new Map(manifest?.files.map((file) => [file.path, file]));
  const clean: string[] = [];
  const edited: string[] = [];
  const foreign: string[] = [];
  const directories: string[] = [];
  let modesMatch = true;

  const visit = (directory: string, prefix: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) {
        directories.push(path);
        visit(`${directory}/${entry.name}`, `${path}/`);
        continue;
      }
      if (path === manifestName && manifest !== undefined) continue;
      const file = expected.get(path);
      if (!file || !entry.isFile()) {
        foreign.push(path);
        continue;
      }
      const found = hashFile(`${directory}/${entry.name}`);
      (found.sha256 === file.sha256 ? clean : edited).push(path);
      if (found.isExecutable !== (file.executable === true)) modesMatch = false;
    }
  };
  visit(root, "");

  const existing = new Set(directories);
  const hasDirectories = manifest?.harnesses.every(
    ({ id, directories }) => existing.has(id) && directories.every((directory) => existing.has(`${id}/${directory}`)),
  );
  const isWhole =
    hasDirectories === true && modesMatch && foreign.length === 0 && clean.length === manifest?.files.length;
  return { manifest, clean, edited: edited.sort(), foreign: foreign.sort(), directories, isWhole };
}

/** Does not follow links. Undefined if the path does not exist. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined if it is not a regular file. */
export function readText(path: string): string | undefined {
  let handle: number;
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error) || ["ELOOP", "EMLINK"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
  try {
    return fstatSync(handle).isFile() ? readFileSync(handle, "utf8") : undefined;
  } finally {
    closeSync(handle);
  }
}

// One buffer for all files: most are small, and thousands are read in a row.
let buffer = Buffer.allocUnsafe(64 * 1024);

export function hashFile(path: string): { readonly sha256: string; readonly isExecutable: boolean } {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size, mode } = fstatSync(handle);
    // One byte more than expected, to detect a file that grew.
    if (size >= buffer.length) buffer = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(handle, buffer, length, buffer.length - length, null);
    }
    return { sha256: sha256(buffer.subarray(0, length)), isExecutable: (mode & 0o100) !== 0 };
  } finally {
    closeSync(handle);
  }
}

/**
 * Removes a tree that we wrote. Foreign and edited files stay; returns their paths. The manifest is removed last, so
 * that an interrupted removal can be resumed.
 */
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
