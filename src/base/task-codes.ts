/** The codes of diagnostics about a task.toml: what each means and what to do. */

export const taskCodes = {
  "bad-agent-id": {
    title: "the id of an agent cannot be used",
    text: "An agent id becomes a directory, a branch and a word of a command line: 1 to 64 of `A-Z`, `a-z`, `0-9`, `.`, `_` and `-`, without two dots in a row, without a dot at an end, without a hyphen at the beginning, without `.lock` at the end, and not the name of a device such as `nul` or `com1`.",
  },
  "bad-scope": {
    title: "a pattern of a task's scope can never match",
    text: "Patterns of `files-whitelist` and `files-denylist` begin at the root of the repository and are written as `src/parse/**` or `docs/*.md`: not absolute, without `..`, `./`, backslashes or a slash at the end. A pattern that never matches would close nothing.",
  },
  "role-not-spawnable": {
    title: "no agent may be started with a role",
    text: "The role says `spawnable = false`: it describes what whoever starts agents does itself (RULE 0.13: one who starts agents keeps git in its own hands). Choose a role that can be given to an agent; `surcingle role list` shows them.",
  },
  "nothing-to-edit": {
    title: "a task allows no file to be changed",
    text: "The role has the capability `scope::files-whitelist`, and the task has no `files-whitelist` or an empty one. Every edit will be refused. Write the files that the task is about into `[scope]`.",
  },
} as const;
