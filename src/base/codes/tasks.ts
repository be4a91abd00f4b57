/** The codes of problems with a task.toml: what each means and what to do. */

export const taskCodes = {
  "bad-agent-id": {
    title: "an agent id is not valid",
    text: "An agent id is used as a directory, a branch and a command-line argument. It has 1 to 64 characters: `A-Z`, `a-z`, `0-9`, `.`, `_` and `-`. It must not start or end with a dot, contain two dots in a row, start with a hyphen, end with `.lock`, or be a device name such as `nul` or `com1`.",
  },
  "bad-scope": {
    title: "a pattern in a task's scope can never match",
    text: "Patterns in `files-whitelist` and `files-denylist` are relative to the root of the repository, such as `src/parse/**` or `docs/*.md`. They must not be absolute, contain `..`, `./` or backslashes, or end with a slash.",
  },
  "role-not-spawnable": {
    title: "an agent cannot be started with this role",
    text: "The role has `spawnable = false`: it is for the process that starts agents and runs git itself (RULE 0.13). Choose another role; `surcingle role list` lists them.",
  },
  "nothing-to-edit": {
    title: "a task allows no file to be changed",
    text: "The role has the capability `scope::files-whitelist`, but the task's `files-whitelist` is missing or empty, so every edit will be denied. List the files of the task in `[scope]`.",
  },
} as const;

/** For tasks that are started, run or verified. */
export const taskRunCodes = {
  "task-no-repository": {
    title: "a task is started outside a git repository",
    text: "An agent works in its own git worktree, and its changes are compared with a commit. Run the command inside a repository that has a work tree and at least one commit.",
  },
  "task-dirty": {
    title: "the work tree has uncommitted changes",
    text: "The agent starts from the last commit, so it would not see these changes, and its work could conflict with them. Commit or stash them, or pass `--allow-dirty` to continue without them.",
  },
  "task-exists": {
    title: "a task with this agent id already exists",
    text: "Each agent id is used for one run. Give the task a new `agent-id`, or finish the first one: `surcingle task verify` checks its work and removes its worktree.",
  },
  "task-worktree": {
    title: "the worktree of a task cannot be created or found",
    text: "Git could not create a worktree, or the given path is not a worktree of this repository. The output of git is shown.",
  },
  "task-client-missing": {
    title: "no client is installed that can run a task",
    text: "Tasks run headless in an installed client: OpenCode, Claude Code, Pi or Codex. Install one of them so that it is on PATH, or choose one with `--harness`.",
  },
  "task-not-held": {
    title: "a client cannot enforce the limits of a task",
    text: "A task may use only the tools of its role. If the chosen client cannot enforce that, it is not started.",
  },
  "sandbox-unavailable": {
    title: "the sandbox of a task or a skill cannot be created",
    text: 'Agents of tasks and skills, and the checks of a task, run programs in a sandbox, and nothing is started without it. Install bubblewrap. In a container without user namespaces there is no sandbox: set `use = "off"` in `[sandbox]` of surcingle.toml to run programs unconfined. docs/sandbox.md has the details.',
  },
  "task-client-failed": {
    title: "the client that ran a task failed",
    text: "The client exited with an error; its output is shown. Usually it is not logged in or has no model: start the client by hand once.",
  },
  "task-timeout": {
    title: "an agent worked longer than its time limit",
    text: "The client and every process that it started were stopped. Its changes are in changes.patch in the task's directory. Allow more time with `--timeout SECONDS`.",
  },
  "task-refused-call": {
    title: "a tool call was denied, and the role ends the task on a denial",
    text: 'The role has `policy = "fail-fast"` in `[escalation]`. The denied call is recorded in decisions.jsonl in the directory of the task.',
  },
  "task-check-failed": {
    title: "a check that runs after every tool call failed",
    text: 'A capability of the role has `when = "per-tool-call"` in `[verify]`, so it is checked after every call and not only at the end. The agent was stopped after the first call that broke it.',
  },
  "task-stopped": {
    title: "a task was stopped by a signal",
    text: "The client and every process that it started were stopped, and the temporary worktrees were removed.",
  },
  "task-unreadable": {
    title: "a file of a task cannot be read or written",
    text: "The task's directory, `tasks/ID` in the repository, records how its agent was started. One of its files is missing or was not written by surcingle.",
  },
} as const;
