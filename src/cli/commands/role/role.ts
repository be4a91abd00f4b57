/** `surcingle role …`: shows what an agent with a role may do, and what is checked afterwards. */
import type { CliFamily } from "../../command.ts";

export const role: CliFamily = {
  name: "role",
  summary: "list the roles, or show the limits and the text of one",
  description: ["A role is an ordered list of capabilities and the tools that an agent with the role may use."],
  members: {
    list: async () => (await import("./list.ts")).roleList,
    show: async () => (await import("./show.ts")).roleShow,
  },
  examples: ["surcingle role list", "surcingle role show edit-local", "surcingle role show edit-local --json"],
};
