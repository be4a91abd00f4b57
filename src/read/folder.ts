/** Walks a folder of definitions in name order. A link is followed as long as it stays inside the root. */
import { type Dirent, readdirSync, realpathSync, type Stats } from "node:fs";
import { join, relative } from "node:path";
import glob from "fast-glob";
import type { Report } from "../base/diagnostic.ts";
import { compare } from "../base/order.ts";
import { fileStart } from "../base/source.ts";
import { entryStats, type Root, reportUnreadable } from "./read-file.ts";

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

/** `**` alone does not match a name with a line break. */
const everything = ["**", "**/*\n*", "**/*\n*/**"];

/**
 * fast-glob lists directories through our own `readdir`, which leaves out ignored entries and reports directories that
 * cannot be listed.
 */
export function makeFolderWalker(options: FolderWalk): FolderWalker {
  const { root, limits, visit, isReplaced, isDefinitionFile, report } = options;
  let entriesLeft = limits.entries;
  /** The entries of a directory, without ignored ones. Empty if a problem was reported. */
  const entriesOf = (path: string, depth: number): Dirent[] => {
    const fail = (error: unknown): Dirent[] => {
      reportUnreadable(root.name(path), error, report);
      return [];
    };
    if (isDefinitionFile?.(path)) return fail(new Error("it is a directory, not a file"));
    if (depth > limits.nesting) return fail(new Error("directories are nested too deeply"));
    try {
      const found = readdirSync(join(root.directory, path), { withFileTypes: true });
      if (found.some(({ name }) => name === dependencies)) reportLeftOut(root, within(path, dependencies), report);
      const entries = found.filter(({ name }) => !ignoredNames.has(name));
      entriesLeft -= entries.length;
      return entriesLeft < 0 ? entries.slice(0, Math.max(0, entries.length + entriesLeft)) : entries;
    } catch (error) {
      return fail(error);
    }
  };

  /** `linked`: the real paths of the linked parent directories; entering one again would never end. */
  const walk = (path: string, depth: number, linked: readonly string[]): void => {
    const base = join(root.directory, path);
    const readdir = (directory: string): Dirent[] => {
      const inner = relative(base, directory);
      return entriesOf(inner === "" ? path : within(path, inner), depth + (inner === "" ? 0 : levels(inner)));
    };
    const found = glob.sync(everything, {
      cwd: base,
      dot: true,
      onlyFiles: false,
      objectMode: true,
      // Links are entered only if they stay inside the root.
      followSymbolicLinks: false,
      fs: { readdirSync: readdir as unknown as typeof readdirSync },
    });
    // Directory by directory: what is in `a/` comes before `a.md`.
    const files = found
      .filter(({ dirent }) => !dirent.isDirectory())
      .map(({ path: inner, dirent }) => ({ inner, dirent, key: inner.replaceAll("/", "\0") }))
      .sort((a, b) => compare(a.key, b.key));
    for (const { inner, dirent } of files) {
      const whole = within(path, inner);
      if (!isReplaced?.(whole)) enter(whole, dirent.isSymbolicLink(), depth + levels(inner) - 1, linked);
    }
  };

  const enter = (path: string, isLink: boolean, depth: number, linked: readonly string[]): void => {
    const facts = entryStats(root, path, isLink, report);
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

const within = (path: string, inner: string): string => (path === "" ? inner : `${path}/${inner}`);
const levels = (path: string): number => path.split("/").length;

/** Reports installed packages, because a script of the definition may need them. */
function reportLeftOut(root: Root, path: string, report: Report): void {
  report({
    code: "left-out",
    severity: "warning",
    message: `\`${path}\` was skipped: installed packages are not part of a definition`,
    span: fileStart(root.name(path)),
    hint: "bundle the script into one file, or let it install its dependencies",
  });
}
