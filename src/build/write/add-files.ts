/** Adds new files to a user's directory: all or none, never replacing an existing one. */
import { mkdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface NewFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

/** Paths that already exist. Call `addFiles` only if there are none. */
export function takenPaths(directory: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => statSync(join(directory, path), { throwIfNoEntry: false }) !== undefined);
}

/** Undefined if all files were written, else the path that failed; nothing is left behind. */
export function addFiles(directory: string, files: readonly NewFile[]): string | undefined {
  const written: string[] = [];
  const made: string[] = [];
  for (const { path, content, executable } of files) {
    const full = join(directory, path);
    try {
      const first = mkdirSync(dirname(full), { recursive: true });
      if (first !== undefined)
        for (let each = dirname(full); each.length >= first.length; each = dirname(each)) made.push(each);
      writeFileSync(full, content, { flag: "wx", mode: executable ? 0o755 : 0o644 });
      written.push(full);
    } catch {
      for (const each of written) unlinkSync(each);
      for (const each of made.sort((a, b) => b.length - a.length)) removeEmpty(each);
      return path;
    }
  }
  return undefined;
}

function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is no longer empty.
  }
}
