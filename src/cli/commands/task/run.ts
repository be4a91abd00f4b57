/** `surcingle task run TASK`: starts the agent of a task, checks what it brings back, and leaves nothing but the evidence. */
import { isProblem } from "../../../base/problem.ts";
import { giveUpOwnership, removeWorktree } from "../../../task/git/worktree.ts";
import { type Command, readOptions } from "../../options.ts";
import { printSettled } from "./print.ts";
import { secondsOf, withTask, workHelp, workOptions } from "./setting.ts";
import { checkHelp, checkOptions, checkStep, readSpawnOptions, spawnHelp, spawnOptions, spawnStep } from "./steps.ts";

export const taskRun: Command = {
  help: `Usage: surcingle task run TASK [OPTIONS]

TASK is a task.toml. Composes the prompt, spawns the agent and verifies its work: in its worktree first, then on main
with its changes laid over it. Afterwards no worktree and no process is left, whatever happened. What the agent changed
is tasks/ID/changes.patch; when it passed, the commands that merge it are printed.
Exit code 0: it passed; 1: it was rejected, or the agent did not come back.

${spawnHelp}
${checkHelp}

${workHelp}
Examples:
  surcingle task run tasks/parser/task.toml
  surcingle task run tasks/parser/task.toml --harness claude-code --model opus --json
`,
  run: (context) => {
    const table = { ...workOptions, ...spawnOptions, ...checkOptions };
    const given = readOptions(context.argv, table, { min: 1, max: 1 });
    readSpawnOptions(given);
    secondsOf(given, "check-timeout", 1);
    return withTask(context, given, async (setting) => {
      const spawned = await spawnStep(context, given, setting);
      if ("code" in spawned) return spawned;
      const { repository, home, task, role, printer, onProgress } = setting;
      const { tree, record, report, refused } = spawned;
      try {
        if (role.escalation !== "orchestrator-notify")
          for (const { reason } of refused) onProgress({ kind: "note", text: reason });
        const place = { tree, base: record.base, main: record.main, before: record.git };
        const settled = await checkStep(context, given, setting, place, report);
        if (isProblem(settled)) return settled;
        setting.endProgress();
        printSettled(printer, repository, task.agentId, settled);
        return settled.isPassed ? 0 : 1;
      } finally {
        await removeWorktree(repository, tree.path);
        giveUpOwnership(home, task.agentId);
      }
    });
  },
};
