/** Merges several roots: a later root replaces a whole definition of the same kind and name. */
import type { Report } from "../base/diagnostic.ts";
import { compare, sortBy } from "../base/order.ts";
import { placeForPeople, type Span, type Text } from "../base/source.ts";
import type { Command } from "../model/command.ts";
import type { Replaced } from "../model/model.ts";
import type { Skill } from "../model/skill.ts";
import type { AgentDocument } from "../parse/agent.ts";
import type { Documents } from "../parse/parse.ts";

export interface Layered {
  /** Each with its root, because its own paths start there. */
  readonly agents: readonly { readonly agent: AgentDocument; readonly root: Documents }[];
  /** By slug: two names that differ only in dots are one file. */
  readonly commands: ReadonlyMap<string, Command>;
  readonly skills: ReadonlyMap<string, Skill>;
  readonly brokenSkills: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, Text>;
  readonly context: ReadonlyMap<string, Text>;
  readonly replaced: readonly Replaced[];
}

export function layer(roots: readonly Documents[], report: Report): Layered {
  const replaced: Replaced[] = [];
  const merge = <T>(kind: string, entriesOf: (root: Documents) => Iterable<readonly [string, T]>): Map<string, T> => {
    const merged = new Map<string, { readonly value: T; readonly root: number }>();
    for (const root of roots) {
      for (const [name, value] of entriesOf(root)) {
        const earlier = merged.get(name);
        if (earlier && earlier.root !== root.index) replaced.push({ kind, name, root: earlier.root, by: root.index });
        merged.set(name, { value, root: root.index });
      }
    }
    return new Map(sortBy(merged, ([name]) => name).map(([name, { value }]) => [name, value]));
  };

  for (const root of roots) reportDuplicates(root, report);
  const agents = merge("agent", (root) => root.agents.map((agent) => [agent.fields.name, { agent, root }] as const));
  const commands = merge("command", (root) => root.commands.map((command) => [command.slug, command] as const));
  const skills = merge("skill", (root) => root.skills.map((skill) => [skill.name, skill] as const));
  const rules = merge("rule", (root) => root.rules);
  const context = merge("context", (root) => root.context);
  // Only for the list of replacements: role-layers.ts merges them with each other and with the shipped ones.
  merge("role", ({ roles }) => roles.roles.map(({ fields }) => [fields.role.name, fields] as const));
  merge("capability", ({ roles }) => roles.capabilities.map((capability) => [capability.name, capability] as const));
  replaced.sort((a, b) => compare(`${a.kind} ${a.name} ${a.root}`, `${b.kind} ${b.name} ${b.root}`));
  const brokenSkills = new Set(roots.flatMap((root) => [...root.brokenSkills]));
  return { agents: [...agents.values()], commands, skills, brokenSkills, rules, context, replaced };
}

/** The span is the second definition; the hint names the first. */
function reportDuplicates({ agents }: Documents, report: Report): void {
  const first = new Map<string, Span>();
  for (const { fields, toml } of agents) {
    const span = toml.at(["name"]);
    const earlier = first.get(fields.name);
    if (!earlier) {
      first.set(fields.name, span);
      continue;
    }
    report({
      code: "duplicate-name",
      severity: "error",
      message: `two agents of one root are named \`${fields.name}\``,
      span,
      label: "the second",
      hint: `the first is at ${placeForPeople(earlier)}; rename one of them`,
    });
  }
}
