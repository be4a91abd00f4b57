/** `surcingle ledger …`: who ran what. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "fork",
    summary: "write down that an agent starts, and print its id",
    load: async () => (await import("./fork.ts")).ledgerFork,
  },
  {
    name: "done",
    summary: "write down how an agent's work ended",
    load: async () => (await import("./done.ts")).ledgerDone,
  },
  {
    name: "list",
    summary: "list agents, newest first",
    load: async () => (await import("./list.ts")).ledgerList,
  },
  {
    name: "show",
    summary: "print all that is known of one agent, or of those with a DNA",
    load: async () => (await import("./show.ts")).ledgerShow,
  },
];

export const ledger = commandGroup({
  name: "ledger",
  about: "The ledger: one SQLite file for each repository that says which agent ran which task, and how it ended.",
  members,
  examples: [
    "surcingle ledger list --status running",
    "surcingle ledger show --dna edit-local::NG-FW",
    "surcingle ledger done parser-1 --status merged",
  ],
});
