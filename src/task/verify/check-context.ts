/** The context of one pass of a check: a tree on disk, the agent's changes, and programs that run with a time limit. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CheckContext, FileChange, LedgerFacts, ProgramResult } from "../../capability/contract.ts";
import type { RunMode } from "../../model/capability.ts";
import type { Role } from "../../model/role.ts";
import type { Task } from "../../model/task.ts";
import { findProgram } from "../../process/find-program.ts";
import { runGuarded } from "../../process/run-guarded.ts";
import { readAt, textOf } from "../git/changes.ts";
import { type WorkTree, withoutGitVariables } from "../git/git.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { specHash } from "../load.ts";
import { taskPolicy } from "../run/policy.ts";
import { programInSandbox, type RunSandbox, refusalIn } from "../run/sandbox.ts";

export interface CheckContextInput {
  readonly mode: RunMode;
  readonly task: Task;
  readonly role: Role | undefined;
  /** The checked tree. */
  readonly tree: WorkTree;
  /** The same tree without the agent's changes: where it started, or main. */
  readonly before: string;
  readonly changes: readonly FileChange[];
  readonly report: string | undefined;
  readonly ledger: Ledger | undefined;
  readonly git: CheckContext["git"];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long one program may run. */
  readonly seconds: number;
  /** Undefined if programs run without a sandbox. */
  readonly sandbox: RunSandbox | undefined;
  readonly abort?: AbortSignal;
}

export function checkContext(input: CheckContextInput): CheckContext {
  const { mode, task, role, tree, before, changes, report, ledger, git } = input;
  return {
    mode,
    agentId: task.agentId,
    task,
    role,
    changes,
    read: async (path) => readInside(tree.path, path),
    readBefore: (path) => readAt(tree, before, path),
    run: (command) => runIn(input, command),
    report,
    ledgerRow: ledger && ((agentId) => ledgerFacts(ledger, agentId)),
    taskHash: specHash(task),
    git,
  };
}

function ledgerFacts(ledger: Ledger, agentId: string): LedgerFacts | undefined {
  const row = ledger.show(agentId);
  return "code" in row ? undefined : row;
}

/** Checks do not read larger files. */
const largestFile = 16 * 1024 * 1024;

/** A link that leads out of the tree is not followed. */
function readInside(root: string, path: string): string | undefined {
  try {
    const full = realpathSync(join(root, path));
    if (!full.startsWith(`${realpathSync(root)}/`)) return undefined;
    const facts = statSync(full);
    return facts.isFile() && facts.size <= largestFile ? textOf(readFileSync(full)) : undefined;
  } catch {
    return undefined;
  }
}

async function runIn(input: CheckContextInput, command: readonly string[] | string): Promise<ProgramResult> {
  const { tree, env, seconds, abort } = input;
  const [name = "", ...rest] = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
  const program = findProgram(name, env, tree.path);
  if (program === undefined) return { ...missing, stderr: `${name} is not on PATH` };
  const own = { ...withoutGitVariables(env), PWD: tree.path };
  const more = abort ? { abort } : {};
  const started = sandboxed(input, command) ?? { program, words: rest };
  if ("problem" in started) return { ...notStarted, problem: `the sandbox cannot be created: ${started.problem}` };
  const end = await runGuarded({ ...started, cwd: tree.path, env: own, input: "", seconds, ...more });
  const { exitCode, isTimeout, stdout, stderr } = end;
  const why = input.sandbox && exitCode === 126 ? refusalIn(stderr) : undefined;
  if (why !== undefined) return { ...notStarted, problem: `the sandbox cannot be created: ${why}` };
  // The exit code with which a shell reports a missing program.
  return { exitCode, isMissing: exitCode === 127, isTimeout, stdout, stderr };
}

function sandboxed(
  { sandbox, tree, env, role, task }: CheckContextInput,
  command: readonly string[] | string,
): ReturnType<typeof programInSandbox> | undefined {
  // The network follows the role: its checks run code that its agent wrote.
  const hasNetwork = role !== undefined && taskPolicy("check", role, task).policy.otherwise.webfetch === "allow";
  return sandbox && programInSandbox(sandbox, { directory: tree.path, env, command, hasNetwork });
}

const notStarted: ProgramResult = { exitCode: undefined, isMissing: false, isTimeout: false, stdout: "", stderr: "" };
const missing: ProgramResult = { ...notStarted, isMissing: true };
