/** The files a patch in the `apply_patch` form would change. */

const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$/;

/** Throws when no file is named: a patch that is not understood is a fault, never a patch of nothing. */
export function patchPaths(patch: string): string[] {
  const paths = patch.split("\n").flatMap((line) => {
    // Clients forgive white space around a line, so a header hides behind none.
    const path = header.exec(line.trim())?.[1]?.trim();
    return path === undefined ? [] : [path];
  });
  if (paths.length === 0) throw new Error("the patch names no file");
  if (paths.includes("")) throw new Error("the patch names a file without a name");
  return [...new Set(paths)];
}
