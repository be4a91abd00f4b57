/** Runs the client for a task and follows its decisions, some of which end the run. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "../../model/role.ts";
import type { Settings } from "../../model/settings.ts";
import type { CheckResult, Task } from "../../model/task.ts";
import type { RunEnd } from "../../process/run-guarded.ts";
import { composePrompt } from "../compose.ts";
import { type Repository, type WorkTree, withoutGitVariables } from "../git/git.ts";
import { type TaskRecord, taskFiles } from "../task-directory.ts";
import { startCallChecks } from "../verify/per-call.ts";
import { followDecisions, type LoggedDecision, type OnProgress } from "./follow-decisions.ts";
import { type Client, type Installation, runHeadless } from "./headless.ts";
import { taskPolicy } from "./policy.ts";
import { type RunSandbox, withSandbox } from "./sandbox.ts";

export interface AgentRunInput {
  readonly repository: Repository;
  readonly tree: WorkTree;
  /** The directory of the task. */
  readonly directory: string;
  readonly record: TaskRecord;
  readonly task: Task;
  readonly role: Role;
  readonly client: Client;
  readonly installation: Installation;
  readonly settings: Settings;
  /** The user's home directory. */
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly model: string | undefined;
  readonly seconds: number;
  /** For programs that the agent and its checks start; undefined if they run without a sandbox. */
  readonly sandbox: RunSandbox | undefined;
  readonly abort: AbortSignal;
  readonly onProgress: OnProgress;
}

interface AgentRun {
  readonly end: RunEnd | { readonly problem: string };
  readonly refused: readonly LoggedDecision[];
  /** A failed check after a call. */
  readonly broken: CheckResult | undefined;
}

export async function runAgent(input: AgentRunInput): Promise<AgentRun> {
  const { task, role, onProgress, directory, record } = input;
  const log = join(directory, taskFiles.decisions);
  rmSync(log, { force: true });
  const refused: LoggedDecision[] = [];
  let broken: CheckResult | undefined;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  input.abort.addEventListener("abort", end);
  const checks = startCallChecks({
    ...{ repository: input.repository, tree: input.tree, base: record.base, before: record.git, task, role },
    ...{ env: input.env, seconds: input.seconds, sandbox: input.sandbox },
    onFailure: (finding) => {
      onProgress({ kind: "finding", finding });
      if (finding.severity !== undefined) return;
      broken ??= finding;
      end();
    },
  });
  const follower = followDecisions(log, (decision) => {
    onProgress({ kind: "decision", decision });
    checks.request();
    // There is no user to ask, so the client denies.
    if (decision.verdict === "allow") return;
    refused.push(decision);
    if (role.escalation === "fail-fast") end();
    if (role.escalation === "orchestrator-notify") onProgress({ kind: "note", text: decision.reason });
  });
  try {
    const result = await startClient(input, log, ending.signal);
    return { end: result, refused, broken };
  } finally {
    follower.stop();
    await checks.stop();
    input.abort.removeEventListener("abort", end);
  }
}

function startClient(input: AgentRunInput, log: string, abort: AbortSignal): Promise<AgentRun["end"]> {
  const { task, role, client, onProgress, repository, tree, directory, installation, settings, model, seconds } = input;
  // Random, so that no file of a project can replace the agent.
  const agent = `task-${randomBytes(6).toString("hex")}`;
  const { policy: own, mayRead, bypasses } = taskPolicy(agent, role, task, input.env);
  const policy = withSandbox(own, input.sandbox && { ...input.sandbox.settings, ownsTree: true });
  for (const name of bypasses.filter((each) => input.env[each] === "1"))
    onProgress({ kind: "note", text: bypassNote(name, role) });
  const spec = join(directory, taskFiles.spec);
  const env = {
    ...withoutGitVariables(input.env),
    ...Object.fromEntries(bypasses.map((name) => [name, undefined])),
    ...{ SURCINGLE_LOG: log, AGENT_ID: task.agentId, TASK_TOML: spec },
    ...{ WORKTREE_PATH: tree.path, MAIN_REPO: repository.path, PWD: tree.path },
  };
  return runHeadless({
    ...{ client, installation, settings, home: input.userHome, cwd: tree.path, env, model, seconds, policy, mayRead },
    abort,
    description: `Carries out a task in the role ${role.name}`,
    path: spec,
    text: composePrompt(role, task),
    instructions,
    signal: "Carry out the task.",
  });
}

function bypassNote(variable: string, role: Role): string {
  const names = role.capabilities.filter(({ gate }) => gate?.bypassEnv === variable).map(({ name }) => `\`${name}\``);
  return `${variable}=1 disables the gate of ${names.join(", ")} for this task; its check still runs`;
}

/** With `text`, the task itself is part of the instructions, and the message only starts it. */
function instructions(text: string | undefined): string {
  const what = text === undefined ? "The message you get is the task." : "The task is below.";
  return `You carry out one task in your own git worktree. ${what}

Work with the tools you have. A denied call stays denied: do not work around it, report what you could not do.
No user is available to answer questions. Your last message is your report; a program and a person read it.
${text === undefined ? "" : `\n${text}`}`;
}
