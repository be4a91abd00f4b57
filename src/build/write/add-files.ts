/** Adds new files to a directory of the user's: all of them or none, and never over one that exists. */
import { mkdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface NewFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

/** Paths that exist already; only when there are none should `addFiles` be called. */
export function takenPaths(directory: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => statSync(join(directory, path), { throwIfNoEntry: false }) !== undefined);
}

/** Undefined when all files were written, else the path that could not be; nothing is left behind then. */
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
    // Something else is in it now.
  }
}
