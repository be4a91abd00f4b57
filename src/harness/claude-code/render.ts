/** Renders Claude Code: one Markdown file per agent with its tools and its gate. */
import type { Report } from "../../base/diagnostic.ts";
import { place } from "../../base/source.ts";
import { printJson } from "../../formats/json.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Entries, OutputFile, Value } from "../../model/output.ts";
import { type Policy, type ToolCall, tools, type Verdict } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";
import type { Skill } from "../../model/skill.ts";
import type { Enforcement, FieldLoss, LossFinders, RenderContext, Renderer, Scope } from "../harness.ts";
import { lazyFile, renderBody, renderPolicies, sourcesOf } from "../render/agent-files.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { type GateCall, gateNotice, gateWords } from "../render/gate-command.ts";
import { losses as lossesOf } from "../render/losses.ts";
import { listOf } from "../render/skill-limits.ts";
import { renderSkills } from "../render/skills.ts";
import { isAlwaysDenied } from "../render/whole-tools.ts";
import { renderCommands } from "./commands.ts";
import { type ForkAgent, forkAgent, grantedTools } from "./forks.ts";
import { claudeCode } from "./index.ts";
import { claudeSkills, type HookTable, type SkillAdditions } from "./skills.ts";

/** Losses in Claude Code that depend on the agent. */
const losses: LossFinders = {
  mode:
    () =>
    ({ mode, name }): readonly FieldLoss[] => {
      if (mode === "primary") return [{ support: "lost", why: `cannot stop other agents from calling \`${name}\`` }];
      if (mode === "subagent") return [{ support: "lost", why: `cannot stop \`--agent ${name}\` from starting it` }];
      return [];
    },
  permissions: () => (agent) =>
    tools.flatMap((part): FieldLoss[] => {
      if (!agent.policy || isAlwaysDenied(agent.policy, part)) return [];
      const gated: FieldLoss = { part, support: "gate", why: `asks the gate about \`${part}\`` };
      const why = "asks before it edits .git/ or .claude/, even if the policy allows it";
      return part === "edit" ? [gated, { part, support: "narrowed", why }] : [gated];
    }),
};

export const renderer: Renderer = {
  losses,
  enforcement: enforcementOf,
  render: (model, context, report): OutputFile[] => {
    const hooksFor = (agent: Pick<Agent, "name">) => hooks(agent, model, context);
    const forks = new Map(model.skills.flatMap((skill) => forkOf(skill, model, hooksFor, report)));
    const lists = limitedSkills(model);
    const added: SkillAdditions = {
      forks: new Map([...forks].map(([name, fork]) => [name, fork.name])),
      limits: new Map(lists.map(({ name }) => [name, limitHooks(name, model.settings, context)])),
    };
    return [
      ...renderAgents(model, context),
      ...renderPolicies(model.agents),
      ...renderSkills(claudeSkills(model.skills, added, report)),
      ...renderPolicies(lists.map((each) => ({ ...each, name: skillPolicy(each.name) }))),
      ...[...forks.values()].flatMap(({ files }) => files),
      ...renderCommands(model, claudeCode, hooksFor, report),
    ];
  },
};

export function renderAgents(model: Model, context: RenderContext): OutputFile[] {
  return model.agents.map((agent) =>
    lazyFile(`agents/${agent.name}.md`, sourcesOf(agent), () => agentPage(agent, model, context)),
  );
}

/** The agent that runs a forked skill, if the skill lists its tools. */
function forkOf(skill: Skill, model: Model, hooksOf: HooksOf, report: Report): [string, ForkAgent][] {
  const { name, text, isForked, path } = skill;
  const tools = text.fields["allowed-tools"];
  if (tools === undefined) return [];
  const lose = lossesOf(claudeCode, report);
  const definition = { name, spanOf: (...where: readonly (string | number)[]) => text.at(where, "key") };
  if (!isForked) {
    if (model.settings.skills.enforceAllowedTools) return [];
    const why =
      "does not restrict the tools of a skill that runs in the session, unless `skills.enforce_allowed_tools` is set";
    lose(definition, "allowed-tools", "lost", why);
    return [];
  }
  const written = text.fields["agent"];
  const agent = typeof written === "string" ? written : undefined;
  const list = Array.isArray(tools) ? tools.join(" ") : String(tools);
  const where = place(text.at(["allowed-tools"]));
  const fork = forkAgent({ name, tools: list, place: where, agent, from: [path] }, model, hooksOf);
  if (fork) return [[name, fork]];
  lose(definition, "allowed-tools", "lost", `does not restrict the tools of a skill that runs as \`${agent ?? "*"}\``);
  return [];
}

/** Skills that run in the session and are restricted to their tools until the next prompt. */
function limitedSkills({ skills, settings }: Model): { name: string; policy: Policy; path: string }[] {
  if (!settings.skills.enforceAllowedTools) return [];
  return skills.flatMap((skill) => {
    const policy = skill.isForked ? undefined : listOf(skill);
    return policy ? [{ name: skill.name, policy, path: skill.path }] : [];
  });
}

const skillPolicy = (name: string): string => `skill-${name}`;

/** Seen on 2.1.325: hooks of a skill stay until the session ends, so the gate is notified of each prompt. */
function limitHooks(name: string, settings: Settings, context: RenderContext): HookTable {
  const policy = `${directories[context.scope]}/surcingle/${skillPolicy(name)}.json`;
  const call = { harness: claudeCode.id, answerBegins: "", policy, isSkill: true } as const;
  const { fields } = gateHook({ policy, isSkill: true }, settings, context) as { readonly fields: Entries };
  const notice = { type: "command", command: gateNotice(call, settings, context), timeout: 10 };
  return { ...JSON.parse(printJson(fields)), UserPromptSubmit: [{ hooks: [notice] }] };
}

type HooksOf = (agent: Pick<Agent, "name">) => Value;

function agentPage(agent: Agent, model: Model, context: RenderContext): string {
  const fields: [string, Value | undefined][] = [
    ["name", agent.name],
    ["description", agent.description],
    ["model", model.settings.models["claude-code"]?.[agent.name]],
    // A missing key would grant every tool; an empty string grants none.
    ["tools", grantedTools(agent.policy)?.join(", ")],
    ["maxTurns", agent.maxTurns],
    ["skills", agent.skills.length === 0 ? undefined : agent.skills.map(({ name }) => name)],
    ["hooks", agent.policy && !context.isManaged ? hooks(agent, model, context) : undefined],
  ];
  const lines = fields.filter((field): field is [string, Value] => field[1] !== undefined);
  return printPage([origin(agent.path), ...lines], renderBody(agent));
}

const directories: Readonly<Record<Scope, string>> = {
  user: "${CLAUDE_CONFIG_DIR:-$HOME/.claude}",
  project: "$CLAUDE_PROJECT_DIR/.claude",
};

/**
 * When the client's own timeout expires, the call runs, so it is longer than the wrapper's. From 2.1.295 on,
 * `onFailure` makes Claude Code deny the call instead; older versions ignore the key. `args` avoids a shell.
 */
function hooks({ name }: Pick<Agent, "name">, { settings }: Model, context: RenderContext): Value {
  return gateHook({ policy: `${directories[context.scope]}/surcingle/${name}.json` }, settings, context);
}

export function gateHook(
  policy: Pick<GateCall, "policy" | "isManaged" | "isSkill">,
  settings: Settings,
  context: RenderContext,
): Value {
  const call = { harness: claudeCode.id, answerBegins: '{"hookSpecificOutput":', ...policy };
  const [command, ...args] = gateWords(call, settings, context);
  const hook: Value = {
    fields: [
      ["type", "command"],
      ["command", command],
      ["args", args],
      ["timeout", 30],
      ["onFailure", "block"],
    ],
  };
  const matcher: Value = {
    fields: [
      ["matcher", "*"],
      ["hooks", [hook]],
    ],
  };
  return { fields: [["PreToolUse", [matcher]]] };
}

/** How Claude Code enforces a verdict: by removing a tool, by the hook, or by its own stricter rules. */
function enforcementOf(policy: Policy, call: ToolCall, verdict: Verdict): Enforcement {
  const names = claudeCode.tools.canonical[call.tool];
  if (isAlwaysDenied(policy, call.tool) && names.length > 0)
    return { support: "native", how: `the agent does not have ${names.join(", ")}` };
  const how = ownRule(call);
  if (how !== undefined && verdict !== "deny") return { support: "narrowed", how };
  return { support: "gate", how: "the PreToolUse hook in the agent's file asks the gate" };
}

/** Claude Code 2.1 itself asks before it edits its own or git's files, and before background commands. */
function ownRule({ tool, subject }: ToolCall): string | undefined {
  if (tool === "question") return "the client asks the user; subagents cannot ask";
  if (tool === "edit" && /(^|\/)\.(git|claude)\//.test(subject))
    return "the client asks before it edits .git/ or .claude/";
  if (tool === "bash" && /[^&]&\s*$/.test(subject)) return "the client asks before a background command";
  return undefined;
}
