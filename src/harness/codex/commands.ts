/** Commands in Codex: a skill, a role if no tool is denied, or a profile with its gate. */
import type { Report } from "../../base/diagnostic.ts";
import { printToml } from "../../formats/toml-print.ts";
import type { Command } from "../../model/command.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value, WholeFile } from "../../model/output.ts";
import type { RenderContext } from "../harness.ts";
import { renderPolicies } from "../render/agent-files.ts";
import { type CommandAgent, commandAgents, reportUnknownTools } from "../render/command-agent.ts";
import {
  lost,
  orderFields,
  overrideField,
  overridesFor,
  reportArguments,
  type Translation,
  tierColumn,
  translate,
  type VocabularyTable,
} from "../render/command-table.ts";
import { origin, originText, printPage } from "../render/front-matter.ts";
import { losses } from "../render/losses.ts";
import { profileEntries, profilePath } from "./profile.ts";
import { roleEntries } from "./roles.ts";

const sessionTools = lost("runs a skill with the session's tools");

const skillTable: VocabularyTable = {
  execution: { command: {}, isolated: lost("runs a skill in the session itself"), agent: {} },
  capability: tierColumn(undefined, "cannot set a model for a skill"),
  effort: { any: { key: "effort", ...lost("ignores the `effort` of a skill and uses the session's") } },
  tools: { none: sessionTools, "read-only": sessionTools, write: sessionTools, full: {}, custom: sessionTools },
  // The client looks for this in a file next to the skill; the key is for Pi and Copilot, which also read this
  // directory.
  invocation: { explicit: { key: "disable-model-invocation", value: true }, automatic: {} },
  visibility: {
    user: {},
    model: lost("lets the user call every skill"),
    both: {},
  },
  color: { any: lost("has no colors for skills") },
};

const agentTable: VocabularyTable = {
  execution: { any: {} },
  capability: tierColumn("model", "has no model tiers; choose a model in `tiers.codex` of the settings"),
  effort: {
    low: { key: "model_reasoning_effort" },
    medium: { key: "model_reasoning_effort" },
    high: { key: "model_reasoning_effort" },
    // Codex 0.166 does not start an agent with `max`; this is its own name for the highest level.
    max: { key: "model_reasoning_effort", value: "xhigh" },
  },
  // `reportTools` reports the restriction, because it depends on the scope and on whether the home is known.
  tools: { any: {} },
  invocation: { explicit: lost("offers every role to the model"), automatic: {} },
  visibility: {
    user: {},
    model: lost("cannot hide a role from the user"),
    both: {},
  },
  color: { any: lost("has no colors for agents") },
};

/** The same for a profile, which only users start. */
const profileTable: VocabularyTable = {
  ...agentTable,
  invocation: { explicit: {}, automatic: lost("does not let the model start a profile") },
  visibility: {
    user: {},
    model: lost("shows profiles to the user only"),
    both: lost("shows profiles to the user only"),
  },
};

const skillKeys = ["name", "description", "effort", "disable-model-invocation"];
const roleKeys = ["name", "description", "model", "model_reasoning_effort", "developer_instructions"];

/** An unknown key makes the client ignore the whole file; it accepts these, and none of them grants a tool. */
const agentOptions: ReadonlySet<string> = new Set([
  ...["description", "model", "model_reasoning_effort", "model_reasoning_summary", "model_verbosity"],
  ...["personality", "service_tier", "nickname_candidates", "developer_instructions"],
]);

const roleOnly: ReadonlySet<string> = new Set(["description", "nickname_candidates"]);

interface CommandRendering {
  readonly target: Translation["target"];
  readonly context: RenderContext;
  /** The directory of skills. */
  readonly skills: string;
  /** The client's directory, absolute, if known. */
  readonly directory: string | undefined;
}

export function renderCommands(model: Model, rendering: CommandRendering, report: Report): OutputFile[] {
  const translation = { target: rendering.target, settings: model.settings, report };
  const agents = new Map(commandAgents(model.commands).map((each) => [each.command, each]));
  return model.commands.flatMap((command) => {
    reportArguments(command, translation);
    const agent = agents.get(command);
    return agent
      ? agentFiles(agent, model, rendering, translation)
      : skillFiles(command, rendering.skills, translation);
  });
}

function skillFiles(command: Command, directory: string, translation: Translation): WholeFile[] {
  const { slug, description, behavior, body, from } = command;
  const ours: Entries = [["name", slug], ["description", description], ...translate(command, skillTable, translation)];
  const entries = orderFields(ours, overridesFor(command, translation.target), skillKeys);
  const whole = (path: string, content: string): WholeFile => ({
    kind: "whole",
    path: `${directory}/${slug}/${path}`,
    content,
    from,
  });
  const hidden = whole("agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
  return [
    whole("SKILL.md", printPage([...entries, origin(command.path)], body)),
    ...(behavior.invocation === "explicit" ? [hidden] : []),
  ];
}

function agentFiles(
  each: CommandAgent,
  model: Model,
  rendering: CommandRendering,
  translation: Translation,
): OutputFile[] {
  const { command, agent, list } = each;
  const table = list ? profileTable : agentTable;
  const more = [...translate(command, table, translation), ...agentOverrides(command, translation)];
  reportTools(each, rendering, translation);
  const whole = (path: string, entries: Entries): OutputFile => ({
    kind: "whole",
    path,
    content: `# ${originText(command.path)}\n${printToml(orderFields(entries, list ? more.filter(([key]) => !roleOnly.has(key)) : more, roleKeys))}`,
    from: command.from,
  });
  if (!list) return [whole(`agents/${agent.name}.toml`, roleEntries(agent, model))];
  // Codex reads profiles in the home only.
  if (rendering.context.scope === "project") return [];
  const { context, directory } = rendering;
  const profile = profileEntries(agent, { settings: model.settings, context, directory, roles: [] });
  return [whole(profilePath(agent), profile), ...renderPolicies([agent])];
}

/** TOML has no null, and our printer does not support fractions. */
function isPrintable(value: Value): boolean {
  if (Array.isArray(value)) return value.every(isPrintable);
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}

/**
 * A role cannot be kept from patching and searching, so a restricted command is a profile that the user starts.
 */
function reportTools(
  each: CommandAgent,
  { context: { scope }, directory }: CommandRendering,
  translation: Translation,
): void {
  const { command, agent, list } = each;
  if (!list) return;
  const lose = losses(translation.target, translation.report);
  const start = `so \`${agent.name}\` is a profile, started with \`codex -p ${agent.name}\``;
  if (scope === "project") {
    const why = `cannot restrict the tools of a role and reads profiles only from the home, so \`${agent.name}\` is left out here`;
    lose(command, "behavior.execution", "lost", why);
    return;
  }
  lose(command, "behavior.execution", "narrowed", `cannot restrict the tools of a role, ${start}`);
  if (directory !== undefined) lose(command, "behavior.tools", "gate", "asks the gate about every tool");
  else {
    const fix = "use `apply`, or set `home` in the settings";
    const why = `skips untrusted hooks: \`${agent.name}\` has no shell and cannot change files. To change that, ${fix}`;
    lose(command, "behavior.tools", "narrowed", why);
  }
  reportUnknownTools(each, translation);
}

function agentOverrides(command: Command, { target, report }: Translation): Entries {
  const lose = losses(target, report);
  return overridesFor(command, target).filter(([key, value]) => {
    if (agentOptions.has(key) && isPrintable(value)) return true;
    lose(command, overrideField(command, target, key), "lost", `ignores \`${key}\` in the file of an agent`);
    return false;
  });
}
