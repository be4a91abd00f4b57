/** Starts the agent of a task: its own worktree, gates for this task, and a client with a time limit. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import type { Escalation } from "../../model/role.ts";
import type { CheckResult } from "../../model/task.ts";
import type { RunEnd } from "../../process/run-guarded.ts";
import { composePrompt } from "../compose.ts";
import { readChanges } from "../git/changes.ts";
import { commitOf, currentBranch, uncommitted, type WorkTree } from "../git/git.ts";
import { readGitState } from "../git/state.ts";
import * as worktree from "../git/worktree.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { specHash } from "../load.ts";
import * as record from "../task-directory.ts";
import type { LoggedDecision } from "./follow-decisions.ts";
import { type AgentRunInput, runAgent } from "./run-agent.ts";

interface SpawnInput extends Omit<AgentRunInput, "tree" | "directory" | "record"> {
  /** The directory of our worktrees. */
  readonly home: string;
  readonly dna: string;
  readonly ledger: Ledger;
  /** The target branch. Default: the one that is checked out. */
  readonly main: string | undefined;
  readonly isDirtyAllowed: boolean;
  /** Files that may be uncommitted: the task.toml itself. */
  readonly ignore: readonly string[];
  /** Seconds since 1970. */
  readonly now: () => number;
}

export interface Spawned {
  readonly tree: WorkTree;
  readonly directory: string;
  readonly record: record.TaskRecord;
  readonly report: string;
  readonly refused: readonly LoggedDecision[];
}

/** If it fails, only the task directory is left. Otherwise the worktree exists and this process owns it. */
export async function spawnTask(input: SpawnInput): Promise<Spawned | Problem> {
  const { repository, home, task, ledger } = input;
  const id = task.agentId;
  const start = await startOf(input);
  if (isProblem(start)) return start;
  const directory = record.taskDirectory(repository, id);
  const path = worktree.taskWorktree(home, id);
  const busy = existing(path) ?? worktree.takeOwnership(home, id, directory);
  if (busy) return busy;
  let result: Spawned | Problem | undefined;
  try {
    const row = ledger.fork({
      id,
      role: task.role,
      parent: task.parentAgent,
      specSha: specHash(task),
      dna: input.dna,
      worktree: path,
      startedAt: input.now(),
    });
    if ("code" in row) return row;
    result = await inWorktree(input, directory, path, start);
    const status = isProblem(result) ? "failed" : "done";
    const summary = isProblem(result) ? `${result.code}: ${result.message}` : undefined;
    ledger.done(id, { status, summary, finishedAt: input.now() });
    return result;
  } finally {
    if (!result || isProblem(result)) {
      await worktree.removeWorktree(repository, path);
      worktree.giveUpOwnership(home, id);
    }
  }
}

interface Start {
  readonly base: string;
  readonly main: string;
}

async function startOf(input: SpawnInput): Promise<Start | Problem> {
  const { repository, isDirtyAllowed, ignore } = input;
  const main = input.main ?? (await currentBranch(repository));
  const base = await commitOf(repository, main);
  if (base === undefined) {
    const hint = "pass a branch of this repository to `--main`";
    return problem("task-worktree", main, `\`${main}\` does not exist in the repository`, hint);
  }
  const dirty = (await uncommitted(repository)).filter((path) => !ignore.includes(join(repository.path, path)));
  if (dirty.length === 0 || isDirtyAllowed) return { base, main };
  const shown = dirty.slice(0, 5).map((path) => `\`${path}\``);
  const more = dirty.length > shown.length ? ` and ${dirty.length - shown.length} more` : "";
  return problem(
    "task-dirty",
    repository.path,
    `the work tree has uncommitted changes: ${shown.join(", ")}${more}`,
    "commit or stash them, or add `--allow-dirty`: the agent starts from the last commit and does not see them",
  );
}

function existing(path: string): Problem | undefined {
  if (!existsSync(path)) return undefined;
  const message = `a worktree already exists at \`${path}\``;
  const hint = "`surcingle task verify` checks it and removes it; or change the `agent-id` of the task";
  return problem("task-exists", path, message, hint);
}

async function inWorktree(
  input: SpawnInput,
  directory: string,
  path: string,
  { base, main }: Start,
): Promise<Spawned | Problem> {
  const { repository, task, role, client, onProgress, abort } = input;
  onProgress({ kind: "step", text: "creating a worktree" });
  const tree = await worktree.addWorktree(repository, path, base);
  if (isProblem(tree)) return tree;
  record.excludeTasks(repository);
  record.startTaskDirectory(directory, task.source, composePrompt(role, task));
  const { agentId } = task;
  const spawn = {
    version: 1,
    agentId,
    role: role.name,
    harness: client.harness.id,
    worktree: path,
    base,
    main,
  } as const;
  const written = { ...spawn, git: await readGitState(repository, tree) };
  record.writeRecord(directory, written);
  if (abort.aborted) return stoppedBy(agentId, client.harness.title, undefined);
  onProgress({ kind: "step", text: `${client.harness.title} is working` });
  const { end, refused, broken } = await runAgent({ ...input, directory, tree, record: written });
  if ("problem" in end) {
    const message = `${client.harness.title} cannot enforce the limits of the role \`${role.name}\`: ${end.problem}`;
    return problem("task-not-held", agentId, message, "choose another client with `--harness`");
  }
  record.writeTaskFile(directory, "report", end.stdout);
  record.writeTaskFile(directory, "errors", end.stderr);
  const { title } = client.harness;
  const ended = clientProblem({
    agentId,
    title,
    escalation: role.escalation,
    seconds: input.seconds,
    end,
    refused,
    broken,
  });
  if (!ended) return { tree, directory, record: written, report: end.stdout, refused };
  // The caller removes the worktree; the agent's changes are kept as a patch.
  const { patch } = await readChanges(tree, base);
  record.writeTaskFile(directory, "patch", patch);
  return ended;
}

interface Ended {
  readonly agentId: string;
  /** The client's name for people. */
  readonly title: string;
  readonly escalation: Escalation;
  readonly seconds: number;
  readonly end: RunEnd;
  readonly refused: readonly LoggedDecision[];
  /** The `per-tool-call` check that failed and stopped the agent. */
  readonly broken: CheckResult | undefined;
}

/** Undefined if it finished on its own. */
function clientProblem(ended: Ended): Problem | undefined {
  const { agentId, title, escalation, seconds, end, refused, broken } = ended;
  const [first] = refused;
  const kept = "its changes are in changes.patch in the directory of the task";
  if (first && escalation === "fail-fast")
    return problem("task-refused-call", agentId, `the role ends the task on the first denial: ${first.reason}`, kept);
  if (broken) {
    const message = `\`${broken.check}\` failed after a call: ${broken.reason}`;
    return problem("task-check-failed", agentId, message, [...broken.evidence.slice(0, 5), kept].join("; "));
  }
  if (end.signal) return stoppedBy(agentId, title, end.signal);
  if (end.isTimeout) {
    const message = `${title} did not finish \`${agentId}\` in ${seconds} seconds`;
    return problem(
      "task-timeout",
      agentId,
      message,
      `it was stopped with everything it started; ${kept}; allow more time with \`--timeout SECONDS\``,
    );
  }
  if (end.exitCode === 0) return undefined;
  const output =
    [end.stderr, end.stdout].map((text) => text.trim()).find((text) => text !== "") ?? "it printed nothing";
  const message = `${title} exited with ${end.exitCode ?? "a signal"} while it worked on \`${agentId}\``;
  return problem("task-client-failed", agentId, message, `it printed: ${output.slice(-1500)}`);
}

function stoppedBy(agentId: string, title: string, signal: NodeJS.Signals | undefined): Problem {
  const by = signal ? ` by ${signal}` : "";
  const hint = "its worktree was removed; run the task again";
  return problem("task-stopped", agentId, `${title} was stopped${by} while it worked on \`${agentId}\``, hint);
}
