/** The files that an `apply_patch` patch would change. */

const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$/;

/** Throws if no file is named: a patch that cannot be parsed is a fault. */
export function patchPaths(patch: string): string[] {
  const paths = patch.split("\n").flatMap((line) => {
    // Clients ignore whitespace around a line, so headers are trimmed.
    const path = header.exec(line.trim())?.[1]?.trim();
    return path === undefined ? [] : [path];
  });
  if (paths.length === 0) throw new Error("the patch names no file");
  if (paths.includes("")) throw new Error("the patch names a file without a name");
  return [...new Set(paths)];
}

/** More would be a pattern that only a program writes. */
const mostAlternatives = 200;

/**
 * The directories before the first wildcard of a pattern, one for each alternative of its braces. `..` behind a wildcard
 * may lead anywhere, as the wildcard may match a link: then the root of the disk.
 */
export function globHeads(directory: string, pattern: string): readonly string[] {
  // `\.` is a dot, and `{.,x}.` is `..` among others.
  const alternatives = expandBraces(pattern.replace(/\\(.)/g, "$1"));
  if (alternatives === undefined) return ["/"];
  const heads = new Set(alternatives.map((each) => headOf(directory, each)));
  return heads.has("/") ? ["/"] : [...heads];
}

function headOf(directory: string, pattern: string): string {
  if (isLedAstray(pattern)) return "/";
  const wild = pattern.search(wildcard);
  const head = wild < 0 ? pattern : pattern.slice(0, wild);
  const path = head.slice(0, head.lastIndexOf("/") + 1);
  return path.startsWith("/") || path.startsWith("~") ? path : `${directory}/${path}`;
}

/** `(` for `@(…)` and its like. A brace that is left has no partner. */
const wildcard = /[*?[{(]/;

/** Whether `..` comes behind a wildcard. Also for a path: where a client expands it, it is a pattern. */
export function isLedAstray(pattern: string): boolean {
  const wild = pattern.search(wildcard);
  return wild >= 0 && pattern.slice(wild).includes("..");
}

/** Undefined: too many. */
function expandBraces(pattern: string): readonly string[] | undefined {
  let done: string[] = [];
  let open = [pattern];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      // The innermost pair first: what is between has no braces of its own.
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
