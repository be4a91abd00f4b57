/** Losses in Codex that depend on how the agent is rendered. */
import type { Agent } from "../../model/agent.ts";
import { type Policy, type Tool, tools } from "../../model/permission.ts";
import { boxSettings } from "../../sandbox/choose.ts";
import type { FieldLoss, LossFinders } from "../harness.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { maySearch, unheldRules } from "./permissions.ts";
import { type CodexAgent, codexAgents, isBehindProfile, mayAllSearch } from "./roles.ts";

/** The key of the trust entry contains the path of the profile. */
const fix = "use `apply`, or set `home` in the settings";

const borrowed = "whose hook, sandbox and tool limits also apply to it; it cannot delegate further there";

export const losses: LossFinders = {
  description: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent): readonly FieldLoss[] =>
      agents.outcomeOf(agent).isRole ? [] : [{ support: "lost", why: "has descriptions for roles only" }];
  },
  mode: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent) => modeLosses(agent, agents.outcomeOf(agent));
  },
  permissions: (model, context) => {
    const agents = codexAgents(model, context);
    return (agent) => (agent.policy ? permissionLosses(agent, agent.policy, agents.outcomeOf(agent)) : []);
  },
};

function modeLosses(agent: Agent, { profile, isRole }: CodexAgent): readonly FieldLoss[] {
  const { name, mode, policy } = agent;
  const found: FieldLoss[] = [];
  if (mode !== "subagent" && profile === undefined)
    found.push({ support: "lost", why: `reads profiles in the home only, so \`${name}\` is not a main agent here` });
  if (mode === "primary" || !policy || !isBehindProfile(agent)) return found;
  const why = isRole
    ? `delegates to \`${name}\` only in sessions of the generated profiles, ${borrowed}`
    : `cannot start \`${name}\` here: it needs a profile in the home with a trusted hook. To get one, ${fix}`;
  return [...found, { support: "narrowed", why }];
}

function permissionLosses(agent: Agent, policy: Policy, codexAgent: CodexAgent): readonly FieldLoss[] {
  const { profile, isRole } = codexAgent;
  if (profile === "locked") {
    const why = `skips untrusted hooks, so \`${agent.name}\` has no shell and cannot change files. To change that, ${fix}`;
    return [{ support: "narrowed", why }];
  }
  // A role without a hook needs none, and an agent that is not rendered has no permissions to lose.
  if (profile !== "gated" && !(isRole && isBehindProfile(agent))) return [];
  return tools.flatMap((part) => (isAlwaysDenied(policy, part) ? [] : toolLosses(part, policy, codexAgent)));
}

function toolLosses(part: Tool, policy: Policy, { roles }: CodexAgent): readonly FieldLoss[] {
  // A tool that the client lacks is not a loss.
  if (part === "webfetch") return [];
  if (part === "websearch") {
    if (!maySearch(policy))
      return [{ part, support: "narrowed", why: "does not run hooks for searches, so search is off" }];
    const why = "searches in roles as in their profile, so search is off for both";
    return mayAllSearch(policy, roles) ? [] : [{ part, support: "narrowed", why }];
  }
  const asks = possibleVerdicts(policy, part).has("ask");
  const why = asks ? `cannot ask, so \`ask\` for \`${part}\` becomes deny` : `asks the gate about \`${part}\``;
  const found: FieldLoss = { part, support: asks ? "narrowed" : "gate", why };
  return part === "bash" ? [found, { part, support: "narrowed", why: plainSandbox }, ...boxLosses(policy)] : [found];
}

const plainSandbox = "refuses `rm -f`, and runs commands without network and without writes outside the project";

/** Where Codex's sandbox restricts programs less than ours does elsewhere. The gate still judges every call. */
function boxLosses(policy: Policy): readonly FieldLoss[] {
  if (boxSettings(policy) === undefined) return [];
  const names = unheldRules(policy).map((pattern) => `\`${pattern}\``);
  const rules = `does not hold ${names.join(", ")} of \`edit\` for programs that a command starts`;
  const outside = "shows programs the files outside the project, except for secrets";
  const role = "gives a role the sandbox of the profile that started it";
  return [...(names.length === 0 ? [] : [rules]), outside, role].map((why) => ({ part: "bash", support: "lost", why }));
}
