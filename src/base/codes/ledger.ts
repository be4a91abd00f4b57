/** The codes of problems with the ledger: what each means and what to do. */

export const ledgerCodes = {
  "ledger-place": {
    title: "the ledger cannot be located",
    text: "A repository's ledger is `surcingle/ledger.sqlite` in its git directory, shared by all worktrees. Outside a repository, pass `--ledger FILE` or set `SURCINGLE_LEDGER`.",
  },
  "ledger-unusable": {
    title: "the ledger cannot be opened or written",
    text: "The file is not a ledger, is damaged, or cannot be opened. It is never replaced. If you move it away, the next run creates a new one.",
  },
  "ledger-engine": {
    title: "SQLite is not available to open the ledger",
    text: "Node 22.13 and newer include SQLite. Older versions use the SQLite that is shipped with surcingle, for Linux and macOS on x64 and arm64.",
  },
  "ledger-newer": {
    title: "the ledger was written by a newer version",
    text: "A newer version of surcingle changed the format of the ledger. Use that version.",
  },
  "ledger-busy": {
    title: "the ledger is locked",
    text: "Another program has had a transaction open on the ledger for a minute. Find it, and close it.",
  },
  "agent-running": {
    title: "an agent with this id is already running",
    text: "The ledger has an unfinished row for this id. If the agent is gone, close the row with `surcingle ledger done ID --status failed`, or choose another id.",
  },
  "agent-unknown": {
    title: "the agent is not in the ledger",
    text: "`surcingle ledger list` shows the agents of this repository.",
  },
  "agent-merged": {
    title: "the agent's work is already merged",
    text: "A row with status `merged` is final.",
  },
} as const;
