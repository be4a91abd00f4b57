/** Kode: skills and nothing else. There are no agents, so every agent is reported as lost. */
import type { Report } from "../../base/diagnostic.ts";
import type { Agent } from "../../model/agent.ts";
import type { OutputFile } from "../../model/output.ts";
import { tools } from "../../model/permission.ts";
import type { Renderer } from "../harness.ts";
import { losses } from "../render/losses.ts";
import { reportSkillLosses } from "../render/skill-losses.ts";
import { renderSkills } from "../render/skills.ts";
import { renderCommands } from "./commands.ts";
import { kode } from "./index.ts";
import { kodeSkills } from "./skills.ts";

export const renderer: Renderer = {
  enforcement: () => ({ support: "narrowed", how: "there are no agents in Kode, so nothing runs as this one" }),
  render: (model, _, report): OutputFile[] => {
    for (const agent of model.agents) reportLosses(agent, report);
    reportSkillLosses(kode, model.skills, report);
    return [...renderSkills(kodeSkills(model.skills, report)), ...renderCommands(model, kode, report)];
  },
};

/** Each field that the author wrote, so that a reader who looks for one finds it. */
function reportLosses(agent: Agent, report: Report): void {
  const lose = losses(kode, report);
  const written: readonly (readonly [field: string, isWritten: boolean])[] = [
    ["name", true],
    ["description", true],
    ["display_name", agent.displayName !== undefined],
    ["mode", true],
    ["tags", agent.tags.length > 0],
    ["max_turns", agent.maxTurns !== undefined],
    ["skills", agent.skills.length > 0],
    ["rules", agent.rules.length > 0],
    ["context", agent.context.length > 0],
    ["role", agent.role !== undefined],
    ...(agent.policy ? tools.map((tool) => [`permissions.${tool}`, true] as const) : []),
  ];
  for (const [field, isWritten] of written)
    if (isWritten) lose(agent, field, "lost", `has no agents: nothing is rendered for \`${agent.name}\``);
}
