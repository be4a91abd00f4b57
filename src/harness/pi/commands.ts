/** Commands in Pi: a prompt template, or a subagent with its own extension that enforces its tools. */
import type { Report } from "../../base/diagnostic.ts";
import { joinFrontMatter } from "../../formats/markdown.ts";
import type { Command } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, Value, WholeFile } from "../../model/output.ts";
import type { ReadingTool, ToolList } from "../../policy/tool-list.ts";
import { type CommandAgent, commandAgents, keepsReadTool, reportUnknownTools } from "../render/command-agent.ts";
import {
  lost,
  orderFields,
  overrideField,
  overridesFor,
  reportArguments,
  startedByUsers,
  type Translation,
  tierColumn,
  translate,
  type VocabularyTable,
} from "../render/command-table.ts";
import { printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";
import { countedFromOne } from "../render/skill-commands.ts";
import { checkDescription } from "./agents.ts";
import { extensionPath, grantedTools } from "./tools.ts";

const promptTable: VocabularyTable = {
  execution: { command: {}, isolated: lost("runs a prompt in the session itself"), agent: {} },
  capability: tierColumn(undefined, "cannot set a model for a prompt"),
  ...startedByUsers("prompt", "the session"),
};

const gated = { loss: ["gate", "restricts the tools with its own list and surcingle's extension"] } as const;

const agentTable: VocabularyTable = {
  execution: { any: {} },
  capability: tierColumn("model", "has no model tiers; choose a model in `tiers.pi` of the settings"),
  effort: {
    low: { key: "thinking" },
    medium: { key: "thinking" },
    high: { key: "thinking" },
    // Its own name for the highest level.
    max: { key: "thinking", value: "xhigh" },
  },
  tools: { none: gated, "read-only": gated, write: gated, full: {}, custom: gated },
  invocation: { explicit: {}, automatic: { key: "advertise", value: true } },
  visibility: {
    user: {},
    model: lost("lets the user call every subagent"),
    both: {},
  },
  color: { any: lost("has no colors for agents") },
};

const routes: Readonly<Record<Command["behavior"]["execution"], (name: string) => string>> = {
  command: (name) => `prompts/${name}.md`,
  isolated: (name) => `prompts/${name}.md`,
  agent: (name) => `agents/${name}.md`,
};

const gateKey = "subagentOnlyExtensions";
const agentKeys = ["name", "description", "model", "thinking", "tools", "advertise", gateKey];

interface PiCommands {
  readonly files: readonly WholeFile[];
  /** Those that are agents here. */
  readonly agents: readonly CommandAgent[];
}

export function renderCommands(model: Model, target: Translation["target"], report: Report): PiCommands {
  const translation = { target, settings: model.settings, report };
  const agents = commandAgents(model.commands);
  const known = new Map(agents.map((each) => [each.command, each]));
  const contentOf = (command: Command): string => {
    const agent = known.get(command);
    return agent ? agentPage(agent, translation) : promptPage(command, translation);
  };
  const files = model.commands.map((command): WholeFile => {
    const path = routes[command.behavior.execution](command.slug);
    return { kind: "whole", path, content: contentOf(command), from: command.from };
  });
  return { files, agents };
}

function promptPage(command: Command, translation: Translation): string {
  const ours: Entries = [["description", command.description], ...translate(command, promptTable, translation)];
  return printPage(
    orderFields(ours, overridesFor(command, translation.target), ["description"]),
    countedFromOne(command.body),
  );
}

/** pi-subagents reads lines, not YAML. */
function agentPage(each: CommandAgent, translation: Translation): string {
  const { command, agent, list } = each;
  checkDescription(agent, translation.report);
  reportArguments(command, translation);
  reportUnknownTools(each, translation);
  const isOffered = command.behavior.invocation === undefined;
  const ours: Entries = [
    ["name", agent.name],
    ["description", agent.description.trim()],
    ...translate(command, agentTable, translation),
    ...(isOffered ? [["advertise", true] as const] : []),
    // A missing line would grant every tool; an empty one grants none.
    ...(list ? [["tools", namesOf(list).join(", ")] as const] : []),
    ...(list ? [[gateKey, `../${extensionPath(agent.name)}`] as const] : []),
  ];
  // No extension of the author may replace the gate.
  const overrides = overridesFor(command, translation.target).filter(([key]) => !list || key !== gateKey);
  const entries = orderFields(ours, overrides, agentKeys);
  const lines = entries.flatMap(([key, value]) => lineOf(command, key, value, translation));
  return joinFrontMatter(lines, command.body);
}

function lineOf(command: Command, key: string, value: Value, { target, report }: Translation): string[] {
  const text = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  const isPlain =
    typeof value !== "object" || (Array.isArray(value) && value.every((item) => typeof item !== "object"));
  if (isPlain && !/[\r\n]|^["'].*["']$|^[>|]-?$/.test(text) && !/[\s:]/.test(key)) return [`${key}: ${text}`.trimEnd()];
  losses(target, report)(
    command,
    overrideField(command, target, key),
    "lost",
    `cannot represent \`${key}\` on one plain line`,
  );
  return [];
}

const readers: Readonly<Record<string, ReadingTool>> = { read: "Read", grep: "Grep", find: "Glob", ls: "Glob" };

function namesOf(list: ToolList): string[] {
  return grantedTools(list.policy).filter((name) => keepsReadTool(name, readers, list));
}
