/** Losses in Claude Code that depend on the agent. */
import { tools } from "../../model/permission.ts";
import type { FieldLoss, LossFinders } from "../harness.ts";
import { isAlwaysDenied } from "../render/whole-tools.ts";

export const losses: LossFinders = {
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
