/** The files of one harness and where they go. This is all the writer knows about a harness. */
import { type Problem, problem } from "../../base/problem.ts";
import { jsonPieces } from "../../formats/json.ts";
import type { OutputFile, SharedFile } from "../../model/output.ts";

export interface HarnessOutput {
  readonly id: string;
  /** Where its files go, relative to the home directory or the repository. */
  readonly root: string;
  /** Where its skills are if not below `root`; its output then contains them under this same path. */
  readonly skills?: string | undefined;
  /** Directories that are created even if they are empty. */
  readonly directories: readonly string[];
  readonly files: readonly OutputFile[];
}

/** The target of a file, relative to the home directory or the repository. */
export function targetPath({ root, skills }: HarnessOutput, path: string): string {
  return skills !== undefined && path.startsWith(`${skills}/`) ? path : `${root}/${path}`;
}

export function sharedPieces(file: SharedFile): Iterable<string> {
  if (file.format === "json") return jsonPieces(file.keys);
  throw new Error(`cannot print the shared file \`${file.path}\``);
}

/** Throws if a path leaves its directory. Names were checked earlier, so that would be our own bug. */
export function checkOutputPaths(paths: Iterable<string>): Problem[] {
  const problems: Problem[] = [];
  const files = new Map<string, string>();
  const directories = new Map<string, string>();
  for (const path of paths) {
    if (!isInside(path)) throw new Error(`output path \`${JSON.stringify(path)}\` is not a plain relative path`);
    const key = folded(path);
    const other = files.get(key) ?? directories.get(key);
    if (other !== undefined) problems.push(clash(path, other));
    files.set(key, path);
    for (const parent of parents(path)) {
      const folder = folded(parent);
      const known = files.get(folder) ?? directories.get(folder);
      if (known !== undefined && known !== parent) problems.push(clash(path, known));
      else if (files.has(folder)) problems.push(clash(path, parent));
      if (directories.has(folder)) break;
      directories.set(folder, parent);
    }
  }
  return problems;
}

export function isInside(path: string): boolean {
  return !/[\\\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
}

/** `a/b/c.md` has the parents `a/b` and `a`, the nearest first. */
export function parents(path: string): string[] {
  const found: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) found.push(path.slice(0, end));
  return found;
}

/** Paths with the same folded form are one file if the file system ignores case or normalizes Unicode. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function clash(path: string, other: string): Problem {
  const message =
    path === other ? `two outputs have the same path \`${path}\`` : `\`${path}\` and \`${other}\` differ only in case`;
  return problem("output-clash", path, message, "rename one of the definitions they come from");
}
