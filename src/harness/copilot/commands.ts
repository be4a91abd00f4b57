/** Commands in Copilot: each is an agent that has only the tools it lists. */
import type { Report } from "../../base/diagnostic.ts";
import { placeForPeople } from "../../base/source.ts";
import type { Agent } from "../../model/agent.ts";
import type { Command } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value } from "../../model/output.ts";
import type { Scope } from "../harness.ts";
import { renderPolicies } from "../render/agent-files.ts";
import { agentOf, reportUnknownTools, toolListOf } from "../render/command-agent.ts";
import {
  lost,
  orderFields,
  overridesFor,
  reportArguments,
  type Translation,
  tierColumn,
  translate,
  type VocabularyTable,
} from "../render/command-table.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";
import { isBuiltIn } from "./labels.ts";
import { listedTools } from "./tools.ts";

/** The portable names, of which the client knows only `read_file`, and two aliases that it knows. */
const reading = ["read_file", "list_directory", "search_files", "read", "search"];

const table: VocabularyTable = {
  execution: { command: {}, isolated: { key: "mode", value: "agent" }, agent: { key: "mode", value: "agent" } },
  capability: tierColumn("model", "has no model tiers; choose a model in `tiers.copilot` of the settings"),
  effort: { any: lost("cannot set the effort of an agent") },
  // A missing key would grant every tool; an empty list grants none.
  tools: {
    none: { key: "tools", value: [] },
    "read-only": { key: "tools", value: reading },
    write: { key: "tools", value: [...reading, "edit"] },
    full: {},
    custom: { key: "tools" },
  },
  // Copilot 1.0 honours this key; without it, it would delegate to a command that only a user should start.
  invocation: { explicit: { key: "disable-model-invocation", value: true }, automatic: {} },
  visibility: {
    user: {},
    model: lost("cannot stop `--agent` from starting it"),
    both: {},
  },
  color: { any: lost("has no colors for agents") },
};

const keys = ["name", "description", "mode", "model", "tools", "disable-model-invocation"];

function routeOf(name: string): string {
  return `agents/${name}.agent.md`;
}

interface Rendering {
  readonly target: Translation["target"];
  readonly scope: Scope;
  /** The hook that asks the gate, the same as for agents. */
  readonly hooksOf: (agent: Agent) => Value;
}

export function renderCommands(model: Model, rendering: Rendering, report: Report): OutputFile[] {
  const translation = { target: rendering.target, settings: model.settings, report };
  const agents = new Map(model.agents.map((agent) => [agent.name, agent]));
  for (const command of model.commands) reportClash(command, agents.get(command.name), report);
  return model.commands.flatMap((command) => filesOf(command, translation, rendering));
}

function filesOf(command: Command, translation: Translation, { scope, hooksOf }: Rendering): OutputFile[] {
  const { name, description } = command;
  const list = toolListOf(command, name);
  const agent = agentOf(command, list, name);
  const translated = translate(command, table, translation).map(([key, value]): Entries[number] =>
    key === "tools" && list && typeof value === "string" ? [key, listedTools(list, scope)] : [key, value],
  );
  const overrides = overridesFor(command, translation.target);
  const isPatterned = list !== undefined && list.policy.rules.length > 0 && !overrides.some(([key]) => key === "tools");
  const ours: Entries = [["name", name], ["description", description], ...translated];
  const entries = orderFields(ours, overrides, keys);
  reportCommand(command, isPatterned ? scope : undefined, translation);
  reportUnknownTools({ command, agent, list }, translation);
  const guarded = isPatterned
    ? [...entries.filter(([key]) => key !== "hooks"), ["hooks", hooksOf(agent)] as const]
    : entries;
  const content = printPage([...guarded, origin(command.path)], command.body);
  return [
    { kind: "whole", path: routeOf(name), content, from: command.from },
    ...renderPolicies(isPatterned ? [agent] : []),
  ];
}

function reportCommand(command: Command, gated: Scope | undefined, translation: Translation): void {
  const lose = losses(translation.target, translation.report);
  reportArguments(command, translation);
  if (isBuiltIn(command.name))
    lose(command, "name", "narrowed", `cannot delegate to \`${command.name}\`: it has a built-in agent with that name`);
  if (gated === "user") lose(command, "behavior.tools", "gate", "asks the gate about the patterns");
  if (gated === "project") {
    const why = "runs a project's hooks only in a trusted folder, so tools with a pattern are left out";
    lose(command, "behavior.tools", "narrowed", why);
  }
}

/** Every command is an agent here, so it conflicts with an agent of the same name. */
function reportClash({ name, span, behavior }: Command, agent: Agent | undefined, report: Report): void {
  // Clashes between agents were already reported.
  if (!agent || behavior.execution === "agent") return;
  report({
    code: "name-clash",
    severity: "error",
    message: `the command \`${name}\` and the agent \`${name}\` become one file in Copilot`,
    span,
    label: "the command",
    hint: `the agent is at ${placeForPeople(agent.span)}; rename one of them, or exclude Copilot with --harness`,
  });
}
