/** The codes of problems while importing: what each means and what to do. */

export const importCodes = {
  "import-source": {
    title: "there is nothing to import from",
    text: "`surcingle import` takes names of clients (those of `--harness`), homes and projects. It looks for the directories of each client there, for example `.claude/agents`.",
  },
  "import-unreadable": {
    title: "a file that decides about permissions cannot be read",
    text: "Rules in this file restrict agents. Without them the imported agents could do more than before, so nothing is imported. Repair the file, or name the clients to import.",
  },
  "import-clash": {
    title: "two sources define the same name",
    text: "An agent, command or skill of one name was found in several places, and they differ. Choose one with `--prefer CLIENT`, import the clients one at a time, or rename one of the files.",
  },
  "import-exists": {
    title: "a definition of this name already exists",
    text: "`surcingle import` never overwrites a definition. Import into an empty directory with `--root DIR`, or move the definition away.",
  },
} as const;
