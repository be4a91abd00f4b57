/** `surcingle pack …`: rules under a name that several agents share. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "list",
    summary: "list the packs",
    load: async () => (await import("./list.ts")).packList,
  },
  {
    name: "show",
    summary: "print the rules of one pack",
    load: async () => (await import("./show.ts")).packShow,
  },
];

export const pack = commandGroup({
  name: "pack",
  about: 'Packs: lists of rules that an agent takes over with `"@NAME"` in its own rules.',
  members,
  examples: ["surcingle pack list", "surcingle pack show reading", "surcingle pack show reading --json"],
});
