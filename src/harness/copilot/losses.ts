/** Losses in Copilot that depend on the agent and the scope. */
import type { Agent } from "../../model/agent.ts";
import { type Policy, tools } from "../../model/permission.ts";
import type { FieldLoss, LossFinders } from "../harness.ts";
import { delegatesOf, isAlwaysDenied } from "../render/whole-tools.ts";
import { isBuiltIn, labelAgents, withLabels } from "./labels.ts";
import { narrowedTools } from "./tools.ts";

export const losses: LossFinders = {
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
