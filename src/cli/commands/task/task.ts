/** `surcingle task …`: runs one agent on one task and checks its work. */
import type { CliFamily } from "../../command.ts";

export const task: CliFamily = {
  name: "task",
  summary: "run an agent on a task and verify its work",
  description: ["A task.toml names a role, the files that may change and the checks that must pass."],
  members: {
    compose: async () => (await import("./compose.ts")).taskCompose,
    prepare: async () => (await import("./prepare.ts")).taskPrepare,
    spawn: async () => (await import("./spawn.ts")).taskSpawn,
    verify: async () => (await import("./verify.ts")).taskVerify,
    run: async () => (await import("./run.ts")).taskRun,
  },
  examples: [
    "surcingle task compose tasks/parser/task.toml",
    "surcingle task prepare tasks/parser/task.toml --format json",
    "surcingle task run tasks/parser/task.toml",
  ],
};
