/** Commands in Claude Code: a skill, or an agent that the model can delegate to. */
import type { Report } from "../../base/diagnostic.ts";
import { place } from "../../base/source.ts";
import type { Agent } from "../../model/agent.ts";
import type { Command, Tier } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value } from "../../model/output.ts";
import { presetTools } from "../../policy/tool-list.ts";
import { renderPolicies } from "../render/agent-files.ts";
import { agentOf, reportUnknownTools, toolListOf } from "../render/command-agent.ts";
import {
  lost,
  orderFields,
  overrideField,
  overridesFor,
  reportArguments,
  type Translation,
  translate,
  type VocabularyEntry,
  type VocabularyTable,
} from "../render/command-table.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";
import { forkAgent } from "./forks.ts";

/**
 * Default model ids. They become outdated; `tiers.claude-code` in the settings can name others, or the client's
 * aliases.
 */
const models: Readonly<Record<Tier, string>> = {
  fast: "claude-haiku-4-5-20251001",
  balanced: "claude-sonnet-4-6",
  strong: "claude-opus-4-6",
};

const tiers: Readonly<Record<Tier, VocabularyEntry>> = {
  fast: { key: "model", value: models.fast },
  balanced: { key: "model", value: models.balanced },
  strong: { key: "model", value: models.strong },
};

const preApproved = "pre-approves the tools of a skill but does not restrict it to them";
const allowed = (value?: Value): VocabularyEntry => ({
  key: "allowed-tools",
  ...(value !== undefined && { value }),
  ...lost(preApproved),
});

const skillTable: VocabularyTable = {
  execution: { command: {}, isolated: { key: "context", value: "fork" }, agent: {} },
  capability: tiers,
  effort: { any: { key: "effort" } },
  tools: {
    none: allowed(""),
    "read-only": allowed("Read Grep Glob"),
    write: allowed("Read Write Edit Grep Glob"),
    full: {},
    custom: allowed(),
  },
  invocation: {
    explicit: { key: "disable-model-invocation", value: true },
    automatic: { key: "disable-model-invocation", value: false },
  },
  visibility: {
    user: { key: "user-invocable", value: true },
    model: { key: "user-invocable", value: false },
    both: {},
  },
  color: { any: { key: "color", ...lost("shows colors for agents, not for skills") } },
};

/** An isolated command is limited to its tools by a generated agent. */
const isolatedTable: VocabularyTable = {
  ...skillTable,
  tools: Object.fromEntries(
    Object.entries(skillTable.tools as Readonly<Record<string, VocabularyEntry>>).map(
      ([word, { loss: _, ...entry }]) => [word, entry],
    ),
  ) as VocabularyTable["tools"],
};

const agentTable: VocabularyTable = {
  execution: { any: {} },
  capability: tiers,
  effort: { any: { key: "effort" } },
  // A missing key would grant every tool; an empty string grants none.
  tools: {
    none: { key: "tools", value: "" },
    "read-only": { key: "tools", value: "Read Grep Glob" },
    write: { key: "tools", value: "Read Write Edit Grep Glob" },
    full: {},
    custom: { key: "tools" },
  },
  invocation: { explicit: lost("offers every agent to the model"), automatic: {} },
  visibility: {
    user: {},
    model: lost("cannot stop `--agent` from starting it"),
    both: {},
  },
  color: { any: { key: "color" } },
};

const routes: Readonly<Record<Command["behavior"]["execution"], (name: string) => string>> = {
  command: (name) => `skills/${name}/SKILL.md`,
  isolated: (name) => `skills/${name}/SKILL.md`,
  agent: (name) => `agents/${name}.md`,
};

const skillKeys = [
  ...["name", "description", "context", "agent", "model", "effort", "allowed-tools"],
  ...["disable-model-invocation", "user-invocable", "color"],
];
const agentKeys = ["name", "description", "model", "effort", "tools", "color"];

/** Keys that the client reads in a skill but not in an agent. */
const skillOnly: ReadonlySet<string> = new Set([
  ...["paths", "argument-hint", "arguments", "context", "agent", "shell", "metadata", "license", "compatibility"],
  ...["user-invocable", "disable-model-invocation", "when_to_use", "version"],
]);

/** `hooksOf`: the hook that asks the gate, the same as for agents. */
export function renderCommands(
  model: Model,
  target: Translation["target"],
  hooksOf: (agent: Pick<Agent, "name">) => Value,
  report: Report,
): OutputFile[] {
  const translation = { target, settings: model.settings, report };
  return model.commands.flatMap((command) =>
    command.behavior.execution === "agent"
      ? agentFiles(command, translation, hooksOf)
      : skillFiles(command, model, translation, hooksOf),
  );
}

function head({ slug, description }: Command): Entries {
  return [
    ["name", slug],
    ["description", description],
  ];
}

function skillFiles(
  command: Command,
  model: Model,
  translation: Translation,
  hooksOf: (agent: Pick<Agent, "name">) => Value,
): OutputFile[] {
  const fork = command.behavior.execution === "isolated" ? forkFor(command, model, translation, hooksOf) : undefined;
  const ours = [...head(command), ...translate(command, fork ? isolatedTable : skillTable, translation)];
  const overrides = overridesFor(command, translation.target).filter(([key]) => !fork || key !== "agent");
  const named: Entries = fork ? [["agent", fork.name]] : [];
  return [page(command, orderFields([...ours, ...named], overrides, skillKeys)), ...(fork?.files ?? [])];
}

/**
 * The author's fields for this client take precedence, so its `allowed-tools` are the list and its `context` may undo
 * the fork.
 */
function forkFor(
  command: Command,
  model: Model,
  { target }: Translation,
  hooksOf: (agent: Pick<Agent, "name">) => Value,
) {
  const overrides = new Map(overridesFor(command, target));
  const { tools } = command.behavior;
  const own = textOf(overrides.get("allowed-tools"));
  const preset = typeof tools === "string" ? tools : undefined;
  const listed = preset === undefined || preset === "full" ? undefined : presetTools[preset].join(" ");
  const list = own ?? listed ?? (typeof tools === "object" ? tools.custom : undefined);
  if (list === undefined || (overrides.get("context") ?? "fork") !== "fork") return undefined;
  const agent = textOf(overrides.get("agent"));
  const { slug: name, from } = command;
  return forkAgent(
    { name, tools: list, place: place(command.spanOf("behavior", "tools")), agent, from },
    model,
    hooksOf,
  );
}

function agentFiles(
  command: Command,
  translation: Translation,
  hooksOf: (agent: Pick<Agent, "name">) => Value,
): OutputFile[] {
  const ours = [...head(command), ...translate(command, agentTable, translation)];
  const entries = orderFields(ours, agentOverrides(command, translation), agentKeys);
  reportArguments(command, translation);
  const tools = textOf(entries.find(([key]) => key === "tools")?.[1]);
  // Claude Code 2.1 treats `Bash(git *)` in an agent's tools as all of Bash: the gate enforces the pattern.
  if (tools === undefined || !tools.includes("(")) return [page(command, entries)];
  const written = { ...command, behavior: { ...command.behavior, tools: { custom: tools } } };
  const list = toolListOf(written);
  const agent = agentOf(command, list);
  losses(translation.target, translation.report)(command, "behavior.tools", "gate", "asks the gate about the patterns");
  reportUnknownTools({ command, agent, list }, translation);
  const guarded = [...entries.filter(([key]) => key !== "hooks"), ["hooks", hooksOf(agent)] as const];
  return [page(command, guarded), ...renderPolicies([agent])];
}

/** An agent ignores `allowed-tools` and would get every tool. */
function agentOverrides(command: Command, { target, report }: Translation): Entries {
  const lose = losses(target, report);
  return overridesFor(command, target).flatMap(([key, value]): Entries => {
    if (key === "allowed-tools") return [["tools", value]];
    if (!skillOnly.has(key)) return [[key, value]];
    lose(command, overrideField(command, target, key), "lost", `has no \`${key}\` for an agent`);
    return [];
  });
}

function textOf(value: Value | undefined): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(" ") : undefined;
}

function page(command: Command, entries: Entries): OutputFile {
  const path = routes[command.behavior.execution](command.slug);
  return {
    kind: "whole",
    path,
    content: printPage([...entries, origin(command.path)], command.body),
    from: command.from,
  };
}
