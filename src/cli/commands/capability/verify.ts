/** `surcingle capability verify NAME`: runs the check of one capability on the work of one agent. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { hasErrors } from "../../../base/diagnostic.ts";
import { isProblem, type Problem } from "../../../base/problem.ts";
import { visible } from "../../../base/text.ts";
import { type Capability, type VerifyMode, verifyModes } from "../../../model/capability.ts";
import type { CheckResult } from "../../../model/task.ts";
import { withInterrupt } from "../../../process/signals.ts";
import { openRepository } from "../../../task/git/git.ts";
import { worktreeHome } from "../../../task/git/worktree.ts";
import { findLedger, type Ledger, openLedger } from "../../../task/ledger/ledger.ts";
import { openSandbox, type RunSandbox } from "../../../task/run/sandbox.ts";
import { readTaskFile, taskDirectory } from "../../../task/task-directory.ts";
import { withAgentWork } from "../../../task/verify/find-work.ts";
import { isRejecting, type Verification, verifyTask } from "../../../task/verify/verify.ts";
import { defineCommand, usageError } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { capabilityArgument, readSeconds, reportOption, rootOptions, rootsOf, settingsOptions } from "../../options.ts";
import type { CommandContext, Printer } from "../../print.ts";
import { type LoadedTask, loadTask } from "../task/load.ts";
import { findCapability, loadSet } from "./load.ts";

export const capabilityVerify = defineCommand({
  name: "verify",
  summary: "run one capability's check on an agent's work",
  description: ["Exits with 0 if the work passed, with 1 if it failed or could not be checked."],
  arguments: [capabilityArgument],
  options: {
    report: reportOption,
    main: { value: "BRANCH", text: "branch that the work is for" },
    "check-timeout": {
      value: "SECONDS",
      read: readSeconds,
      default: 900,
      text: "time limit of each program that the check starts",
    },
    ...rootOptions,
    ...settingsOptions,
  },
  tables: [
    {
      title: "Environment",
      rows: [
        ["TASK_TOML", "the task.toml (required)"],
        ["AGENT_ID", "must be the id in the task, if set"],
        ["WORKTREE_PATH", "where the agent worked (default: the worktree of `surcingle task spawn`)"],
        ["MAIN_REPO", "the repository (default: the one around the working directory)"],
        ["RUN_MODE", `${verifyModes.join(", ")} (default: as the capability says)`],
      ],
    },
  ],
  examples: [
    "TASK_TOML=tasks/parser/task.toml WORKTREE_PATH=../parser \\\n  surcingle capability verify quality::tests-green",
    "TASK_TOML=task.toml WORKTREE_PATH=. RUN_MODE=worktree \\\n  surcingle capability verify scope::files-whitelist",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const path = context.env["TASK_TOML"] || undefined;
    if (path === undefined) throw usageError("`TASK_TOML` in the environment must name the task");
    const mode = chosenMode(context);
    const seconds = options["check-timeout"];
    const set = await loadSet(rootsOf(context));
    const found = findCapability(set, context.words[0]!);
    if (typeof found === "string") {
      if (hasErrors(set.diagnostics)) printer.diagnostics(set.diagnostics);
      return refuse(context, found);
    }
    if (!found.verify) {
      const outcome = { outcome: "passed", reason: "the capability has a gate but no check", evidence: [] } as const;
      return printFindings(printer, [{ check: found.name, mode: "worktree", ...outcome }]);
    }
    const loaded = await loadTask(path, context);
    if (!loaded) return 1;
    const id = context.env["AGENT_ID"];
    if (id && id !== loaded.task.agentId)
      return refuse(context, `\`AGENT_ID\` is \`${id}\`, but the task is for \`${loaded.task.agentId}\``);
    const machine = readMachineSettings(context);
    if (!machine) return 1;
    const sandbox = await openSandbox({
      settings: machine.settings.sandbox,
      home: machine.home,
      env: context.env,
      subject: loaded.task.agentId,
      note: (sentence) => context.err(`surcingle: ${visible(sentence)}\n`),
    });
    if (sandbox && isProblem(sandbox)) {
      printer.problems([sandbox]);
      return 1;
    }
    const work = { capability: found, runMode: mode ?? found.verify.runMode, seconds, sandbox, main: options.main };
    const result = await verifyAlone(context, loaded, { ...work, report: options.report });
    if (!isProblem(result)) return printFindings(printer, chosen(result.findings, work.runMode));
    printer.problems([result]);
    return 1;
  },
});

function chosenMode({ env }: CommandContext): VerifyMode | undefined {
  const text = env["RUN_MODE"];
  if (!text) return undefined;
  const mode = verifyModes.find((each) => each === text);
  if (!mode) throw usageError(`\`RUN_MODE\` is ${verifyModes.join(", ")}, not \`${text}\``);
  return mode;
}

function refuse({ err }: CommandContext, why: string): 1 {
  err(`surcingle capability verify: ${visible(why)}\n`);
  return 1;
}

interface Work {
  readonly capability: Capability;
  readonly runMode: VerifyMode;
  readonly seconds: number;
  readonly sandbox: RunSandbox | undefined;
  readonly main: string | undefined;
  readonly report: string | undefined;
}

/** The same path as for a whole task, with a role that has only this capability. */
async function verifyAlone(
  { cwd, env }: CommandContext,
  { task, role }: LoadedTask,
  { capability, runMode, seconds, sandbox, main, report }: Work,
): Promise<Verification | Problem> {
  const repository = await openRepository(resolve(cwd, env["MAIN_REPO"] || "."));
  if (isProblem(repository)) return repository;
  const alone = { ...role, capabilities: [{ ...capability, verify: { ...capability.verify!, runMode } }] };
  const reportText = report === undefined ? undefined : readFileSync(resolve(cwd, report), "utf8");
  const home = worktreeHome(repository, env["HOME"] ?? homedir(), env);
  const named = env["WORKTREE_PATH"] ? resolve(cwd, env["WORKTREE_PATH"]) : undefined;
  const ledger = await existingLedger(repository.path, env);
  const common = { repository, home, task, role: alone, ledger, env, seconds, sandbox, onProgress: () => undefined };
  try {
    return await withInterrupt((abort) =>
      withAgentWork({ repository, home, agentId: task.agentId, named, main, isKept: true }, (place) =>
        verifyTask({
          ...common,
          ...place,
          report: reportText ?? readTaskFile(taskDirectory(repository, task.agentId), "report"),
          abort,
        }),
      ),
    );
  } finally {
    ledger?.close();
  }
}

/** Looking up a row must not create a ledger. */
async function existingLedger(cwd: string, env: CommandContext["env"]): Promise<Ledger | undefined> {
  const file = await findLedger({ cwd, env, given: undefined });
  if (typeof file !== "string" || !existsSync(file)) return undefined;
  const ledger = await openLedger(file);
  return isProblem(ledger) ? undefined : ledger;
}

/** In the mode `worktree`, findings of the second pass do not count: it only checks whether the work can be merged. */
function chosen(findings: readonly CheckResult[], runMode: VerifyMode): readonly CheckResult[] {
  return runMode === "worktree" ? findings.filter(({ mode }) => mode === "worktree") : findings;
}

function printFindings(printer: Printer, findings: readonly CheckResult[]): number {
  for (const finding of findings) {
    printer.emit({ ...finding });
    printer.say(`${finding.outcome} ${finding.check} (${finding.mode}): ${visible(finding.reason)}`);
    for (const line of finding.evidence) printer.say(`  ${visible(line)}`);
  }
  return findings.some(isRejecting) || findings.length === 0 ? 1 : 0;
}
