/** The two halves of a task as the command line starts them: the agent's work, and the check of it. */

import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { type Problem, problem } from "../../../base/problem.ts";
import { composeDna } from "../../../task/dna.ts";
import { type FinishedTask, finishTask } from "../../../task/run/finish.ts";
import { findClient, launchable } from "../../../task/run/headless.ts";
import { type Spawned, spawnTask } from "../../../task/run/spawn.ts";
import type { AgentWork } from "../../../task/verify/find-work.ts";
import { ownGate, readAssets } from "../../assets.ts";
import { type CommandContext, type Given, type OptionTable, textOption, usageError } from "../../options.ts";
import { secondsOf, type TaskSetting } from "./setting.ts";

const clientIds: readonly string[] = launchable.map(({ harness }) => harness.id);
const [workSeconds, checkSeconds] = [1800, 900];

export const spawnOptions = {
  harness: { type: "string" },
  model: { type: "string" },
  timeout: { type: "string" },
  "allow-dirty": { type: "boolean" },
} as const satisfies OptionTable;

export const spawnHelp = `  --harness ID     ${clientIds.join(", ")} (default: the first of them on PATH)
  --model NAME     handed to the client as it is
  --timeout SEC    stop the agent after this time (default: ${workSeconds})
  --allow-dirty    start although the work tree has changes that no commit holds; the agent does not see them`;

export const checkOptions = {
  "check-timeout": { type: "string" },
  "allow-unchecked": { type: "boolean" },
} as const satisfies OptionTable;

export const checkHelp = `  --check-timeout SEC  how long one program of a check may run (default: ${checkSeconds})
  --allow-unchecked    let pass what could not be told; what failed is rejected all the same`;

/** Looked at first: a mistake of the command line must not cost anything. */
export function readSpawnOptions(given: Given): { readonly id: string | undefined; readonly seconds: number } {
  const id = textOption(given, "harness");
  if (id !== undefined && !clientIds.includes(id))
    throw usageError(`\`--harness\` is one of ${clientIds.join(", ")}, not \`${id}\``);
  return { id, seconds: secondsOf(given, "timeout", workSeconds) };
}

export async function spawnStep(
  context: CommandContext,
  given: Given,
  setting: TaskSetting,
): Promise<Spawned | Problem | Problem> {
  const { id, seconds } = readSpawnOptions(given);
  const client = findClient(id, context.env);
  if (!client) return noClient(id);
  const { task, role, machine } = setting;
  return spawnTask({
    ...setting,
    dna: composeDna(task, role, randomBytes(4).toString("hex")),
    client,
    installation: { assets: readAssets(), gate: ownGate() },
    settings: machine.settings,
    userHome: machine.home,
    env: context.env,
    model: textOption(given, "model"),
    seconds,
    main: textOption(given, "main"),
    isDirtyAllowed: given.values["allow-dirty"] === true,
    ignore: [resolve(context.cwd, given.positionals[0]!)],
  });
}

function noClient(id: string | undefined): Problem {
  const programs = launchable.map(({ launcher }) => `\`${launcher.program}\``).join(", ");
  const message = id === undefined ? "no client is on PATH that could carry out the task" : `\`${id}\` is not on PATH`;
  return problem("task-client-missing", id ?? "", message, `install one of ${programs}, or choose with \`--harness\``);
}

export function checkStep(
  context: CommandContext,
  given: Given,
  setting: TaskSetting,
  place: AgentWork,
  report: string | undefined,
): Promise<FinishedTask | Problem> {
  return finishTask({
    ...setting,
    ...place,
    report,
    env: context.env,
    seconds: secondsOf(given, "check-timeout", checkSeconds),
    isUncheckedAllowed: given.values["allow-unchecked"] === true,
  });
}
