/** Starts an installed client headless, as one governed agent with a temporary configuration. */

import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { fileStart } from "../../base/source.ts";
import { stageOutput, withPlainModes } from "../../build/write/stage-tree.ts";
import { harnesses } from "../../harness/all.ts";
import type { Assets, Harness, Launcher } from "../../harness/harness.ts";
import { launchers } from "../../harness/launchers.ts";
import { renderHarness } from "../../harness/render-harness.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Policy } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";
import { hostMark, isAliveOn } from "../../process/alive.ts";
import { findProgram, type Variables } from "../../process/find-program.ts";
import { type RunEnd, runGuarded } from "../../process/run-guarded.ts";

export interface Client {
  readonly harness: Harness;
  readonly launcher: Launcher;
  /** The program that was found on PATH. */
  readonly program: string;
}

/** Clients that support headless runs, installed or not. */
export const launchable: readonly { readonly harness: Harness; readonly launcher: Launcher }[] = harnesses.flatMap(
  (harness) => {
    const launcher = launchers.get(harness.id);
    return launcher ? [{ harness, launcher }] : [];
  },
);

/** The client with this id, or the first installed one of these. */
export function findClient(id: string | undefined, env: Variables, among = launchable): Client | undefined {
  for (const { harness, launcher } of among) {
    if (id !== undefined && harness.id !== id) continue;
    const program = findProgram(launcher.program, env);
    if (program !== undefined) return { harness, launcher, program };
  }
  return undefined;
}

/** The programs of this installation; only the command line knows their paths. */
export interface Installation {
  readonly assets: Assets;
  /** Absolute paths of the runtime and the gate. */
  readonly gate: readonly string[];
}

interface HeadlessRun {
  readonly client: Client;
  readonly installation: Installation;
  readonly settings: Settings;
  readonly home: string;
  readonly cwd: string;
  readonly env: Variables;
  readonly model: string | undefined;
  readonly seconds: number;
  readonly policy: Policy;
  readonly mayRead: boolean;
  /** One plain line. */
  readonly description: string;
  /** The definition it comes from. */
  readonly path: string;
  readonly text: string;
  /** The agent's own prompt; includes `text` if a message must not contain it. */
  readonly instructions: (text: string | undefined) => string;
  /** The message if the text is part of the instructions. */
  readonly signal: string;
  readonly abort?: AbortSignal;
}

/** Returns a problem, as a sentence without a full stop, if the client cannot enforce the policy. */
export async function runHeadless(run: HeadlessRun): Promise<RunEnd | { readonly problem: string }> {
  removeOldScratch();
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), `surcingle-run-${hostMark()}-${process.pid}-`)));
  try {
    return await runIn(scratch, run);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

/** Removes files of killed runs. What cannot be removed belongs to another user. */
function removeOldScratch(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, host, pid] = /^surcingle-run-([0-9a-f]{8})-(\d+)-/.exec(name) ?? [];
    if (host === undefined || Number(pid) === process.pid || isAliveOn(host, Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Leave it.
    }
  }
}

async function runIn(scratch: string, run: HeadlessRun): Promise<RunEnd | { readonly problem: string }> {
  const { client, home, cwd, env, model, seconds, policy, mayRead, text } = run;
  const { harness, launcher, program } = client;
  const isInstruction = launcher.opensMentions === true && text.includes("@");
  const prompt = isInstruction ? run.signal : text;
  const problem = renderAgent(scratch, run, run.instructions(isInstruction ? text : undefined));
  if (problem !== undefined) return { problem };
  const directory = join(scratch, harness.roots.user);
  const launch = launcher.launch({ directory, home, agent: policy.agent, prompt, cwd, model, mayRead, env }, policy);
  if ("problem" in launch) return launch;
  const { words, environment, input, links, files = {} } = launch;
  for (const { from, to } of links) linkIfThere(from, join(directory, to));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(directory, path), content);
  const abort = run.abort === undefined ? {} : { abort: run.abort };
  // What the client leaves in the temporary directory is removed with ours.
  const own = { ...env, TMPDIR: makeDirectory(join(scratch, "tmp")), ...environment };
  return runGuarded({ program, words, cwd, env: own, input, seconds, ...abort });
}

/** The agent in the client's format, with its gate, as if the temporary directory were a home. */
function renderAgent(scratch: string, run: HeadlessRun, instructions: string): string | undefined {
  const { harness } = run.client;
  const diagnostics: Diagnostic[] = [];
  const model: Model = {
    agents: [agentOf(run, instructions)],
    skills: [],
    commands: [],
    replaced: [],
    settings: { ...run.settings, models: {}, piPrimary: undefined, allowTools: [] },
    span: fileStart({ path: run.path, text: "" }),
  };
  const context = { scope: "user", home: scratch, ...run.installation } as const;
  const files = renderHarness(harness, model, context, (diagnostic) => void diagnostics.push(diagnostic));
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error) return error.message;
  const { roots, directories } = harness;
  mkdirSync(dirname(join(scratch, roots.user)), { recursive: true });
  const output = { id: roots.user, root: roots.user, skills: roots.skills, directories, files };
  withPlainModes(() => stageOutput(scratch, output));
  return undefined;
}

function agentOf({ policy, description, path }: HeadlessRun, instructions: string): Agent {
  const span = fileStart({ path, text: "" });
  return {
    name: policy.agent,
    displayName: undefined,
    // The clients read this in front matter, some of them line by line.
    description,
    mode: "primary",
    tags: [],
    maxTurns: undefined,
    prompt: { ref: "system-prompt.md", text: instructions, path },
    rules: [],
    context: [],
    skills: [],
    policy,
    span,
    spanOf: () => span,
    path,
  };
}

function makeDirectory(path: string): string {
  mkdirSync(path);
  return path;
}

function linkIfThere(from: string, to: string): void {
  try {
    symlinkSync(realpathSync(from), to);
  } catch {
    // Without its own login, the client may have a key in its environment.
  }
}
