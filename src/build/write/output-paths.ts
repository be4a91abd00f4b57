/** No output path leaves its directory, and no two become one file on any system. */
import { type Problem, problem } from "../../base/problem.ts";

/** Throws on a path that leaves its directory: names are checked long before, so that is our own bug. */
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

/** Two paths with one folded form are one file where the file system ignores case or normalises Unicode. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function clash(path: string, other: string): Problem {
  const message =
    path === other
      ? `two outputs have the path \`${path}\``
      : `\`${path}\` and \`${other}\` are one file where upper and lower case are the same`;
  return problem("output-clash", path, message, "rename one of the definitions they come from");
}
