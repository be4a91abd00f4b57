/** Commands in OpenCode: a prompt that a user starts, or an agent with a permission map and our plugin. */
import type { Report } from "../../base/diagnostic.ts";
import type { Command } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile } from "../../model/output.ts";
import type { ReadingTool, ToolList } from "../../policy/tool-list.ts";
import { type CommandAgent, commandAgents, keepsReadTool, reportUnknownTools } from "../render/command-agent.ts";
import {
  lost,
  orderFields,
  overridesFor,
  reportArguments,
  startedByUsers,
  type Translation,
  tierColumn,
  translate,
  type VocabularyTable,
} from "../render/command-table.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";
import { countedFromOne } from "../render/skill-commands.ts";
import { type OpenMap, ownEntries } from "./locked-permissions.ts";
import { permissionEntries } from "./permissions.ts";

const noTier = "has no model tiers; choose a model in `tiers.opencode` of the settings";

const commandTable: VocabularyTable = {
  execution: { command: {}, isolated: { key: "subtask", value: true }, agent: {} },
  capability: tierColumn("model", noTier),
  ...startedByUsers("command", "the agent that starts it"),
};

const keptApart = {
  loss: ["gate", "restricts the tools with surcingle's plugin, in the session it opens for the command"],
} as const;

/** The plugin sees when the command ends, so it can restrict the tools. */
const isolatedTable: VocabularyTable = {
  ...commandTable,
  tools: { none: keptApart, "read-only": keptApart, write: keptApart, full: {}, custom: keptApart },
};

const gated = { loss: ["gate", "restricts the tools with its permission map and surcingle's plugin"] } as const;

const agentTable: VocabularyTable = {
  execution: { any: {} },
  capability: tierColumn("model", noTier),
  effort: { any: lost("cannot set the effort of an agent") },
  tools: { none: gated, "read-only": gated, write: gated, full: {}, custom: gated },
  invocation: { explicit: lost("offers every subagent to the model"), automatic: {} },
  visibility: {
    user: {},
    model: lost("lets the user call every subagent"),
    both: {},
  },
  color: { any: lost("has different colors for agents") },
};

const routes: Readonly<Record<Command["behavior"]["execution"], (name: string) => string>> = {
  command: (name) => `commands/${name}.md`,
  isolated: (name) => `commands/${name}.md`,
  agent: (name) => `agents/${name}.md`,
};

const commandKeys = ["description", "agent", "model", "subtask"];
const agentKeys = ["description", "mode", "model", "permission"];

/** One command as the client reads it, in its own file and in the JSON config. */
export interface CommandParts {
  readonly command: Command;
  readonly fields: Entries;
  /** Undefined if it is a command there too. */
  readonly agent: CommandAgent | undefined;
  /** For an agent with a list of tools. */
  readonly map: OpenMap | undefined;
}

export function commandParts(model: Model, target: Translation["target"], report: Report): CommandParts[] {
  const translation = { target, settings: model.settings, report };
  const agents = new Map(commandAgents(model.commands).map((each) => [each.command, each]));
  return model.commands.map((written) => {
    const agent = agents.get(written);
    const command = agent ? written : { ...written, body: countedFromOne(written.body) };
    if (!agent) reportSubtask(command, model, translation);
    const map = agent?.list && mapOf(agent.list);
    const fields = agent ? agentFields(agent, map, translation) : commandFields(command, translation);
    return { command, agent, map, fields };
  });
}

/** OpenCode 1.18 runs it as a task of the session's own agent, and a governed agent cannot delegate to itself. */
function reportSubtask(command: Command, { agents }: Model, { target, report }: Translation): void {
  const hasAgent = overridesFor(command, target).some(([key]) => key === "agent");
  if (command.behavior.execution !== "isolated" || hasAgent || !agents.some(({ policy }) => policy)) return;
  const why = "does not start it in a governed agent unless `agents.opencode.agent` names one that can be delegated to";
  losses(target, report)(command, "behavior.execution", "narrowed", why);
}

function commandFields(command: Command, translation: Translation): Entries {
  const table = command.behavior.execution === "isolated" ? isolatedTable : commandTable;
  const ours: Entries = [["description", command.description], ...translate(command, table, translation)];
  return orderFields(ours, overridesFor(command, translation.target), commandKeys);
}

function agentFields(each: CommandAgent, map: OpenMap | undefined, translation: Translation): Entries {
  const { command } = each;
  reportArguments(command, translation);
  reportUnknownTools(each, translation);
  const ours: Entries = [
    ["description", command.description],
    ["mode", "subagent"],
    ...translate(command, agentTable, translation),
    ...(map ? [["permission", { fields: ownEntries(map, translation.settings) }] as const] : []),
  ];
  return orderFields(ours, overridesFor(command, translation.target), agentKeys);
}

const readers: Readonly<Record<string, ReadingTool>> = { read: "Read", grep: "Grep", glob: "Glob", list: "Glob" };

/** The first line of the map denies everything that no other line names, so leaving out a read tool denies it. */
function mapOf(list: ToolList): OpenMap {
  const entries = permissionEntries(list.policy).filter(([key]) => keepsReadTool(key, readers, list));
  return { policy: list.policy, entries };
}

export function commandPages(parts: readonly CommandParts[]): OutputFile[] {
  return parts.map(({ command, fields }) => {
    const path = routes[command.behavior.execution](command.slug);
    return {
      kind: "whole",
      path,
      content: printPage([...fields, origin(command.path)], command.body),
      from: command.from,
    };
  });
}

/** The same in the JSON config: agents by their prompt, commands by their template. */
export function commandConfig(parts: readonly CommandParts[]): {
  readonly agents: Entries;
  readonly commands: Entries;
} {
  const entry = ({ command, fields: [first, ...rest] }: CommandParts, key: string): Entries[number] => [
    command.slug,
    { fields: [first!, [key, command.body], ...rest] },
  ];
  return {
    agents: parts.filter(({ agent }) => agent).map((each) => entry(each, "prompt")),
    commands: parts.filter(({ agent }) => !agent).map((each) => entry(each, "template")),
  };
}
