/** `surcingle task spawn TASK`: starts the agent of a task and waits for it; its worktree is kept for verification. */
import { plural, visible } from "../../../base/text.ts";
import { giveUpOwnership } from "../../../task/git/worktree.ts";
import type { Spawned } from "../../../task/run/spawn.ts";
import { defineCommand } from "../../command.ts";
import { shellWord, taskArgument } from "../../options.ts";
import { spawnOptions, spawnStep, type TaskSetting, withTask, workOptions } from "./work.ts";

export const taskSpawn = defineCommand({
  name: "spawn",
  summary: "start an agent on a task in its own worktree",
  description: [
    "Creates a git worktree outside your checkout, writes the prompt to tasks/ID, records the agent in the ledger and starts a client in headless mode, restricted to what the role and the task allow. Waits until the agent finishes or times out. The report, every decision of the gate and the changes are in tasks/ID; the worktree stays until `surcingle task verify`.",
  ],
  arguments: [taskArgument],
  options: { ...spawnOptions, ...workOptions },
  examples: [
    "surcingle task spawn tasks/parser/task.toml",
    "surcingle task spawn tasks/parser/task.toml --harness opencode --timeout 3600",
  ],
  run: (context) =>
    withTask(context, async (setting) => {
      const spawned = await spawnStep(context, setting);
      if ("code" in spawned) return spawned;
      giveUpOwnership(setting.home, setting.task.agentId);
      setting.endProgress();
      printSpawned(setting, context.words[0]!, spawned);
      return 0;
    }),
});

function printSpawned({ printer, task }: TaskSetting, path: string, { tree, directory, refused }: Spawned): void {
  const { agentId } = task;
  printer.emit({ event: "spawned", agent: agentId, worktree: tree.path, directory, refused: refused.length });
  printer.say(`${agentId} returned; ${plural(refused.length, "call")} refused`);
  for (const { reason } of refused) printer.say(`  ${visible(reason)}`);
  printer.say(`worktree: ${visible(tree.path)}\nreport:   ${visible(directory)}/report.md`);
  printer.say(`next:     surcingle task verify ${shellWord(path)}`);
}
