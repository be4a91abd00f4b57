/** `surcingle task verify TASK [WORKTREE]`: checks what an agent brought back, where it worked and then on main. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isProblem, problem } from "../../../base/problem.ts";
import { taskDirectory, taskFiles } from "../../../task/task-directory.ts";
import { withAgentWork } from "../../../task/verify/find-work.ts";
import { type Command, type CommandContext, type Given, readOptions, textOption, usageError } from "../../options.ts";
import { printSettled } from "./print.ts";
import { secondsOf, type TaskSetting, withTask, workHelp, workOptions } from "./setting.ts";
import { checkHelp, checkOptions, checkStep } from "./steps.ts";

const options = {
  ...workOptions,
  ...checkOptions,
  worktree: { type: "string" },
  report: { type: "string" },
  keep: { type: "boolean" },
} as const;

const fromLogs =
  "the worktree was not made by `task spawn`: what git was like when the agent began is read from its logs";

export const taskVerify: Command = {
  help: `Usage: surcingle task verify TASK [WORKTREE] [OPTIONS]

TASK is a task.toml. Runs every check of its role on the agent's changes: in its worktree first and, when nothing failed
there, on main with the changes laid over it, in a temporary worktree that is always removed. Untracked, renamed and
deleted files count; tasks/ never does. Without WORKTREE it is the one \`surcingle task spawn\` made, else the patch that
was kept of it. A worktree of \`task spawn\` is removed afterwards, tasks/ID/changes.patch is what stays of it; one that
you made stays.
Exit code 0: all checks passed; 1: one did not.

  --worktree DIR       the same as WORKTREE
  --report FILE        the last message of the agent (default: tasks/ID/report.md)
  --keep               leave the worktree of \`task spawn\` where it is
${checkHelp}

${workHelp}
Examples:
  surcingle task verify tasks/parser/task.toml
  surcingle task verify tasks/parser/task.toml ../worktrees/parser --report report.md
`,
  run: (context) => {
    const given = readOptions(context.argv, options, { min: 1, max: 2 });
    const named = worktreeOption(given);
    secondsOf(given, "check-timeout", 1);
    return withTask(context, given, async (setting) => {
      const { repository, home, task, printer } = setting;
      const report = readReport(context, given, setting);
      if (isProblem(report)) return report;
      const place = {
        repository,
        home,
        agentId: task.agentId,
        named: named === undefined ? undefined : resolve(context.cwd, named),
        main: textOption(given, "main"),
        isKept: given.values["keep"] === true,
      };
      const settled = await withAgentWork(place, (found) => {
        if (found.isFromLogs) setting.onProgress({ kind: "note", text: fromLogs });
        return checkStep(context, given, setting, found, report.text);
      });
      if (isProblem(settled)) return settled;
      setting.endProgress();
      printSettled(printer, repository, task.agentId, settled);
      return settled.isPassed ? 0 : 1;
    });
  },
};

function worktreeOption(given: Given): string | undefined {
  const [, position] = given.positionals;
  const option = textOption(given, "worktree");
  if (position !== undefined && option !== undefined && position !== option)
    throw usageError("the worktree is named twice, and not the same");
  return position ?? option;
}

/** A report that a person names must be there; the one of the task may be missing. */
function readReport(context: CommandContext, given: Given, { repository, task }: TaskSetting) {
  const named = textOption(given, "report");
  const own = join(taskDirectory(repository, task.agentId), taskFiles.report);
  try {
    return { text: readFileSync(named === undefined ? own : resolve(context.cwd, named), "utf8") };
  } catch (error) {
    if (named === undefined) return { text: undefined };
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    return problem("task-unreadable", named, `cannot read the report \`${named}\`: ${why}`, "check `--report`");
  }
}
