/** Commands in Kode: a skill with a version. Commands that would be agents are left out and reported. */
import type { Report } from "../../base/diagnostic.ts";
import type { Command } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile } from "../../model/output.ts";
import {
  lost,
  orderFields,
  overridesFor,
  type Target,
  tierColumn,
  translate,
  type VocabularyTable,
} from "../render/command-table.ts";
import { printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";

const firstVersion = "0.1.0";
const ownTools = lost("has different tool names; set them in `agents.kode` as `metadata`");

const kodeTable: VocabularyTable = {
  execution: { command: {}, isolated: lost("cannot run a skill in its own context"), agent: {} },
  capability: tierColumn(undefined, "cannot set a model for a skill"),
  effort: { any: lost("cannot set the effort of a skill") },
  tools: { none: ownTools, "read-only": ownTools, write: ownTools, full: {}, custom: ownTools },
  invocation: { explicit: lost("offers every skill to its agent"), automatic: {} },
  visibility: {
    user: {},
    model: lost("shows every skill to the user"),
    both: {},
  },
  color: { any: lost("has no colors for skills") },
};

const keys = ["name", "description", "version"];

export function renderCommands(model: Model, target: Target, report: Report): OutputFile[] {
  const lose = losses(target, report);
  return model.commands.flatMap((command): OutputFile[] => {
    if (command.behavior.execution !== "agent") return [skillFile(command, model, target, report)];
    lose(command, "behavior.execution", "lost", `has no agents, so \`${command.name}\` is left out`);
    return [];
  });
}

function skillFile(command: Command, { settings }: Model, target: Target, report: Report): OutputFile {
  const overrides = overridesFor(command, target);
  if (!overrides.some(([key]) => key === "version")) {
    const why = `requires a version for every skill; it gets \`${firstVersion}\``;
    losses(target, report)(command, "version", "lost", why);
  }
  const ours: Entries = [
    ["name", command.slug],
    ["description", command.description],
    ["version", firstVersion],
    ...translate(command, kodeTable, { target, settings, report }),
  ];
  const content = printPage(orderFields(ours, overrides, keys), command.body);
  return { kind: "whole", path: `skills/${command.slug}/SKILL.md`, content, from: command.from };
}
