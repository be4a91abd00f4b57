/** The patterns of a task's scope. One that can never match a path would leave open what it was meant to close. */
import type { Report } from "../base/diagnostic.ts";
import type { TomlDocument } from "../formats/toml.ts";

interface Problem {
  /** Completes the sentence "the pattern `x` …". */
  readonly what: string;
  readonly hint: string;
}

/** True when every pattern of the list can be used. */
export function reportPatterns(
  toml: TomlDocument,
  field: string,
  patterns: readonly string[],
  report: Report,
): boolean {
  const found = patterns.map((pattern) => problemOf(pattern));
  found.forEach((problem, i) => {
    if (!problem) return;
    report({
      code: "bad-scope",
      severity: "error",
      message: `the pattern \`${patterns[i]}\` in \`scope.${field}\` ${problem.what}`,
      span: toml.at(["scope", field, i]),
      label: "matches no file of the repository",
      hint: problem.hint,
    });
  });
  return found.every((problem) => problem === undefined);
}

function problemOf(pattern: string): Problem | undefined {
  if (pattern.trim() === "") return { what: "is empty", hint: "write a path or a pattern, or take it out" };
  if (pattern !== pattern.trim()) return { what: "has white space at an end", hint: `write \`${pattern.trim()}\`` };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if (/[\u0000-\u001f\u007f-\u009f]/.test(pattern)) return { what: "holds a control character", hint: "take it out" };
  if (/^[/~]/.test(pattern))
    return { what: "is not relative", hint: "paths of a task begin at the root of the repository" };
  if (pattern.includes("\\")) return { what: "has a backslash", hint: `write \`${pattern.replaceAll("\\", "/")}\`` };
  const parts = pattern.split("/");
  if (parts.includes("..")) return { what: "has `..` in it", hint: "name the path from the root of the repository" };
  if (pattern.endsWith("/"))
    return { what: "ends with a slash", hint: `write \`${tidy(parts)}/**\` for all that is in it` };
  if (parts.some((part) => part === "." || part === ""))
    return { what: "has `.` or an empty part in it", hint: `write \`${tidy(parts) || "**"}\`` };
  return undefined;
}

function tidy(parts: readonly string[]): string {
  return parts.filter((part) => part !== "." && part !== "").join("/");
}
