/** The files that an `apply_patch` patch would change. */

const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$/;

/** Throws if no file is named: a patch that cannot be parsed is a fault. */
export function patchPaths(patch: string): string[] {
  const paths = patch.split("\n").flatMap((line) => {
    // Clients ignore whitespace around a line, so headers are trimmed.
    const path = header.exec(line.trim())?.[1]?.trim();
    return path === undefined ? [] : [path];
  });
  if (paths.length === 0) throw new Error("the patch does not name a file");
  if (paths.includes("")) throw new Error("the patch contains an empty file name");
  return [...new Set(paths)];
}

/** More than anyone writes by hand. */
const mostAlternatives = 200;

/**
 * The directories before the first wildcard of a pattern, one per brace alternative. If `..` follows a wildcard, it is
 * the root of the disk, because the wildcard may match a link that leads anywhere.
 */
export function globHeads(directory: string, pattern: string): readonly string[] {
  // `\.` is a dot, and `{.,x}.` is `..` among others.
  const alternatives = expandBraces(pattern.replace(/\\(.)/g, "$1"));
  if (alternatives === undefined) return ["/"];
  const heads = new Set(alternatives.map((each) => headOf(directory, each)));
  return heads.has("/") ? ["/"] : [...heads];
}

function headOf(directory: string, pattern: string): string {
  if (hasParentAfterWildcard(pattern)) return "/";
  const wild = pattern.search(wildcard);
  const head = wild < 0 ? pattern : pattern.slice(0, wild);
  const path = head.slice(0, head.lastIndexOf("/") + 1);
  return path.startsWith("/") || path.startsWith("~") ? path : `${directory}/${path}`;
}

/** `(` for `@(…)` and similar. A remaining brace has no partner. */
const wildcard = /[*?[{(]/;

/** Whether `..` follows a wildcard. Also for a path, which is a pattern if the client expands it. */
export function hasParentAfterWildcard(pattern: string): boolean {
  const wild = pattern.search(wildcard);
  return wild >= 0 && pattern.slice(wild).includes("..");
}

/** Undefined if there are too many. */
function expandBraces(pattern: string): readonly string[] | undefined {
  let done: string[] = [];
  let open = [pattern];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      // The innermost pair first, which contains no other braces.
      const match = /\{([^{}]*,[^{}]*)\}/.exec(text);
      if (match === null) done = [...done, text];
      else
        for (const part of match[1]!.split(","))
          next.push(text.slice(0, match.index) + part + text.slice(match.index + match[0].length));
    }
    if (done.length + next.length > mostAlternatives) return undefined;
    open = next;
  }
  return done;
}
