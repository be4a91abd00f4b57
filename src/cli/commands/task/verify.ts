/** `surcingle task verify TASK [WORKTREE]`: checks an agent's work, in its worktree and then on main. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { explainErrno } from "../../../base/errno.ts";
import { isProblem, problem } from "../../../base/problem.ts";
import { taskDirectory, taskFiles } from "../../../task/task-directory.ts";
import { withAgentWork } from "../../../task/verify/find-work.ts";
import { defineCommand, usageError } from "../../command.ts";
import { reportOption, taskArgument } from "../../options.ts";
import { checkOptions, checkStep, printResult, type TaskSetting, withTask, workOptions } from "./work.ts";

const fromLogs =
  "this worktree was not created by `task spawn`, so its state before the agent started is read from the reflogs";

export const taskVerify = defineCommand({
  name: "verify",
  summary: "verify an agent's work, in its worktree and on main",
  description: [
    "Runs every check of the role on the agent's changes: in its worktree first and, if nothing failed there, on main with the changes applied, in a temporary worktree. Untracked, renamed and deleted files are included; tasks/ is not.",
    "Without WORKTREE, uses the one that `surcingle task spawn` created, else the patch that was kept. A worktree of `task spawn` is removed afterwards and its changes stay in tasks/ID/changes.patch; your own worktrees stay. Exits with 1 if a check did not pass.",
  ],
  arguments: [taskArgument, { name: "WORKTREE", text: "where the agent worked", isOptional: true }],
  options: {
    worktree: { value: "DIR", text: "same as WORKTREE" },
    report: reportOption,
    keep: { text: "keep the worktree of `task spawn`" },
    ...checkOptions,
    ...workOptions,
  },
  examples: ["surcingle task verify tasks/parser/task.toml", "surcingle task verify tasks/parser/task.toml ../parser"],
  run: (context) => {
    const { words, options } = context;
    const named = worktreeOption(words[1], options.worktree);
    return withTask(context, async (setting) => {
      const { repository, home, task, printer } = setting;
      const report = readReport(context.cwd, options.report, setting);
      if (isProblem(report)) return report;
      const place = {
        repository,
        home,
        agentId: task.agentId,
        named: named === undefined ? undefined : resolve(context.cwd, named),
        main: options.main,
        isKept: options.keep,
      };
      const checked = await withAgentWork(place, (found) => {
        if (found.isFromLogs) setting.onProgress({ kind: "note", text: fromLogs });
        return checkStep(context, setting, found, report.text);
      });
      if (isProblem(checked)) return checked;
      setting.endProgress();
      printResult(printer, repository, task.agentId, checked);
      return checked.isPassed ? 0 : 1;
    });
  },
});

function worktreeOption(position: string | undefined, option: string | undefined): string | undefined {
  if (position !== undefined && option !== undefined && position !== option)
    throw usageError("WORKTREE and `--worktree` name different directories");
  return position ?? option;
}

/** A given report must exist; the task's own may be missing. */
function readReport(cwd: string, named: string | undefined, { repository, task }: TaskSetting) {
  const own = join(taskDirectory(repository, task.agentId), taskFiles.report);
  try {
    return { text: readFileSync(named === undefined ? own : resolve(cwd, named), "utf8") };
  } catch (error) {
    if (named === undefined) return { text: undefined };
    return problem(
      "task-unreadable",
      named,
      `cannot read the report \`${named}\`: ${explainErrno(error)}`,
      "check `--report`",
    );
  }
}
