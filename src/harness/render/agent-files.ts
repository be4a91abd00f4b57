/** The files of an agent: their text, their policy, and contents that are made when they are read. */

import type { Text } from "../../base/source.ts";
import type { Agent } from "../../model/agent.ts";
import type { Entries, Fields, WholeFile } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import { roleText } from "../../model/role.ts";

/**
 * Makes the content when it is read: all texts of a harness at once need several times the memory of everything else.
 * `make` must return the same text every time.
 */
export function lazyFile(path: string, from: readonly string[], make: () => string): WholeFile {
  return {
    kind: "whole",
    path,
    get content() {
      return make();
    },
    from,
  };
}

/** The same for a part of a file. */
export function lazyFields(make: () => Entries): Fields {
  return {
    get fields() {
      return make();
    },
  };
}

/** The policy of one agent as a file that its gate reads. */
export function printPolicy(policy: Policy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}

export function renderPolicies(
  agents: readonly Pick<Agent, "name" | "policy" | "path">[],
  directory = "surcingle",
): WholeFile[] {
  return agents.flatMap(({ name, policy, path }): WholeFile[] =>
    policy ? [lazyFile(`${directory}/${name}.json`, [path], () => printPolicy(policy))] : [],
  );
}

/** The body of an agent: its unchanged prompt, then its role's text, its rules and its context. */
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
