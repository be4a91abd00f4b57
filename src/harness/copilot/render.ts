/** Renders Copilot: one Markdown file per agent with its tools and its gate. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile, Value } from "../../model/output.ts";
import { type Policy, type ToolCall, tools, type Verdict } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";
import type { Enforcement, FieldLoss, LossFinders, RenderContext, Renderer, Scope } from "../harness.ts";
import { lazyFile, renderBody, renderPolicies, sourcesOf } from "../render/agent-files.ts";
import { origin, printPage } from "../render/front-matter.ts";
import { type GateCall, gateWords } from "../render/gate-command.ts";
import { openSkills, renderSkills } from "../render/skills.ts";
import { delegatesOf, isAlwaysDenied } from "../render/whole-tools.ts";
import { renderCommands } from "./commands.ts";
import { answerBegins, consent, gate } from "./gate.ts";
import { copilot } from "./index.ts";
import { type CopilotLabels, isBuiltIn, labelAgents, withLabels } from "./labels.ts";
import { grantedTools, narrowedTools } from "./tools.ts";

/** Losses in Copilot that depend on the agent and the scope. */
const losses: LossFinders = {
  name: (model, { scope }) => {
    const labels = labelAgents(model, scope);
    return ({ name, mode }): readonly FieldLoss[] =>
      mode !== "primary" && isBuiltIn(labels.get(name) ?? name)
        ? [{ support: "narrowed", why: `cannot delegate to \`${name}\`: it has a built-in agent with that name` }]
        : [];
  },
  display_name: (model, { scope }) => {
    const labels = labelAgents(model, scope);
    return ({ name, displayName }): readonly FieldLoss[] => {
      const label = labels.get(name) ?? name;
      if (label !== name || displayName === label) return [];
      const why =
        scope === "project" ? "identifies the agents of a project by name" : "uses that label for another agent";
      return [{ support: "lost", why }];
    };
  },
  mode:
    () =>
    ({ name, mode }): readonly FieldLoss[] =>
      mode === "subagent" ? [{ support: "lost", why: `cannot stop \`--agent ${name}\` from starting it` }] : [],
  permissions: (model, { scope }) => {
    const labels = labelAgents(model, scope);
    return (agent) => {
      const { policy } = withLabels(agent, labels);
      if (!policy) return [];
      return scope === "user" ? gatedTools(policy) : closedTools(agent, policy);
    };
  },
};

function gatedTools(policy: Policy): readonly FieldLoss[] {
  return tools.flatMap((part): FieldLoss[] => {
    if (isAlwaysDenied(policy, part)) return [];
    const gated: FieldLoss = { part, support: "gate", why: `asks the gate about \`${part}\`` };
    const why = "refuses some nested shell expansions, even if the policy allows them";
    return part === "bash" ? [gated, { part, support: "narrowed", why }] : [gated];
  });
}

function closedTools({ name }: Agent, policy: Policy): readonly FieldLoss[] {
  const why = "runs a project's hooks only in a trusted folder, so in a project";
  const delegation: readonly FieldLoss[] =
    delegatesOf(policy).length > 0
      ? [{ support: "narrowed", why: `${why} \`${name}\` cannot delegate to other agents` }]
      : [];
  return [
    ...narrowedTools(policy).map((part): FieldLoss => {
      const rest = part === "external_directory" || part === "read" ? "cannot read files" : `has no \`${part}\``;
      return { part, support: "narrowed", why: `${why} \`${name}\` ${rest}; applied to the home it can do more` };
    }),
    ...delegation,
  ];
}

export const renderer: Renderer = {
  losses,
  enforcement: enforcementOf,
  render: (model, context, report): OutputFile[] => {
    const { scope } = context;
    const labels = labelAgents(model, scope);
    const agents = model.agents.map((agent) => withLabels(agent, labels));
    return [
      ...agents.map((agent) =>
        lazyFile(`agents/${agent.name}.agent.md`, sourcesOf(agent), () => agentPage(agent, model, context, labels)),
      ),
      ...renderPolicies(agents),
      ...renderSkills(openSkills(model.skills)),
      ...renderCommands(model, { target: copilot, scope, hooksOf: (agent) => hooks(agent, model, context) }, report),
    ];
  },
};

function agentPage(agent: Agent, model: Model, context: RenderContext, labels: CopilotLabels): string {
  const fields: [string, Value | undefined][] = [
    ["name", labels.get(agent.name) ?? agent.name],
    ["description", agent.description],
    ["model", model.settings.models["copilot"]?.[agent.name]],
    // A missing key would grant every tool; an empty list grants none.
    ["tools", grantedTools(agent.policy, context.scope)],
    ["disable-model-invocation", agent.mode === "primary" ? true : undefined],
    ["user-invocable", agent.mode === "subagent" ? false : undefined],
    ["hooks", agent.policy && hooks(agent, model, context)],
  ];
  const lines = fields.filter((field): field is [string, Value] => field[1] !== undefined);
  return printPage([origin(agent.path), ...lines], renderBody(agent));
}

const directories: Readonly<Record<Scope, string>> = {
  user: `\${COPILOT_HOME:-$HOME/.copilot}`,
  project: "$COPILOT_PROJECT_DIR/.github",
};

/** The reason goes to standard output, because Copilot 1.0 discards what a hook prints on standard error. */
function refusal(reason: string): string {
  return gate.encodeVerdict("deny", reason).stdout;
}

/**
 * When the client's own timeout expires, the call runs, so it is longer than the wrapper's. `exec` avoids a bash, which
 * would read `BASH_ENV` first.
 */
function hooks({ name }: Agent, { settings }: Model, context: RenderContext): Value {
  return gateHook({ policy: `${directories[context.scope]}/surcingle/${name}.json` }, settings, context);
}

export function gateHook(
  policy: Pick<GateCall, "policy" | "isManaged">,
  settings: Settings,
  context: RenderContext,
): Value {
  const call = { harness: copilot.id, answerBegins, refusal, ...policy, ...(policy.isManaged && { consent }) };
  const [exec, ...args] = gateWords(call, settings, context);
  const hook: Value = {
    fields: [
      ["type", "command"],
      ["exec", exec],
      ["args", args],
      ["timeoutSec", 30],
    ],
  };
  return { fields: [["preToolUse", [hook]]] };
}

/** How Copilot enforces a verdict: by removing a tool, by the hook, or by its own stricter rules. */
function enforcementOf(policy: Policy, { tool, subject }: ToolCall, verdict: Verdict): Enforcement {
  const names = copilot.tools.canonical[tool];
  if (isAlwaysDenied(policy, tool) && names.length > 0)
    return { support: "native", how: `the agent does not have ${names.join(", ")}` };
  if (tool === "bash" && verdict !== "deny" && isNested(subject))
    return { support: "narrowed", how: "the client denies substitutions inside default values and here-documents" };
  return { support: "gate", how: "the preToolUse hook in the agent's file asks the gate" };
}

/** May return true unnecessarily, because the client's own parsing of commands is not fully known. */
function isNested(line: string): boolean {
  const hasSubstitution = /`|\$\(/.test(line);
  return hasSubstitution && (/\$\{[^}]*[-=+?@!]/.test(line) || line.includes("<<"));
}
