/**
 * Resolves the commands of all roots. An agent of the same name is an error; skills are compared per harness when
 * rendering.
 */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { placeForPeople, type Span } from "../base/source.ts";
import type { Command } from "../model/command.ts";
import type { Model } from "../model/model.ts";
import type { Documents } from "../parse/parse.ts";
import type { Layered } from "./layers.ts";
import type { HarnessFacts } from "./settings.ts";

/** Sorted by name, as the layers are. */
export function resolveCommands(roots: readonly Documents[], layered: Layered, report: Report): Command[] {
  for (const root of roots) reportDuplicates(root, report);
  const agents = new Map(layered.agents.map(({ agent }) => [agent.fields.name, agent.toml.at(["name"])]));
  for (const command of layered.commands.values()) {
    const agent = agents.get(command.slug);
    if (agent && command.behavior.execution === "agent") reportClash(command, agent, report);
  }
  return [...layered.commands.values()];
}

/** The span is the second definition; the hint names the first. */
function reportDuplicates({ commands }: Documents, report: Report): void {
  const first = new Map<string, Command>();
  for (const command of commands) {
    const earlier = first.get(command.slug);
    if (!earlier) {
      first.set(command.slug, command);
      continue;
    }
    const isSame = command.name === earlier.name;
    report({
      code: "duplicate-name",
      severity: "error",
      message: isSame
        ? `two commands of one root are named \`${command.name}\``
        : `the commands \`${earlier.name}\` and \`${command.name}\` of one root would become the same file`,
      span: command.span,
      label: isSame ? "the second" : "most clients do not allow dots in names",
      hint: `the first is at ${placeForPeople(earlier.span)}; rename one of them`,
    });
  }
}

function reportClash({ name, slug, span }: Command, other: Span, report: Report): void {
  report({
    code: "name-clash",
    severity: "error",
    message: `the command \`${name}\` and the agent \`${slug}\` would become the same file`,
    span,
    label: "the command",
    hint: `the agent is at ${placeForPeople(other)}; rename one of them`,
  });
}

/** Each command names only existing harnesses, each once. */
export function checkCommands(commands: readonly Command[], harnesses: readonly HarnessFacts[], report: Report): void {
  for (const command of commands) {
    const first = new Map<string, string>();
    for (const name of command.overrides.keys()) {
      const id = harnesses.find((harness) => harness.id === name || harness.alias === name)?.id;
      const earlier = id === undefined ? undefined : first.get(id);
      if (id === undefined) reportUnknown(command, name, harnesses, report);
      else if (earlier === undefined) first.set(id, name);
      else reportTwice(command, name, earlier, report);
    }
  }
}

function reportUnknown({ spanOf }: Command, name: string, harnesses: readonly HarnessFacts[], report: Report): void {
  const known = harnesses.flatMap(({ id, alias }) => (alias === undefined ? [id] : [id, alias]));
  const guess = nearest(name, known);
  report({
    code: "unknown-field",
    severity: "warning",
    message: `\`agents.${name}\` is for a client that surcingle does not support`,
    span: spanOf("agents", name),
    label: "ignored",
    hint: didYouMean(guess) ?? `choose from ${known.join(", ")}`,
  });
}

function reportTwice({ spanOf }: Command, name: string, earlier: string, report: Report): void {
  report({
    code: "bad-field",
    severity: "error",
    message: `\`agents.${earlier}\` and \`agents.${name}\` are for the same client`,
    span: spanOf("agents", name),
    label: "the second",
    hint: `the first is at ${placeForPeople(spanOf("agents", earlier))}; merge them`,
  });
}

/** `agent:` of a skill: an agent of these definitions, a command that is one, or a client's own agent. */
export function checkSkillAgents(
  { skills, agents, commands }: Pick<Model, "skills" | "agents" | "commands">,
  harnesses: readonly HarnessFacts[],
  report: Report,
): void {
  const own = [...agents.map(({ name }) => name), ...commands.filter(isAgent).map(({ slug }) => slug)];
  const builtIn = harnesses.flatMap(({ builtInAgents = [] }) => builtInAgents);
  for (const { name, text } of skills) {
    const { agent } = text.fields;
    if (typeof agent !== "string" || own.includes(agent) || builtIn.includes(agent)) continue;
    const guess = nearest(agent, [...own, ...builtIn]);
    report({
      code: "unknown-agent",
      severity: "error",
      message: `skill \`${name}\` runs as unknown agent \`${agent}\``,
      span: text.at(["agent"]),
      label: `no agents/${agent}/agent.toml`,
      hint: didYouMean(guess) ?? "name a defined agent, or remove the line",
    });
  }
}

const isAgent = ({ behavior }: Command): boolean => behavior.execution === "agent";
