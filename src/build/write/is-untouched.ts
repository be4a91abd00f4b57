/**
 * Whether a tree is unchanged since its manifest was written. True is certain; false may only mean that the files must
 * be compared.
 */
import { readdirSync, type Stats } from "node:fs";
import { parents } from "./harness-output.ts";
import { hashFile, statsOf } from "./inspect-tree.ts";
import { type Manifest, type ManifestFile, manifestName } from "./manifest.ts";

/**
 * The manifest is the last file of a tree. What the system changed before it, content, mode or entries, nobody has
 * touched since; in the same tick of the clock, or later, it has to be looked at. A program can set back the time of
 * a change, but not the time at which that was done.
 */
export function isUntouched(root: string, manifest: Manifest): boolean {
  const written = statsOf(`${root}/${manifestName}`);
  if (!written?.isFile()) return false;
  const end = Math.min(written.ctimeMs, written.mtimeMs);
  const isOlder = ({ ctimeMs, mtimeMs }: Stats): boolean => ctimeMs < end && mtimeMs < end;
  const entries = entriesOf(manifest);
  for (const directory of entries.directories) {
    const path = directory === "" ? root : `${root}/${directory}`;
    const found = statsOf(path);
    if (!found?.isDirectory()) return false;
    if (isOlder(found)) continue;
    const prefix = directory === "" ? "" : `${directory}/`;
    if (!readdirSync(path).every((name) => entries.all.has(prefix + name))) return false;
  }
  return manifest.files.every((file) => {
    const path = `${root}/${file.path}`;
    const found = statsOf(path);
    return found !== undefined && isOurs(file, found) && (isOlder(found) || hashFile(path).sha256 === file.sha256);
  });
}

function isOurs(file: ManifestFile, found: Stats): boolean {
  return found.isFile() && ((found.mode & 0o100) !== 0) === (file.executable === true);
}

/** Everything that may be in the tree, and which of it are directories. */
function entriesOf(manifest: Manifest): { readonly all: ReadonlySet<string>; readonly directories: Set<string> } {
  const directories = new Set([""]);
  for (const { id, directories: own } of manifest.harnesses) {
    directories.add(id);
    for (const path of own) addParents(`${id}/${path}/`, directories);
  }
  for (const { path } of manifest.files) addParents(path, directories);
  return { all: new Set([...directories, ...manifest.files.map(({ path }) => path), manifestName]), directories };
}

/** Most files are in a directory that is already known. */
function addParents(path: string, directories: Set<string>): void {
  for (const parent of parents(path)) {
    if (directories.has(parent)) return;
    directories.add(parent);
  }
}
