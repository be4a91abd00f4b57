/** Losses in Pi that depend on the agent. */
import { tools } from "../../model/permission.ts";
import type { FieldLoss, LossFinders } from "../harness.ts";
import { isAlwaysDenied, possibleVerdicts } from "../render/whole-tools.ts";
import { primaryOf } from "./agents.ts";
import { pi } from "./index.ts";

export const losses: LossFinders = {
  description: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent === primary ? [{ support: "lost", why: "does not show the description of its main agent" }] : [];
  },
  display_name: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent === primary ? [{ support: "lost", why: "has no label for its main agent" }] : [];
  },
  mode: (model) => {
    const primary = primaryOf(model);
    return (agent): readonly FieldLoss[] =>
      agent.mode !== "subagent" && agent !== primary
        ? [{ support: "lost", why: `has one main agent, so \`${agent.name}\` is only a subagent` }]
        : [];
  },
  permissions: () => (agent) =>
    tools.flatMap((part): FieldLoss[] => {
      // A tool that the client does not have is not a loss: nothing governed can happen.
      if (!agent.policy || isAlwaysDenied(agent.policy, part) || pi.tools.canonical[part].length === 0) return [];
      const gated: FieldLoss = { part, support: "gate", why: `checks \`${part}\` in the extension` };
      const why = `denies \`${part}\` instead of asking in headless runs`;
      const asks = possibleVerdicts(agent.policy, part).has("ask");
      return asks ? [gated, { part, support: "narrowed", why }] : [gated];
    }),
};
