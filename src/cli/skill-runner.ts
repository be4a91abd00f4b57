/** The runner that is shipped: an installed client without a screen, as an agent with the tools of the skill. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { fileStart } from "../base/source.ts";
import { visible } from "../base/visible.ts";
import { harnesses } from "../harness/all.ts";
import type { Harness, Launcher } from "../harness/harness.ts";
import type { Agent } from "../model/agent.ts";
import type { Model } from "../model/model.ts";
import type { Policy } from "../model/permission.ts";
import type { KodeSkill } from "../skill/kode.ts";
import { type SkillTrouble, trouble } from "../skill/kode-trouble.ts";
import { type RunOutput, resolveBody, type SkillRunner } from "../skill/run.ts";
import { runPolicy } from "../skill/run-policy.ts";
import { findProgram, type Variables } from "../skill/run-programs.ts";
import { stageOutput, withPlainModes } from "../write/stage-tree.ts";
import { gateProgram, readAssets } from "./assets.ts";
import type { Machine } from "./machine-settings.ts";
import { outputOf } from "./outputs.ts";
import { type ClientEnd, runClient } from "./run-client.ts";

export interface Client {
  readonly harness: Harness;
  readonly launcher: Launcher;
  /** The program that was found on PATH. */
  readonly program: string;
}

/** Those that can be started without a screen, whether they are installed or not. */
export const clientIds: readonly string[] = launchable().map(({ harness }) => harness.id);

function launchable(): { readonly harness: Harness; readonly launcher: Launcher }[] {
  return (harnesses as readonly Harness[]).flatMap((harness) =>
    harness.launcher ? [{ harness, launcher: harness.launcher }] : [],
  );
}

/** The client of this id, or the first one that is installed. */
export function findClient(id: string | undefined, env: Variables): Client | undefined {
  for (const { harness, launcher } of launchable()) {
    if (id !== undefined && harness.id !== id) continue;
    const program = findProgram(launcher.program, env);
    if (program !== undefined) return { harness, launcher, program };
  }
  return undefined;
}

export interface RunnerOptions {
  readonly client: Client;
  readonly machine: Machine;
  readonly cwd: string;
  readonly env: Variables;
  readonly model: string | undefined;
  /** What the caller allows, as names of tools. */
  readonly allowed: readonly string[] | undefined;
  readonly seconds: number;
  /** Told what the skill asks for and does not get, before it starts. */
  readonly note: (sentence: string) => void;
}

export function clientRunner(options: RunnerOptions): SkillRunner {
  return async (skill, args) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-skill-")));
    try {
      return await runIn(scratch, skill, args, options);
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    }
  };
}

async function runIn(
  scratch: string,
  skill: KodeSkill,
  args: readonly string[],
  options: RunnerOptions,
): Promise<RunOutput | SkillTrouble> {
  const { client, machine, cwd, env, model, allowed, seconds, note } = options;
  const { harness, launcher, program } = client;
  // Nobody can foresee the name, so no file of a project can take the agent's place.
  const agent = `${skill.slug}-${randomBytes(6).toString("hex")}`;
  const folder = realpathSync(dirname(skill.path));
  const { denials } = machine;
  const { policy, mayRead, notes } = runPolicy({ agent, skill, directory: folder, allowed, denials });
  for (const sentence of notes) note(sentence);
  const text = `The skill \`${skill.slug}\`, whose files are in ${folder}:\n\n${resolveBody(skill, args)}`;
  const isInstruction = launcher.opensMentions === true && text.includes("@");
  const prompt = isInstruction ? "Carry out the skill." : text;
  const problem = renderAgent(scratch, skill, policy, isInstruction ? text : undefined, options);
  if (problem) return problem;
  const errand = { directory: join(scratch, harness.id), home: machine.home, agent, prompt, model, mayRead, env };
  const launch = launcher.launch(errand, policy);
  if ("problem" in launch) return notHeld(skill, harness, launch.problem);
  const { words, environment, input, links, files = {} } = launch;
  for (const { from, to } of links) linkIfThere(from, join(errand.directory, to));
  for (const [path, content] of Object.entries(files)) writeFileSync(join(errand.directory, path), content);
  const end = await runClient({ program, words, cwd, env: { ...env, ...environment }, input, seconds });
  return outcome(end, skill, client, seconds);
}

/** The agent as the client wants it, with its gate, in a directory that is gone afterwards. */
function renderAgent(
  scratch: string,
  skill: KodeSkill,
  policy: Policy,
  text: string | undefined,
  options: RunnerOptions,
): SkillTrouble | undefined {
  const { harness } = options.client;
  const { settings, home } = options.machine;
  const diagnostics: Diagnostic[] = [];
  const span = fileStart({ path: skill.path, text: "" });
  const gateCommand = settings.gateCommand ?? gateProgram();
  const model: Model = {
    agents: [agentOf(skill, policy, text)],
    skills: [],
    commands: [],
    replaced: [],
    settings: { ...settings, models: {}, piPrimary: undefined, allowTools: [], gateCommand },
    span,
  };
  const context = { scope: "user", home, assets: readAssets() } as const;
  const files = harness.render(model, context, (diagnostic) => void diagnostics.push(diagnostic));
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error) return notHeld(skill, harness, error.message);
  withPlainModes(() => stageOutput(scratch, outputOf({ harness, files }, "user")));
  return undefined;
}

function notHeld({ slug }: KodeSkill, { title }: Harness, why: string): SkillTrouble {
  return trouble("skill-tools", slug, `${title} cannot be held to the tools of \`${slug}\`: ${why}`, {
    hint: "choose another client with --client",
  });
}

function agentOf(skill: KodeSkill, policy: Policy, text: string | undefined): Agent {
  const span = fileStart({ path: skill.path, text: "" });
  return {
    name: policy.agent,
    displayName: undefined,
    // The clients read this in front matter, and some of them line by line.
    description: `Runs the skill ${skill.slug}`,
    mode: "primary",
    tags: [],
    maxTurns: undefined,
    prompt: { ref: "system-prompt.md", text: instructions(skill, text), path: skill.path },
    rules: [],
    context: [],
    skills: [],
    policy,
    span,
    spanOf: () => span,
    path: skill.path,
  };
}

/** With `text` the skill itself is part of them, and the message only says that it is time. */
function instructions({ slug, description }: KodeSkill, text: string | undefined): string {
  const what =
    text === undefined ? "The message you get is the text of the skill." : "The text of the skill stands below.";
  return `You carry out one skill, \`${slug}\`: ${visible(description.trim().replaceAll(/\s+/g, " "))}

${what} Follow it with the tools you have. A call that is refused is refused for good: do not look for a way around
it, say what you could not do. Nobody can be asked. Your last message is the result of the skill.
${text === undefined ? "" : `\n${text}`}`;
}

function linkIfThere(from: string, to: string): void {
  try {
    symlinkSync(realpathSync(from), to);
  } catch {
    // Without a login of its own the client may have a key in its environment.
  }
}

function outcome(end: ClientEnd, { slug }: KodeSkill, { harness }: Client, seconds: number): RunOutput | SkillTrouble {
  const { exitCode, isTimeout, signal, stdout, stderr } = end;
  if (isTimeout) {
    return trouble(
      "skill-timeout",
      slug,
      `${harness.title} did not finish the skill \`${slug}\` in ${seconds} seconds`,
      {
        hint: "it was stopped with all it had started; `--timeout SECONDS` gives it more time",
      },
    );
  }
  if (exitCode === 0) return { output: stdout };
  const how = signal ? `was stopped by ${signal}` : `ended with ${exitCode ?? "a signal"}`;
  const said = [stderr, stdout].map((text) => text.trim()).find((text) => text !== "") ?? "it said nothing";
  return trouble("skill-failed", slug, `${harness.title} ${how} while it ran the skill \`${slug}\``, {
    hint: `it said: ${said.slice(-1500)}`,
  });
}
