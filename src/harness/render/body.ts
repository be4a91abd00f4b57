/** The body of an agent: its unchanged prompt, then its role's text, its rules and its context. */
import type { Agent, Text } from "../../model/agent.ts";
import { roleText } from "../../model/role.ts";

export function renderBody({ prompt, role, rules, context }: Agent): string {
  const parts = [...(role ? [roleText(role)] : []), ...section("# Rules", rules), ...section("# Context", context)];
  if (parts.length === 0) return prompt.text;
  const gap = prompt.text.endsWith("\n") ? "\n" : "\n\n";
  return `${prompt.text}${gap}${parts.join("\n\n")}\n`;
}

function section(title: string, texts: readonly Text[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts.map(({ ref, text }) => `## ${ref}\n\n${text.trim()}`)];
}

/** The files an agent's output came from. */
export function sourcesOf({ path, prompt, role, rules, context }: Agent): string[] {
  const ofRole = role ? [role.path, ...role.capabilities.flatMap((each) => [each.path, each.text.path])] : [];
  return [path, prompt.path, ...ofRole, ...rules.map((rule) => rule.path), ...context.map((each) => each.path)];
}
