/** Checks that need the list of harnesses: clients that commands name, and agents that skills name. */
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { placeForPeople } from "../base/source.ts";
import { harnesses } from "../harness/all.ts";
import type { Command } from "../model/command.ts";
import type { Model } from "../model/model.ts";

export function checkCommands(commands: readonly Command[], report: Report): void {
  for (const command of commands) {
    const first = new Map<string, string>();
    for (const name of command.overrides.keys()) {
      const id = harnesses.find((harness) => harness.id === name || harness.alias === name)?.id;
      const earlier = id === undefined ? undefined : first.get(id);
      if (id === undefined) reportUnknown(command, name, report);
      else if (earlier === undefined) first.set(id, name);
      else reportTwice(command, name, earlier, report);
    }
  }
}

/** `agent:` of a skill: an agent of these definitions, a command that is one, or one that a client has by itself. */
export function checkSkillAgents({ skills, agents, commands }: Model, report: Report): void {
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
      hint: guess ? `did you mean \`${guess}\`?` : "name an agent of these definitions, or remove the line",
    });
  }
}

const isAgent = ({ behavior }: Command): boolean => behavior.execution === "agent";

function reportUnknown({ spanOf }: Command, name: string, report: Report): void {
  const known = harnesses.flatMap(({ id, alias }) => (alias === undefined ? [id] : [id, alias]));
  const guess = nearest(name, known);
  report({
    code: "unknown-field",
    severity: "warning",
    message: `\`agents.${name}\` is for a client that Surcingle does not render`,
    span: spanOf("agents", name),
    label: "ignored",
    hint: guess ? `did you mean \`${guess}\`?` : `known are ${known.join(", ")}`,
  });
}

function reportTwice({ spanOf }: Command, name: string, earlier: string, report: Report): void {
  report({
    code: "bad-field",
    severity: "error",
    message: `\`agents.${earlier}\` and \`agents.${name}\` are for one harness`,
    span: spanOf("agents", name),
    label: "the second",
    hint: `the first is at ${placeForPeople(spanOf("agents", earlier))}; write both under one name`,
  });
}
