/** What spawning, running and verifying a task have in common: the task, its repository, the ledger, and an orderly end. */

import type { Problem } from "../../../base/problem.ts";
import { withInterrupt } from "../../../process/signals.ts";
import { openRepository, type Repository } from "../../../task/git/git.ts";
import { worktreeHome } from "../../../task/git/worktree.ts";
import { findLedger, type Ledger, openLedger } from "../../../task/ledger/ledger.ts";
import { cleanUpDeadTasks } from "../../../task/run/clean-up.ts";
import type { OnProgress } from "../../../task/run/progress.ts";
import { type Machine, readMachine } from "../../machine-settings.ts";
import { type CommandContext, type Given, type OptionTable, textOption, usageError } from "../../options.ts";
import { makePrinter, type Printer } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { now } from "../ledger/options.ts";
import { type Loaded, loadTask } from "./options.ts";
import { tellTask } from "./print.ts";

export const workOptions = {
  ...rootOptions,
  settings: { type: "string" },
  ledger: { type: "string" },
  main: { type: "string" },
} as const satisfies OptionTable;

export const workHelp = `${rootHelp.replace(
  "  --json  ",
  `  --main BRANCH    the branch the work is for (default: the one that is checked out when the agent starts)
  --ledger FILE    the ledger (default: SURCINGLE_LEDGER, else the one of the repository)
  --settings FILE  settings of this machine, JSON or TOML
  --json  `,
)}`;

export interface TaskSetting extends Loaded {
  readonly machine: Machine;
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly ledger: Ledger;
  readonly now: () => number;
  readonly abort: AbortSignal;
  readonly onProgress: OnProgress;
  readonly printer: Printer;
  /** Takes the line of progress away: the last words follow. */
  readonly endProgress: () => void;
}

type Outcome = number | Problem | Problem;

/** Whatever ends the step, a signal too, what it made for itself is gone before the process ends. Problem is printed. */
export async function withTask(
  context: CommandContext,
  given: Given,
  step: (setting: TaskSetting) => Promise<Outcome>,
): Promise<number> {
  const printer = makePrinter(context, given);
  const machine = readMachine(context, given, printer);
  const loaded = machine && (await loadTask(given.positionals[0]!, context, given, printer));
  if (!loaded) return 1;
  const outcome = await withInterrupt(async (abort) => {
    const telling = tellTask(context, printer, loaded.task.agentId);
    try {
      const { onProgress } = telling;
      const common = { ...loaded, machine, now, abort, onProgress, printer, endProgress: telling.stop };
      const result = await inRepository(context, given, common, step);
      telling.stop();
      if (typeof result !== "number") printer.problems([result]);
      return result;
    } finally {
      telling.stop();
    }
  });
  return typeof outcome === "number" ? outcome : 1;
}

async function inRepository(
  context: CommandContext,
  given: Given,
  common: Omit<TaskSetting, "repository" | "home" | "ledger">,
  step: (setting: TaskSetting) => Promise<Outcome>,
): Promise<Outcome> {
  const repository = await openRepository(context.cwd);
  if ("code" in repository) return repository;
  const file = await findLedger({ ...context, given: textOption(given, "ledger") });
  if (typeof file !== "string") return file;
  const ledger = await openLedger(file);
  if ("code" in ledger) return ledger;
  try {
    const home = worktreeHome(repository, common.machine.home, context.env);
    await cleanUpDeadTasks({ repository, home, ledger, now: common.now, onProgress: common.onProgress });
    return await step({ ...common, repository, home, ledger });
  } finally {
    ledger.close();
  }
}

export function secondsOf(given: Given, name: string, otherwise: number): number {
  const text = textOption(given, name);
  if (text === undefined) return otherwise;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 604_800)) throw usageError(`\`--${name}\` is a number of seconds, not \`${text}\``);
  return seconds;
}
