/**
 * Name filters of recursive readers: `grep --include`, `rg -g`, `find -name`, the filter of a client's search. They are
 * compared with secret files, so a rough translation to globs is enough: it may name more files than the filter.
 */

const mostGlobs = 64;
/** Bounds the work for a filter, which is not linear. */
const longestFilter = 1_000;

/**
 * Globs for the names of a filter, relative to any directory. An excluding filter (`!x`) has none. Undefined if the
 * filter is too long or has too many alternatives.
 */
export function globsOf(filter: string): readonly string[] | undefined {
  if (filter.startsWith("!")) return [];
  if (filter.length > longestFilter) return undefined;
  // `--type-add NAME:GLOB`, and several globs in one text: `*.ts, *.tsx`.
  const parts = expandBraces(filter.replace(/^\w+:(?:include:)?/, ""))?.flatMap((part) => part.split(/[,\s]+/));
  if (parts === undefined || parts.length > mostGlobs) return undefined;
  const globs = parts.flatMap((part) => [part, fromExpression(part)]).flatMap((glob) => spellings(withoutTrees(glob)));
  const found = new Set(globs.filter((glob) => /[^*?/.]/.test(glob)));
  return found.size > mostGlobs ? undefined : [...found];
}

/** `a.{b,c}`. Inner braces are expanded first, one group at a time. */
function expandBraces(text: string): readonly string[] | undefined {
  let texts: readonly string[] = [text];
  for (let groups = text.split("{").length - 1; groups > 0; groups--) {
    texts = texts.flatMap((each) => {
      const [group, inner] = /\{([^{}]*)\}/.exec(each) ?? [];
      if (group === undefined || inner === undefined) return [each];
      return inner.split(",").map((option) => each.replace(group, () => option));
    });
    if (texts.length > mostGlobs || groups > mostGlobs) return undefined;
  }
  return texts;
}

/** A regular expression as a glob: `.*\.env$`. */
function fromExpression(text: string): string {
  return text
    .replace(/^\^|\$$/g, "")
    .replace(/(?<!\\)\.[*+]/g, "*")
    .replace(/\\(.)/g, "$1");
}

/** Only what follows the last directory that can have any name. */
function withoutTrees(glob: string): string {
  return glob
    .replace(/\/\*\*$/, "/*")
    .replace(/^.*\*\//s, "")
    .replace(/^(?:\.?\/)+/, "");
}

/** Filters may ignore case, and unlike a shell's star theirs matches a dot: `*env*`. */
function spellings(glob: string): readonly string[] {
  const bare = /^[*?]/.test(glob) ? glob.replace(/^[*?]+|[*?]+$/g, "") : "";
  return [glob, ...(bare === "" ? [] : [bare, `.${bare}`])].flatMap((each) => [each, each.toLowerCase()]);
}
