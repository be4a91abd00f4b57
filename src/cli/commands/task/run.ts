/** `surcingle task run TASK`: starts the agent of a task and verifies its work. */
import { isProblem } from "../../../base/problem.ts";
import { giveUpOwnership, removeWorktree } from "../../../task/git/worktree.ts";
import { defineCommand } from "../../command.ts";
import { taskArgument } from "../../options.ts";
import { checkOptions, checkStep, printResult, spawnOptions, spawnStep, withTask, workOptions } from "./work.ts";

export const taskRun = defineCommand({
  name: "run",
  summary: "compose, spawn and verify in one step",
  description: [
    "Verifies the work in the agent's worktree first, then on main with the changes applied. Worktrees and processes are always cleaned up. The changes are kept in tasks/ID/changes.patch; if they passed, the commands that merge them are printed.",
    "Exits with 0 if the work passed, with 1 if it was rejected or the agent did not finish.",
  ],
  arguments: [taskArgument],
  options: { ...spawnOptions, ...checkOptions, ...workOptions },
  examples: [
    "surcingle task run tasks/parser/task.toml",
    "surcingle task run tasks/parser/task.toml --harness claude-code --model opus",
  ],
  run: (context) =>
    withTask(context, async (setting) => {
      const spawned = await spawnStep(context, setting);
      if ("code" in spawned) return spawned;
      const { repository, home, task, role, printer, onProgress } = setting;
      const { tree, record, report, refused } = spawned;
      try {
        if (role.escalation !== "orchestrator-notify")
          for (const { reason } of refused) onProgress({ kind: "note", text: reason });
        const place = { tree, base: record.base, main: record.main, before: record.git };
        const checked = await checkStep(context, setting, place, report);
        if (isProblem(checked)) return checked;
        setting.endProgress();
        printResult(printer, repository, task.agentId, checked);
        return checked.isPassed ? 0 : 1;
      } finally {
        await removeWorktree(repository, tree.path);
        giveUpOwnership(home, task.agentId);
      }
    }),
});
