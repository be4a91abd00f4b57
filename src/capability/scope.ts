/** Which files a change touches, and whether a list of patterns names them: the same patterns as at the gate. */
import { compileGlob, matches } from "../base/glob.ts";
import type { Change } from "./capability-code.ts";

/** A renamed file is gone from where it was: both ends of it count. */
export function touchedPaths(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])))];
}

/** Paths of a repository only: a pattern that is anchored elsewhere names none of them. */
export function isInScope(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(compileGlob(pattern, "path"), path));
}

/** What is forbidden is forbidden with everything below it: a name may be that of a directory. */
export function denyPatterns(patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => (pattern.endsWith("**") ? [pattern] : [pattern, `${pattern}/**`]));
}
