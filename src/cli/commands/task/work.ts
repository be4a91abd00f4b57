/**
 * Shared by `task spawn`, `task run` and `task verify`: options, the task in its repository, running, verifying and
 * printing.
 */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { isProblem, type Problem, problem } from "../../../base/problem.ts";
import { plural, visible } from "../../../base/text.ts";
import type { CheckResult } from "../../../model/task.ts";
import { withInterrupt } from "../../../process/signals.ts";
import { composeDna } from "../../../task/dna.ts";
import { openRepository, type Repository } from "../../../task/git/git.ts";
import { worktreeHome } from "../../../task/git/worktree.ts";
import { findLedger, type Ledger, openLedger } from "../../../task/ledger/ledger.ts";
import { cleanUpDeadTasks, type FinishedTask, finishTask } from "../../../task/run/finish.ts";
import type { OnProgress } from "../../../task/run/follow-decisions.ts";
import { findClient, launchable } from "../../../task/run/headless.ts";
import { openSandbox, type RunSandbox } from "../../../task/run/sandbox.ts";
import { type Spawned, spawnTask } from "../../../task/run/spawn.ts";
import type { AgentWork } from "../../../task/verify/find-work.ts";
import { ownGate, readAssets } from "../../assets.ts";
import type { CliCall, CliOptions } from "../../command.ts";
import { type MachineSettings, readMachineSettings } from "../../machine-settings.ts";
import { clientOption, modelOption, readSeconds, rootOptions, settingsOptions, shellWord } from "../../options.ts";
import type { Printer } from "../../print.ts";
import { type LiveLine, liveLine } from "../../progress.ts";
import { ledgerOptions, now } from "../ledger/open.ts";
import { type LoadedTask, loadTask } from "./load.ts";

export const workOptions = {
  main: { value: "BRANCH", text: "branch that the work is for (default: the one checked out when the agent starts)" },
  ...ledgerOptions,
  ...rootOptions,
  ...settingsOptions,
} as const satisfies CliOptions;

export const spawnOptions = {
  harness: {
    ...clientOption,
    choices: launchable.map(({ harness }) => harness.id),
  },
  model: modelOption,
  timeout: { value: "SECONDS", read: readSeconds, default: 1800, text: "time limit of the agent" },
  "allow-dirty": { text: "start even if the work tree has uncommitted changes; the agent does not see them" },
} as const satisfies CliOptions;

export const checkOptions = {
  "check-timeout": {
    value: "SECONDS",
    read: readSeconds,
    default: 900,
    text: "time limit of each program that a check starts",
  },
  "allow-unchecked": { text: "accept what could not be checked; what failed is still rejected" },
} as const satisfies CliOptions;

type WorkCall = CliCall<typeof workOptions>;
type SpawnCall = CliCall<typeof workOptions & typeof spawnOptions>;
type CheckCall = CliCall<typeof workOptions & typeof checkOptions>;

export interface TaskSetting extends LoadedTask {
  readonly machine: MachineSettings;
  readonly repository: Repository;
  /** The directory of our worktrees. */
  readonly home: string;
  readonly ledger: Ledger;
  /** Undefined if programs run without a sandbox. */
  readonly sandbox: RunSandbox | undefined;
  readonly now: () => number;
  readonly abort: AbortSignal;
  readonly onProgress: OnProgress;
  readonly printer: Printer;
  /** Removes the progress line before the result is printed. */
  readonly endProgress: () => void;
}

/** Runs a step of a task and prints its problems. Temporary files are removed when the step ends, even by a signal. */
export async function withTask(
  context: WorkCall,
  step: (setting: TaskSetting) => Promise<number | Problem>,
): Promise<number> {
  const { printer } = context;
  const machine = readMachineSettings(context);
  const loaded = machine && (await loadTask(context.words[0]!, context));
  if (!loaded) return 1;
  const outcome = await withInterrupt(async (abort) => {
    const progress = showProgress(context, loaded.task.agentId);
    try {
      const { onProgress } = progress;
      const common = { ...loaded, machine, now, abort, onProgress, printer, endProgress: progress.stop };
      const result = await inRepository(context, common, step);
      progress.stop();
      if (typeof result !== "number") printer.problems([result]);
      return result;
    } finally {
      progress.stop();
    }
  });
  return typeof outcome === "number" ? outcome : 1;
}

async function inRepository(
  context: WorkCall,
  common: Omit<TaskSetting, "repository" | "home" | "ledger" | "sandbox">,
  step: (setting: TaskSetting) => Promise<number | Problem>,
): Promise<number | Problem> {
  const repository = await openRepository(context.cwd);
  if ("code" in repository) return repository;
  const file = await findLedger({ ...context, given: context.options.ledger });
  if (typeof file !== "string") return file;
  const ledger = await openLedger(file);
  if ("code" in ledger) return ledger;
  try {
    const home = worktreeHome(repository, common.machine.home, context.env);
    await cleanUpDeadTasks({ repository, home, ledger, now: common.now, onProgress: common.onProgress });
    const sandbox = await openSandbox({
      settings: common.machine.settings.sandbox,
      home: common.machine.home,
      env: context.env,
      subject: common.task.agentId,
      note: (text) => common.onProgress({ kind: "note", text }),
    });
    if (sandbox && isProblem(sandbox)) return sandbox;
    return await step({ ...common, repository, home, ledger, sandbox });
  } finally {
    ledger.close();
  }
}

export async function spawnStep(context: SpawnCall, setting: TaskSetting): Promise<Spawned | Problem> {
  const { harness: id, timeout: seconds, model, main, "allow-dirty": isDirtyAllowed } = context.options;
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
    model,
    seconds,
    main,
    isDirtyAllowed,
    ignore: [resolve(context.cwd, context.words[0]!)],
  });
}

function noClient(id: string | undefined): Problem {
  const programs = launchable.map(({ launcher }) => `\`${launcher.program}\``).join(", ");
  const message = id === undefined ? "no client that can run the task is on PATH" : `\`${id}\` is not on PATH`;
  return problem("task-client-missing", id ?? "", message, `install one of ${programs}, or choose with \`--harness\``);
}

export function checkStep(
  context: CheckCall,
  setting: TaskSetting,
  place: AgentWork,
  report: string | undefined,
): Promise<FinishedTask | Problem> {
  return finishTask({
    ...setting,
    ...place,
    report,
    env: context.env,
    seconds: context.options["check-timeout"],
    isUncheckedAllowed: context.options["allow-unchecked"],
  });
}

interface TaskProgress {
  readonly onProgress: OnProgress;
  readonly stop: () => void;
}

/** On a terminal, one line shows the progress; notes and findings are printed above it. */
function showProgress(context: WorkCall, agentId: string): TaskProgress {
  const { printer } = context;
  const isShown = context.isTerminal && !printer.isJson && !printer.isQuiet;
  const line: LiveLine = liveLine({ err: context.err, isShown, columns: process.stderr.columns || 80 });
  let [step, calls, refused, last] = ["", 0, 0, ""];
  const show = (): void => {
    const counts = calls === 0 ? "" : ` · ${plural(calls, "call")}, ${refused} refused`;
    line.show(`${agentId} · ${step}${counts}${last === "" ? "" : ` · ${last}`}`);
  };
  const onProgress: OnProgress = (event) => {
    if (event.kind === "step") [step, last] = [event.text, ""];
    else if (event.kind === "decision") {
      const { tool, subject, verdict, reason } = event.decision;
      calls++;
      if (verdict === "deny") refused++;
      last = `${verdict === "deny" ? "refused: " : ""}${tool} ${subject}`;
      printer.emit({ event: "decision", agent: agentId, tool, subject, verdict, reason });
    } else {
      line.clear();
      if (event.kind === "note") {
        printer.emit({ event: "note", agent: agentId, message: event.text });
        if (!printer.isJson && !printer.isQuiet) context.err(`${noteText(event.text)}\n`);
      } else printFinding(printer, agentId, event.finding);
    }
    show();
  };
  return { onProgress, stop: line.stop };
}

/** Messages of the gate already start with `surcingle:`. */
function noteText(text: string): string {
  return visible(text.startsWith("surcingle:") ? text : `surcingle: ${text}`);
}

const words = { passed: "passed", failed: "FAILED", unchecked: "UNCHECKED" } as const;
const modes = { worktree: "worktree", "simulated-merge": "simulated merge" } as const;

function printFinding(printer: Printer, agentId: string, finding: CheckResult): void {
  const { check, outcome, mode, reason, evidence, severity } = finding;
  printer.emit({
    event: "finding",
    agent: agentId,
    check,
    outcome,
    mode,
    severity: severity ?? "block",
    reason,
    evidence,
  });
  const mild = severity === undefined || outcome === "passed" ? "" : ` (${severity} only)`;
  const word = outcome === "passed" ? words[outcome] : printer.paint(mild === "" ? "error" : "warning", words[outcome]);
  printer.say(`${word.padEnd(10)} ${visible(check)}, ${modes[mode]}${mild}: ${visible(reason)}`);
  if (outcome !== "passed") for (const line of evidence) printer.say(`           | ${visible(line)}`);
}

/** The result, and the commands that merge the work if it passed. */
export function printResult(printer: Printer, repository: Repository, agentId: string, finished: FinishedTask): void {
  const { isPassed, patchFile, onto, findings, changes } = finished;
  const count = (outcome: string): number => findings.filter((finding) => finding.outcome === outcome).length;
  const verdict = isPassed ? "passed" : "rejected";
  const merge = isPassed && patchFile !== undefined ? mergeCommands(repository, agentId, patchFile) : [];
  printer.emit({
    event: "verified",
    agent: agentId,
    verdict,
    passed: count("passed"),
    failed: count("failed"),
    unchecked: count("unchecked"),
    main: onto ?? null,
    changes,
    patch: patchFile ?? null,
    merge,
  });
  const sum = `${count("passed")} passed, ${count("failed")} failed, ${count("unchecked")} unchecked`;
  printer.say(
    `${agentId} ${isPassed ? verdict : printer.paint("error", verdict)}: ${sum}; ${plural(changes.length, "file")} changed`,
  );
  if (patchFile !== undefined)
    printer.say(`${isPassed ? "the changes" : "the rejected changes"}: ${visible(patchFile)}`);
  if (!isPassed && count("failed") === 0) printer.say("unchecked work is rejected; `--allow-unchecked` accepts it");
  if (merge.length > 0) printer.say(`to merge them:\n${merge.map((line) => `  ${line}`).join("\n")}`);
}

function mergeCommands({ path }: Repository, agentId: string, patchFile: string): string[] {
  const git = `git -C ${shellWord(path)}`;
  return [
    `${git} apply --3way --index ${shellWord(patchFile)}`,
    `${git} commit -m ${shellWord(`task ${agentId}`)}`,
    `surcingle ledger done ${shellWord(agentId)} --status merged`,
  ];
}
