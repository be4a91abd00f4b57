/** The commands of all roots. An agent of the same name is an error; skills are compared per harness when rendering. */
import type { Report } from "../base/diagnostic.ts";
import { placeForPeople, type Span } from "../base/source.ts";
import type { Command } from "../model/command.ts";
import type { Documents } from "../parse/parse.ts";
import type { Layered } from "./layers.ts";

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

/** Both places: the second is the span, the first stands in the hint. */
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
        ? `two commands of one root have the name \`${command.name}\``
        : `the commands \`${earlier.name}\` and \`${command.name}\` of one root become one file`,
      span: command.span,
      label: isSame ? "the second" : "most clients know no dots",
      hint: `the first is at ${placeForPeople(earlier.span)}; rename one of them`,
    });
  }
}

function reportClash({ name, slug, span }: Command, other: Span, report: Report): void {
  report({
    code: "name-clash",
    severity: "error",
    message: `the command \`${name}\` and the agent \`${slug}\` become one file`,
    span,
    label: "the command",
    hint: `the agent is at ${placeForPeople(other)}; rename one of them`,
  });
}
