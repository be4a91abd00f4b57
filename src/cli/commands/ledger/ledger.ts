/** `surcingle ledger …`: records which agent ran which task. */
import type { CliFamily } from "../../command.ts";

export const ledger: CliFamily = {
  name: "ledger",
  summary: "record and show which agent ran which task, and how it ended",
  description: ["The ledger is one SQLite file per repository."],
  members: {
    fork: async () => (await import("./fork.ts")).ledgerFork,
    done: async () => (await import("./done.ts")).ledgerDone,
    list: async () => (await import("./list.ts")).ledgerList,
    show: async () => (await import("./show.ts")).ledgerShow,
  },
  examples: [
    "surcingle ledger list --status running",
    "surcingle ledger show --dna edit-local::NG-FW",
    "surcingle ledger done parser-1 --status merged",
  ],
};
