/** `surcingle role …`: what whoever has a role may do, and what must hold afterwards. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "list",
    summary: "list the roles",
    load: async () => (await import("./list.ts")).roleList,
  },
  {
    name: "show",
    summary: "show one role: what it inherits, its limits, its text",
    load: async () => (await import("./show.ts")).roleShow,
  },
];

export const role = commandGroup({
  name: "role",
  about: "Roles: ordered lists of capabilities, with the tools that whoever has the role may use.",
  members,
  examples: ["surcingle role list", "surcingle role show edit-local", "surcingle role show edit-local --json"],
});
