/** What only the list of harnesses can tell about commands: do they speak to one that exists, and to each once. */
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { placeForPeople } from "../base/source.ts";
import { harnesses } from "../harness/all.ts";
import type { Command } from "../model/command.ts";

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
