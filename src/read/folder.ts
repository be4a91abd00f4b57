/** Walks a folder of definitions in name order. A link is followed as long as it stays inside the root. */
import { type Dirent, readdirSync, realpathSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { Report } from "../base/diagnostic.ts";
import { compare } from "../base/order.ts";
import { fileStart } from "../base/source.ts";
import { look, type Root, reportUnreadable } from "./read-file.ts";

const dependencies = "node_modules";

/** Files of editors, systems and package managers, never part of a definition. */
export const ignoredNames: ReadonlySet<string> = new Set([".DS_Store", ".git", "__pycache__", dependencies]);

interface FolderWalk {
  readonly root: Root;
  readonly limits: { readonly nesting: number; readonly entries: number };
  /** Called for each regular file. */
  readonly visit: (path: string, facts: Stats) => void;
  /** A directory with the name of such a file is an error. */
  readonly isDefinitionFile?: (path: string) => boolean;
  /** Ignored files. */
  readonly isReplaced?: ((path: string) => boolean) | undefined;
  readonly report: Report;
}

interface FolderWalker {
  /** A file or a directory of the root; the empty string is the root itself. */
  readonly walk: (start: string) => void;
  readonly hasTooMany: () => boolean;
}

export function makeFolderWalker(options: FolderWalk): FolderWalker {
  const { root, limits, visit, isReplaced, isDefinitionFile, report } = options;
  let entriesLeft = limits.entries;
  const walk = (path: string, depth: number, linked: readonly string[]): void => {
    if (isDefinitionFile?.(path))
      return reportUnreadable(root.name(path), new Error("it is a directory, not a file"), report);
    if (depth > limits.nesting)
      return reportUnreadable(root.name(path), new Error("directories are nested too deeply"), report);
    let entries: Dirent[];
    try {
      entries = readdirSync(join(root.directory, path), { withFileTypes: true });
    } catch (error) {
      return reportUnreadable(root.name(path), error, report);
    }
    entries.sort((a, b) => compare(a.name, b.name));
    for (const entry of entries) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.name === dependencies) reportLeftOut(root, inner, report);
      if (ignoredNames.has(entry.name) || entriesLeft-- <= 0) continue;
      if (entry.isDirectory()) walk(inner, depth + 1, linked);
      else if (!isReplaced?.(inner)) enter(inner, entry.isSymbolicLink(), depth, linked);
    }
  };

  /** `linked`: the real paths of the linked parent directories; entering one again would never end. */
  const enter = (path: string, isLink: boolean, depth: number, linked: readonly string[]): void => {
    const facts = look(root, path, isLink, report);
    if (!facts) return;
    if (facts.isDirectory()) {
      const real = realpathSync(join(root.directory, path));
      if (linked.some((each) => each === real))
        return reportUnreadable(root.name(path), new Error("it is a link loop"), report);
      return walk(path, depth + 1, isLink ? [...linked, real] : linked);
    }
    // Opening a pipe would block.
    if (!facts.isFile()) return reportUnreadable(root.name(path), new Error("it is not a regular file"), report);
    visit(path, facts);
  };
  return {
    walk: (start) => (start === "" ? walk("", 0, [root.real]) : enter(start, true, 0, [root.real])),
    hasTooMany: () => entriesLeft <= 0,
  };
}

/** A script may need them, so the author is told. */
function reportLeftOut(root: Root, path: string, report: Report): void {
  report({
    code: "left-out",
    severity: "warning",
    message: `\`${path}\` was skipped: installed packages are not part of a definition`,
    span: fileStart(root.name(path)),
    hint: "bundle the script into one file, or let it install its dependencies",
  });
}
