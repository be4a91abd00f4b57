/** Splits Markdown into front matter and body, and joins them again. */

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

export function joinFrontMatter(lines: readonly string[], body: string): string {
  return `---\n${lines.map((line) => `${line}\n`).join("")}---\n${body}`;
}
