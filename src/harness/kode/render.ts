/** Renders Kode: skills only. It has no agents, so every agent is reported as lost. */
import type { OutputFile } from "../../model/output.ts";
import type { Renderer } from "../harness.ts";
import { renderSkills } from "../render/skills.ts";
import { renderCommands } from "./commands.ts";
import { kode } from "./index.ts";
import { kodeSkills } from "./skills.ts";

export const renderer: Renderer = {
  losses: {},
  enforcement: () => ({ support: "narrowed", how: "Kode has no agents, so this one is not used" }),
  render: (model, _, report): OutputFile[] => {
    return [...renderSkills(kodeSkills(model.skills, report)), ...renderCommands(model, kode, report)];
  },
};
