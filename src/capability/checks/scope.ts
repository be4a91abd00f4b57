/** Which files a change touches, and whether a list of patterns matches them: the same patterns as at the gate. */
import { compileGlob, matches } from "../../base/glob.ts";
import type { Rule } from "../../model/permission.ts";
import { wholeProject } from "../../policy/rules.ts";
import type { BareLimit, FileChange } from "../contract.ts";

/** A renamed file is gone from its old path: both paths count. */
export function touchedPaths(changes: readonly FileChange[]): readonly string[] {
  return [...new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])))];
}

/** Only paths of the repository: a pattern anchored elsewhere matches none of them. */
export function isInScope(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(compileGlob(pattern, "path"), path));
}

/** Edits of the project only. A task names its files relative to the repository, so none of them is elsewhere. */
export const insideProject: BareLimit = { kind: "only-paths", patterns: [wholeProject] };

/** A forbidden path includes everything below it, because it may be a directory. */
export function denyPatterns(patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => (pattern.endsWith("**") ? [pattern] : [pattern, `${pattern}/**`]));
}

/** The patterns of a task as rules. Literal names come first: `AGENTS.md` beside `**` means that file. */
export function scopeRules(patterns: readonly string[]): readonly Pick<Rule, "pattern" | "verdict" | "from">[] {
  const names = (pattern: string) => pattern.split("/").filter((name) => !name.includes("*")).length;
  const sorted = [...patterns].sort((a, b) => names(b) - names(a));
  return sorted.map((pattern) => ({ pattern, verdict: "allow", from: "surcingle" }));
}
