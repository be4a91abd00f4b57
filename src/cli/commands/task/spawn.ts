/** `surcingle task spawn TASK`: starts the agent of a task and waits for it; its worktree stays to be verified. */
import { visible } from "../../../base/visible.ts";
import { giveUpOwnership } from "../../../task/git/worktree.ts";
import type { Spawned } from "../../../task/run/spawn.ts";
import { type Command, readOptions } from "../../options.ts";
import { shellWord } from "../../outputs.ts";
import { plural } from "../../print.ts";
import { type TaskSetting, withTask, workHelp, workOptions } from "./setting.ts";
import { readSpawnOptions, spawnHelp, spawnOptions, spawnStep } from "./steps.ts";

export const taskSpawn: Command = {
  help: `Usage: surcingle task spawn TASK [OPTIONS]

TASK is a task.toml. Makes a git worktree outside your checkout, writes tasks/ID with the prompt, puts the agent into
the ledger and starts a client without a screen, held to what role and task allow. Waits until it comes back or its time
is up. Its report, every decision of the gate and what it changed are found in tasks/ID; the worktree stays until
\`surcingle task verify\`.

${spawnHelp}

${workHelp}
Examples:
  surcingle task spawn tasks/parser/task.toml
  surcingle task spawn tasks/parser/task.toml --harness opencode --timeout 3600
`,
  run: (context) => {
    const given = readOptions(context.argv, { ...workOptions, ...spawnOptions }, { min: 1, max: 1 });
    readSpawnOptions(given);
    return withTask(context, given, async (setting) => {
      const spawned = await spawnStep(context, given, setting);
      if ("code" in spawned) return spawned;
      giveUpOwnership(setting.home, setting.task.agentId);
      setting.endProgress();
      tell(setting, given.positionals[0]!, spawned);
      return 0;
    });
  },
};

function tell({ printer, task }: TaskSetting, path: string, { tree, directory, refused }: Spawned): void {
  const { agentId } = task;
  printer.emit({ event: "spawned", agent: agentId, worktree: tree.path, directory, refused: refused.length });
  printer.say(`${agentId} came back; ${plural(refused.length, "call")} refused`);
  for (const { reason } of refused) printer.say(`  ${visible(reason)}`);
  printer.say(`worktree: ${visible(tree.path)}\nreport:   ${visible(directory)}/report.md`);
  printer.say(`next:     surcingle task verify ${shellWord(path)}`);
}
