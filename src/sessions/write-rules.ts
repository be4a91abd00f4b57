/** Adds rules to the text of a definition and leaves everything else as it is, comments included. */
import { findPlaces, placeKey } from "../formats/toml-places.ts";
import type { Verdict } from "../model/permission.ts";

/** Appends texts to a list. Undefined if there is no such list. */
export function addToList(text: string, path: readonly string[], items: readonly string[]): string | undefined {
  const places = findPlaces(text);
  const list = places.get(placeKey(path));
  if (!list) return undefined;
  const [start, end] = list;
  let last: number | undefined;
  let first: number | undefined;
  for (let i = 0; ; i++) {
    const item = places.get(placeKey([...path, String(i)]));
    if (!item) break;
    first ??= item[0];
    last = item[1];
  }
  const added = items.map((item) => JSON.stringify(item));
  const isMultiline = text.slice(start, end).includes("\n");
  if (last === undefined) {
    const inner = isMultiline ? `\n  ${added.join(",\n  ")},\n` : added.join(", ");
    return `${text.slice(0, end - 1).trimEnd()}${isMultiline ? "" : ""}${inner}${text.slice(end - 1)}`;
  }
  const hasComma = /^(?:[ \t\r\n]|#[^\n]*)*,/.exec(text.slice(last, end));
  if (!isMultiline) {
    const at = hasComma ? last + hasComma[0].length : last;
    return `${text.slice(0, at)}${hasComma ? " " : ", "}${added.join(", ")}${text.slice(at)}`;
  }
  // After the line of the last item: a comment beside it stays there.
  const indent = /[ \t]*$/.exec(text.slice(0, first))?.[0] ?? "  ";
  const comma = last + (hasComma?.[0].length ?? 0);
  const lineEnd = text.indexOf("\n", comma);
  const at = lineEnd < 0 || lineEnd >= end ? comma : lineEnd;
  const lines = added.map((item) => `\n${indent === "" ? "  " : indent}${item},`).join("");
  const closing = at === comma && (lineEnd < 0 || lineEnd >= end) ? "\n" : "";
  return `${text.slice(0, last)}${hasComma ? "" : ","}${text.slice(last, at)}${lines}${closing}${text.slice(at)}`;
}

/** Adds rules for one tool of an agent, whose table may have a list, have none, or be missing. */
export function addRules(text: string, tool: string, items: readonly string[], intent: Verdict): string {
  const added = addToList(text, ["permissions", tool, "rules"], items);
  if (added !== undefined) return added;
  const list = `rules = [${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  const places = findPlaces(text);
  const written = places.get(placeKey(["permissions", tool, "intent"]));
  if (written) {
    const lineEnd = text.indexOf("\n", written[1]);
    const at = lineEnd < 0 ? text.length : lineEnd;
    return `${text.slice(0, at)}\n${list}${text.slice(at)}`;
  }
  return `${text.trimEnd()}\n\n[permissions.${tool}]\nintent = "${intent}"\n${list}\n`;
}

export function packText(description: string, items: readonly string[]): string {
  const rules = items.map((item) => `  ${JSON.stringify(item)},\n`).join("");
  return `# Written by \`surcingle suggest\` from recorded sessions. Review these rules like code.

tool = "bash"
description = ${JSON.stringify(description)}
rules = [
${rules}]
`;
}
