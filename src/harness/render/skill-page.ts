/** Another value for a field of SKILL.md; every other byte of its front matter stays. */
import type { FrontMatter } from "../../formats/markdown.ts";
import type { SkillText } from "../../model/skill.ts";

/** The new front matter. Each value is written in its place as JSON, which is YAML too. */
export function rewriteFields(
  { at }: SkillText,
  { yaml, offset }: Pick<FrontMatter, "yaml" | "offset">,
  values: ReadonlyMap<string, unknown>,
): string {
  const places = [...values].map(([key, value]) => ({ ...at([key]), value })).sort((a, b) => b.start - a.start);
  let result = yaml;
  for (const { start, end, value } of places) {
    const before = result.slice(0, start - offset);
    const old = result.slice(start - offset, end - offset);
    // A list may stand at the left edge below its key; a value in braces may not.
    const indent = before.endsWith("\n") ? "  " : "";
    result = `${before}${indent}${flow(value)}${old.endsWith("\n") ? "\n" : ""}${result.slice(end - offset)}`;
  }
  return result;
}

/** No `---` is written: some clients end the front matter there. */
function flow(value: unknown): string {
  return JSON.stringify(value).replace(/-{3,}/g, (run) => "\\x2d".repeat(run.length));
}

/** A value that is written out elsewhere by its name would be lost with its place. */
export function hasAnchors(yaml: string): boolean {
  return /(?:^|[\s[{,])[&*][\w-]/m.test(yaml);
}
