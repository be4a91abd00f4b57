/** `surcingle pack …`: named lists of rules that agents share. */
import type { CliFamily } from "../../command.ts";

export const pack: CliFamily = {
  name: "pack",
  summary: "list the rule packs, or show the rules of one",
  description: ['An agent uses a pack with `"@NAME"` in its own rules.'],
  members: {
    list: async () => (await import("./list.ts")).packList,
    show: async () => (await import("./show.ts")).packShow,
  },
  examples: ["surcingle pack list", "surcingle pack show reading", "surcingle pack show reading --json"],
};
