/** The codes of problems while importing: what each means and what to do. */

export const importCodes = {
  "import-source": {
    title: "there is nothing to import",
    text: "`surcingle import` takes client names (as in `--harness`), home directories and projects. It looks there for each client's directories, such as `.claude/agents`.",
  },
  "import-unreadable": {
    title: "a file with permissions cannot be read",
    text: "This file restricts agents. Without it, the imported agents could do more than before, so nothing is imported. Fix the file, or name the clients to import.",
  },
  "import-clash": {
    title: "two sources define the same name",
    text: "The same agent, command or skill was found in several places, with different content. Choose one with `--prefer CLIENT`, import the clients one at a time, or rename one of the files.",
  },
  "import-exists": {
    title: "a definition of this name already exists",
    text: "`surcingle import` never overwrites a definition. Import into an empty directory with `--root DIR`, or move the existing definition.",
  },
} as const;
