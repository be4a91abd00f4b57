/** What can go wrong with a task that is spawned, run or verified, as data: a code, what it is about, what to do next. */

/** The same shape as the codes of diagnostics, for `explain-code`. */
export const taskTroubleCodes = {
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

export type TaskTroubleCode = keyof typeof taskTroubleCodes;

export interface TaskTrouble {
  readonly code: TaskTroubleCode;
  /** The agent id or the path it is about. */
  readonly path: string;
  /** Lower case, no full stop. */
  readonly message: string;
  readonly hint: string;
}

export function taskTrouble(code: TaskTroubleCode, path: string, message: string, hint: string): TaskTrouble {
  return { code, path, message, hint };
}

export function isTaskTrouble(value: object | undefined): value is TaskTrouble {
  return value !== undefined && "code" in value && "hint" in value;
}
