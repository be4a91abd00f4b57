/** Rewrites a capability.toml with another name and its lineage. Everything else the author wrote stays as it is. */
import type { TomlDocument } from "../../../formats/toml.ts";

export interface Lineage {
  readonly source: string;
  readonly creator: string;
  /** ISO 8601, UTC. */
  readonly created: string;
}

/** The document must contain the name and category to replace. */
export function forkToml(toml: TomlDocument, name: string, lineage: Lineage): string {
  const { text } = toml.file;
  const replaced = (
    [
      ["name", name],
      ["category", name.slice(0, name.indexOf("::"))],
    ] as const
  )
    .map(([key, value]) => ({ span: toml.at(["capability", key]), value }))
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, value }) => done.slice(0, span.start) + quote(value) + done.slice(span.end), text);
  const source = quote(lineage.source);
  return `${withoutLineage(replaced).trimEnd()}

[lineage]
fork_from = ${source}
parents = [${source}]
creator = ${quote(lineage.creator)}
created = ${quote(lineage.created)}
`;
}

/** A fork of a fork has one parent: the fork. */
function withoutLineage(text: string): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) isInside = /^\s*\[\s*lineage\s*\]/.test(line);
    if (!isInside) kept.push(line);
  }
  return kept.join("\n");
}

function quote(text: string): string {
  // JSON escapes are valid TOML escapes, except for the one character that JSON does not escape.
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
