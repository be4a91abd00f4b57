/** The codes of problems with the ledger: what each means and what to do. */

export const ledgerCodes = {
  "ledger-place": {
    title: "it is not clear where the ledger is",
    text: "The ledger of a repository stands in its git directory, in `surcingle/ledger.sqlite`, so that every worktree has the same one. Outside a repository name a file with `--ledger FILE` or `SURCINGLE_LEDGER`.",
  },
  "ledger-unusable": {
    title: "the ledger cannot be opened or written",
    text: "The file is not a ledger, is damaged, or the file system refused. It is never replaced: move it away, and the next run makes a new one.",
  },
  "ledger-engine": {
    title: "there is no SQLite to open the ledger with",
    text: "Node has SQLite of its own from 22.13 on. Before that the package `@photostructure/sqlite` is needed, which is installed together with this program and has programs for Linux, macOS and Windows.",
  },
  "ledger-newer": {
    title: "the ledger was written by a newer version",
    text: "A newer version of this program has changed the ledger in a way this one does not know. Use the newer version.",
  },
  "ledger-busy": {
    title: "the ledger stays locked",
    text: "Writers wait for each other, and one of them has held the ledger for a minute. Look for a program that has the file open in a transaction.",
  },
  "agent-running": {
    title: "an agent of that id is running already",
    text: "The ledger has a row of this id that is not finished. If that agent is gone, finish its row with `surcingle ledger done ID --status failed`, or choose another id.",
  },
  "agent-unknown": {
    title: "the ledger has no such agent",
    text: "`surcingle ledger list` shows the agents of this repository.",
  },
  "agent-merged": {
    title: "the work of an agent is merged already",
    text: "A row that says `merged` is final: what is on main is on main.",
  },
} as const;
