/** Renders OpenCode: agents as Markdown and in one JSON config, ordered permissions, and a plugin as gate. */
import { printJson } from "../../formats/json.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value } from "../../model/output.ts";
import { type Policy, type Rule, type Tool, tools } from "../../model/permission.ts";
import type { SkillLimits } from "../../model/skill.ts";
import { hardLimits } from "../../policy/limits.ts";
import { rulesFor } from "../../policy/rules.ts";
import type { Assets, FieldLoss, LossFinders, Renderer } from "../harness.ts";
import { lazyFields, lazyFile, renderBody, renderPolicies, sourcesOf } from "../render/agent-files.ts";
import { type FrontMatterLine, origin, printPage } from "../render/front-matter.ts";
import { gateProgram } from "../render/gate-command.ts";
import { routeSkills } from "../render/skill-commands.ts";
import { skillLimits } from "../render/skill-limits.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { type CommandParts, commandConfig, commandPages, commandParts } from "./commands.ts";
import { opencode } from "./index.ts";
import { type OpenMap, ownEntries, realPermissions } from "./locked-permissions.ts";
import { enforcementOf } from "./native/enforcement.ts";
import { asksAlways, compileRules, forbidden } from "./patterns/compile-rules.ts";
import { formsOf, plainCommand } from "./patterns/forms.ts";
import { isFree, permissionEntries } from "./permissions.ts";

/** Losses in OpenCode that depend on the agent. */
const losses: LossFinders = {
  permissions:
    () =>
    ({ policy }) =>
      policy === undefined ? [] : tools.flatMap((part) => toolLosses(policy, part)),
};

function toolLosses(policy: Policy, part: Tool): readonly FieldLoss[] {
  if (isAlwaysDenied(policy, part)) return [];
  const gated: FieldLoss = { part, support: "gate", why: `asks the plugin about \`${part}\` too` };
  return [
    ...(needsPlugin(policy, part) ? [gated] : []),
    ...narrowings(policy, part).map((why): FieldLoss => ({ part, support: "narrowed", why })),
  ];
}

/** The client's own map is enough if it asks about everything, or if only text is involved. */
function needsPlugin(policy: Policy, tool: Tool): boolean {
  if (tool === "bash" || tool === "question") return tool === "bash";
  return tool === "websearch" ? compileRules(policy, tool).length > 1 : !asksAlways(policy, tool);
}

function isKeptInside(policy: Policy, tool: Tool): boolean {
  const kind = tool === "bash" ? "only-commands" : tool === "edit" ? "only-paths" : undefined;
  return hardLimits(policy).some((limit) => limit.kind === kind);
}

function narrowings(policy: Policy, tool: Tool): readonly string[] {
  if (tool === "question")
    return isFree(policy, tool)
      ? []
      : ["cannot ask before a question, so `question` is denied unless the policy allows every question"];
  const patterns = narrowedPatterns(policy, tool).map((pattern) => `\`${pattern}\``);
  const asks = possibleVerdicts(policy, tool).has("ask");
  return [
    ...(patterns.length > 0
      ? [`is stricter about ${patterns.join(", ")}: its patterns cannot express ${patterns.length > 1 ? "them" : "it"}`]
      : []),
    ...(isKeptInside(policy, tool)
      ? [`denies \`${tool}\` where its patterns cannot express what the role allows`]
      : []),
    ...(tool === "bash" && asks
      ? ["asks before a command only if its shell is bash; with another shell it may deny the command instead"]
      : []),
    ...(tool === "external_directory" && asks ? ["denies its own directory for long outputs instead of asking"] : []),
  ];
}

/** The patterns of rules that OpenCode's language cannot express exactly. */
function narrowedPatterns(policy: Policy, tool: Tool): string[] {
  const patterns: string[] = [];
  const below = new Set<string>([policy.otherwise[tool]]);
  const rules = [...forbidden(hardLimits(policy), tool), ...rulesFor(policy, tool)];
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]!;
    if (isNarrowed(rule, below)) patterns.push(rule.pattern);
    below.add(rule.verdict);
  }
  return patterns.reverse();
}

/** `below`: the verdicts that excess matches of a pattern could have had. */
function isNarrowed({ pattern, tool, verdict }: Rule, below: ReadonlySet<string>): boolean {
  if (below.size === 1 && below.has(verdict)) return false;
  if (tool === "bash" && plainCommand.test(pattern)) return false;
  const { exact, isUnique, wide, deny } = formsOf(pattern, tool);
  if (exact.length === 0) return wide.length > 0;
  if (verdict === "deny" && deny.length > 0) return true;
  if (verdict !== "allow" && wide.includes("../*")) return true;
  return exact.some(({ guards }) => guards.length > 0) && (!isUnique || below.size > 1);
}

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

/** The plugin reads the governed agents from the lines before it; these include maps only if the files are locked. */
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
