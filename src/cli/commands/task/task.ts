/** `surcingle task …`: one agent, one task, checked when it comes back. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "compose",
    summary: "print the prompt of a task, or write it to a file",
    load: async () => (await import("./compose.ts")).taskCompose,
  },
  {
    name: "prepare",
    summary: "print all that starting an agent by hand needs; nothing is written",
    load: async () => (await import("./prepare.ts")).taskPrepare,
  },
  {
    name: "spawn",
    summary: "start an agent on a task in a worktree of its own, held to what its role allows",
    load: async () => (await import("./spawn.ts")).taskSpawn,
  },
  {
    name: "verify",
    summary: "check what an agent brought back, where it worked and then on main",
    load: async () => (await import("./verify.ts")).taskVerify,
  },
  {
    name: "run",
    summary: "compose, spawn and verify in one go",
    load: async () => (await import("./run.ts")).taskRun,
  },
];

export const task = commandGroup({
  name: "task",
  about: "Tasks: a task.toml names a role, the files it is about and what must hold afterwards.",
  members,
  examples: [
    "surcingle task compose tasks/parser/task.toml",
    "surcingle task prepare tasks/parser/task.toml --format json",
    "surcingle task run tasks/parser/task.toml",
  ],
});
