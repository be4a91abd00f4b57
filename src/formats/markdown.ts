/** Splits Markdown into front matter and body, joins them again, and rewrites fields in place. */
import type { SkillText } from "../model/skill.ts";

export interface FrontMatter {
  /** The YAML between the fences, without them. */
  readonly yaml: string;
  /** Where that YAML begins in the whole text. */
  readonly offset: number;
  readonly body: string;
  readonly bodyOffset: number;
}

/** Undefined: the text does not begin with a fence. "open": the fence is never closed. */
export function splitFrontMatter(text: string): FrontMatter | "open" | undefined {
  const opening = /^---[ \t]*\n/.exec(text);
  if (!opening) return undefined;
  const offset = opening[0].length;
  const closing = /^---[ \t]*(?:\n|$)/gm;
  closing.lastIndex = offset;
  const found = closing.exec(text);
  if (!found) return "open";
  const bodyOffset = found.index + found[0].length;
  return { yaml: text.slice(offset, found.index), offset, body: text.slice(bodyOffset), bodyOffset };
}

/** The length of the text before the first fence if it is only blank lines and HTML comments, else 0. */
export function lengthBeforeFence(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? "")) at++;
    if (!text.startsWith("<!--", at)) break;
    const end = text.indexOf("-->", at);
    if (end < 0) return 0;
    at = end + 3;
  }
  return /^---[ \t]*\n/.test(text.slice(at, at + 80)) && (at === 0 || text[at - 1] === "\n") ? at : 0;
}

export function joinFrontMatter(lines: readonly string[], body: string): string {
  return `---\n${lines.map((line) => `${line}\n`).join("")}---\n${body}`;
}

/** The new front matter. Each value is written in its position as JSON, which is valid YAML. */
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
    // A list may start at the left margin below its key; a value in braces may not.
    const indent = before.endsWith("\n") ? "  " : before.endsWith(":") ? " " : "";
    result = `${before}${indent}${yamlFlow(value)}${old.endsWith("\n") ? "\n" : ""}${result.slice(end - offset)}`;
  }
  return result;
}

/** No `---` is written: some clients end the front matter there. */
export function yamlFlow(value: unknown): string {
  return JSON.stringify(value).replace(/-{3,}/g, (run) => "\\x2d".repeat(run.length));
}
