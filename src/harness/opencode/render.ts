/** Renders OpenCode: agents as Markdown and in one JSON config, ordered permissions, and a plugin as gate. */
import { printJson } from "../../formats/json.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { SkillLimits } from "../../model/skill.ts";
import type { Assets, Renderer } from "../harness.ts";
import { renderBody, sourcesOf } from "../render/body.ts";
import { type FrontMatterLine, origin, printPage } from "../render/front-matter.ts";
import { gateProgram } from "../render/gate-command.ts";
import { lazyFields, lazyFile } from "../render/lazy-content.ts";
import { renderPolicies } from "../render/policy-file.ts";
import { routeSkills } from "../render/skill-commands.ts";
import { skillLimits } from "../render/skill-limits.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { type CommandParts, commandConfig, commandPages, commandParts } from "./commands.ts";
import { opencode } from "./index.ts";
import { type OpenMap, ownEntries, realPermissions } from "./locked-permissions.ts";
import { losses } from "./losses.ts";
import { enforcementOf } from "./native/enforcement.ts";
import { permissionEntries } from "./permissions.ts";

export const renderer: Renderer = {
  losses,
  enforcement: enforcementOf,
  render: (model, { assets, scope }, report): OutputFile[] => {
    const routed = routeSkills(model.skills, model.commands, opencode, scope);
    const all = { ...model, commands: [...model.commands, ...routed.commands] };
    const commands = commandParts(all, opencode, report);
    const agents = [...model.agents, ...commands.flatMap((each) => each.agent?.agent ?? [])];
    return [
      ...model.agents.map((agent) =>
        lazyFile(`agents/${agent.name}.md`, sourcesOf(agent), () => agentPage(agent, model)),
      ),
      ...commandPages(commands),
      config(model, commands),
      ...plugin(agents, mapsOf(model, commands), skillLimits(model, { hasApart: true }), assets),
      ...renderPolicies(agents),
      ...renderSkills(openSkills(routed.skills)),
    ];
  },
};

/** In the order of the client's documentation. Unknown keys would be sent to the model's API. */
function fieldsOf(agent: Agent, model: Model): Entries {
  const permission = agent.policy && ownEntries(mapOf(agent.policy), model.settings);
  const modelName = model.settings.models["opencode"]?.[agent.name];
  const fields: [string, Value | undefined][] = [
    ["description", agent.description],
    ["mode", agent.mode],
    ["model", modelName],
    ["steps", agent.maxTurns],
    ["permission", permission && { fields: permission }],
  ];
  return fields.filter((field): field is [string, Value] => field[1] !== undefined);
}

function agentPage(agent: Agent, model: Model): string {
  const label: FrontMatterLine[] = agent.displayName === undefined ? [] : [{ comment: agent.displayName }];
  return printPage([origin(agent.path), ...label, ...fieldsOf(agent, model)], renderBody(agent));
}

function config(model: Model, commandParts: readonly CommandParts[]): OutputFile {
  const agents: Entries = model.agents.map((agent) => {
    const fields = lazyFields(() => {
      const [description, ...rest] = fieldsOf(agent, model);
      return [description!, ["prompt", renderBody(agent)], ...rest];
    });
    return [agent.name, fields];
  });
  const more = commandConfig(commandParts);
  return {
    kind: "shared",
    path: "opencode.json",
    format: "json",
    keys: [
      ["$schema", "https://opencode.ai/config.json"],
      ["agent", { fields: [...agents, ...more.agents] }],
      ...(more.commands.length > 0 ? [["command", { fields: more.commands }] as const] : []),
    ],
    from: [...model.agents.flatMap(sourcesOf), ...commandParts.flatMap(({ command }) => command.from)],
  };
}

/** The plugin reads the governed agents from the lines before it; the maps are there only if the files are locked. */
function plugin(agents: readonly Agent[], maps: Entries, skills: readonly SkillLimits[], assets: Assets): OutputFile[] {
  const governed = agents.filter(({ policy }) => policy !== undefined);
  if (governed.length + skills.length === 0) return [];
  const names = JSON.stringify(governed.map(({ name }) => name));
  const lines = maps.length > 0 ? `const surcingleMaps = ${printJson(maps).trimEnd()};\n` : "";
  const limits = skills.length > 0 ? `const surcingleSkills = ${JSON.stringify(skills)};\n` : "";
  const content = `const surcingleAgents = ${names};\n${lines}${limits}${gateProgram(opencode, assets)}`;
  return [{ kind: "whole", path: "plugins/surcingle.js", content, from: governed.map(({ path }) => path) }];
}

function mapOf(policy: Policy): OpenMap {
  return { policy, entries: permissionEntries(policy) };
}

/** Empty if the files are sufficient. */
function mapsOf({ agents, settings }: Model, commands: readonly CommandParts[]): Entries {
  if (!settings.opencodeRequiresPlugin) return [];
  const own = agents.flatMap(({ name, policy }) => (policy ? [{ name, ...mapOf(policy) }] : []));
  const others = commands.flatMap(({ command, map }) => (map ? [{ name: command.slug, ...map }] : []));
  return realPermissions([...own, ...others]);
}
