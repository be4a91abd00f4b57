/** Finds git repositories without running git: a `.git` directory counts only if git would accept it. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Whether the directory is the root of a work tree. */
export function isWorkTree(directory: string): boolean {
  return gitDirectoryIn(directory) !== undefined;
}

/** The git directory that git uses if started here. Linked work trees share that of their repository. */
export function findRepository(directory: string): string | undefined {
  for (let at = realPath(resolve(directory)); ; at = dirname(at)) {
    const found = gitDirectoryIn(at) ?? (isGitDirectory(at) ? at : undefined);
    if (found !== undefined) return sharedDirectory(found);
    if (at === dirname(at)) return undefined;
  }
}

/** From a `.git` directory, or from the directory that a `.git` file names. */
function gitDirectoryIn(directory: string): string | undefined {
  const git = join(directory, ".git");
  if (isGitDirectory(git)) return git;
  const named = /^gitdir: ?(.+?)\s*$/s.exec(readSmall(git) ?? "")?.[1];
  return named === undefined ? undefined : resolve(directory, named);
}

/** A HEAD that names a branch or a commit, and objects and refs, here or in the repository it belongs to. */
function isGitDirectory(directory: string): boolean {
  const head = readSmall(join(directory, "HEAD"));
  if (head === undefined || !/^(?:ref:\s*refs\/|[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$)/.test(head)) return false;
  const shared = sharedDirectory(directory);
  return isDirectory(join(shared, "objects")) && isDirectory(join(shared, "refs"));
}

function sharedDirectory(directory: string): string {
  const shared = readSmall(join(directory, "commondir"))?.trim();
  return realPath(shared ? resolve(directory, shared) : directory);
}

export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const largest = 4_096;

function readSmall(file: string): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= largest ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
