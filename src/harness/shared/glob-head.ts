/** Where a client's search for names begins. */

/** The directory before the first wildcard of a pattern. `..` behind one may lead anywhere: then the root of the disk. */
export function globHead(directory: string, pattern: string): string {
  const wild = pattern.search(/[*?[{]/);
  const head = wild < 0 ? pattern : pattern.slice(0, wild);
  if (wild >= 0 && pattern.slice(wild).includes("..")) return "/";
  const path = head.slice(0, head.lastIndexOf("/") + 1);
  return path.startsWith("/") || path.startsWith("~") ? path : `${directory}/${path}`;
}
