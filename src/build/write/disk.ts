/** What exists at a path below a directory, without following links. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isMissing } from "../../base/errno.ts";
import { parents } from "./harness-output.ts";
import { hashFile, statsOf } from "./inspect-tree.ts";
import { sha256 } from "./manifest.ts";

type Kind = "missing" | "file" | "directory" | "link" | "other";

export type PathState =
  | { readonly kind: "missing" }
  /** The text only if requested, and only if it is UTF-8. */
  | { readonly kind: "file"; readonly sha256: string; readonly isExecutable: boolean; readonly text?: string }
  /** `at` is the path itself, or the parent that is not a directory. */
  | { readonly kind: "obstacle"; readonly what: Exclude<Kind, "missing">; readonly at: string };

export type Disk = (path: string) => PathState;

export function openDisk(root: string, wantsText: (path: string) => boolean): Disk {
  const directories = new Map<string, Kind>();
  return (path) => {
    // From the outermost directory, so that nothing behind a link is examined.
    for (const parent of parents(path).reverse()) {
      const kind = directories.get(parent) ?? kindOf(join(root, parent));
      directories.set(parent, kind);
      if (kind === "missing") return { kind };
      if (kind !== "directory") return { kind: "obstacle", what: kind, at: parent };
    }
    const full = join(root, path);
    const kind = kindOf(full);
    if (kind === "missing") return { kind };
    if (kind !== "file") return { kind: "obstacle", what: kind, at: path };
    try {
      return wantsText(path) ? readWithText(full) : { kind, ...hashFile(full) };
    } catch (error) {
      // Another program may remove the file in the meantime.
      if (isMissing(error)) return { kind: "missing" };
      throw error;
    }
  };
}

export function kindOf(path: string): Kind {
  const stats = statsOf(path);
  if (!stats) return "missing";
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "link" : "other";
}

function readWithText(path: string): PathState {
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text).equals(bytes);
  const isExecutable = (lstatSync(path).mode & 0o100) !== 0;
  return { kind: "file", sha256: sha256(bytes), isExecutable, ...(isText ? { text } : {}) };
}
