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

/** Of tasks that are started, run or verified. */
export const taskRunCodes = {
  "task-no-repository": {
    title: "a task is started outside a git repository",
    text: "An agent works in a git worktree of its own, and what it changed is found by comparing with a commit. Run the command inside a repository that has at least one commit and a work tree.",
  },
  "task-dirty": {
    title: "the work tree has changes that no commit holds",
    text: "The agent starts from the last commit, so it would not see these changes, and what it brings back could collide with them. Commit or stash them, or add `--allow-dirty` to go on without them.",
  },
  "task-exists": {
    title: "there is a task of this agent id already",
    text: "Each agent id stands for one run. Give the task a new `agent-id`, or finish the first one: `surcingle task verify` checks what it brought back and removes its worktree.",
  },
  "task-worktree": {
    title: "the worktree of a task cannot be made or found",
    text: "Git refused to make a worktree, or the one that was named is not a worktree of this repository. What git said is shown.",
  },
  "task-client-missing": {
    title: "no client is there to carry out a task",
    text: "A task is carried out by an installed client that can run without a screen: OpenCode, Claude Code, Pi or Codex. Install one of them, or name it with `--harness`; it must be found on PATH.",
  },
  "task-not-held": {
    title: "a client cannot be held to the limits of a task",
    text: "A task runs with the tools of its role and no others. Where the chosen client cannot be held to that, it is not started.",
  },
  "sandbox-unavailable": {
    title: "the sandbox of a task or a skill cannot be made",
    text: 'Agents of tasks and skills, and the checks of a task, run programs in a sandbox, and nothing is started without it. Install bubblewrap. In a container without user namespaces there is no sandbox: set `use = "off"` in `[sandbox]` of surcingle.toml to run programs unconfined. docs/sandbox.md has the details.',
  },
  "task-client-failed": {
    title: "the client that carried out a task failed",
    text: "The client ended with an error; what it said is shown. Most often it has no login or no model: start the client by hand once.",
  },
  "task-timeout": {
    title: "an agent worked longer than its time limit",
    text: "The client and everything it had started were stopped. What it had changed is kept as changes.patch in the directory of the task. `--timeout SECONDS` gives more time.",
  },
  "task-refused-call": {
    title: "a call of the agent was refused, and its role ends the task then",
    text: 'The role has `policy = "fail-fast"` under `[escalation]`. The refused call stands in decisions.jsonl in the directory of the task.',
  },
  "task-check-failed": {
    title: "a check that is made after each call of the agent failed",
    text: 'A capability of the role has `when = "per-tool-call"` under `[verify]`: it must hold all the time, not only at the end. The agent was stopped at the first call after which it did not.',
  },
  "task-stopped": {
    title: "a task was stopped by a signal",
    text: "The client and everything it had started were stopped, and worktrees that only this run needed were removed.",
  },
  "task-unreadable": {
    title: "a file of a task cannot be read or written",
    text: "The directory of a task, `tasks/ID` in the repository, holds what was written down when its agent was started. One of these files is missing or is not what surcingle wrote there.",
  },
} as const;
