/** The shipped skill runner: starts an installed client headless, as an agent with the tools of the skill. */

import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isProblem, type Problem, problem } from "../../../base/problem.ts";
import { visible } from "../../../base/text.ts";
import { limits } from "../../../formats/limits.ts";
import { parsePacks } from "../../../parse/packs.ts";
import type { Variables } from "../../../process/find-program.ts";
import type { RunEnd } from "../../../process/run-guarded.ts";
import { readTree } from "../../../read/read-tree.ts";
import { shippedDirectory } from "../../../read/shipped.ts";
import type { KodeSkill } from "../../../skill/kode/load.ts";
import { type RunOutput, resolveBody, type SkillRunner } from "../../../skill/kode/run.ts";
import { runPolicy } from "../../../skill/kode/run-policy.ts";
import { type Client, findClient, launchable, runHeadless } from "../../../task/run/headless.ts";
import { openSandbox, withSandbox } from "../../../task/run/sandbox.ts";
import { ownGate, readAssets } from "../../assets.ts";
import type { MachineSettings } from "../../machine-settings.ts";

/** A skill may read without having the shell, and a client that reads only through its shell could then do nothing. */
const suitable = launchable.filter(({ launcher }) => !launcher.readsByShell);

/** Clients that can run a skill, installed or not. */
export const clientIds: readonly string[] = suitable.map(({ harness }) => harness.id);

/** The client with this id, or the first installed one. */
export function findSkillClient(id: string | undefined, env: Variables): Client | undefined {
  return findClient(id, env, suitable);
}

interface RunnerOptions {
  readonly client: Client;
  readonly machine: MachineSettings;
  readonly cwd: string;
  readonly env: Variables;
  readonly model: string | undefined;
  /** The tools that the caller allows. */
  readonly allowed: readonly string[] | undefined;
  readonly seconds: number;
  /** Called before the start with what the skill asks for and does not get. */
  readonly note: (sentence: string) => void;
}

export function clientRunner(options: RunnerOptions): SkillRunner {
  return async (skill, args) => {
    const { client, machine, cwd, env, model, allowed, seconds } = options;
    // The name is unpredictable, so that no file of a project can replace the agent.
    const agent = `${skill.slug}-${randomBytes(6).toString("hex")}`;
    const folder = realpathSync(dirname(skill.path));
    const { denials, settings, home } = machine;
    const {
      policy: own,
      mayRead,
      notes,
    } = runPolicy({
      ...{ agent, skill, directory: folder, allowed, denials },
      harmless: skill.permissionMode === undefined ? [] : harmlessCommands(),
    });
    for (const sentence of notes) options.note(sentence);
    const { note } = options;
    const sandbox = await openSandbox({ settings: settings.sandbox, home, env, subject: skill.slug, note });
    if (sandbox && isProblem(sandbox)) return sandbox;
    const policy = withSandbox(own, sandbox?.settings);
    const end = await runHeadless({
      ...{ client, settings, home, cwd, env, model, seconds, policy, mayRead },
      installation: { assets: readAssets(), gate: ownGate() },
      description: `Runs the skill ${skill.slug}`,
      path: skill.path,
      text: `The skill \`${skill.slug}\`, whose files are in ${folder}:\n\n${resolveBody(skill, args)}`,
      instructions: (text) => instructions(skill, text),
      signal: "Carry out the skill.",
    });
    return "problem" in end ? notHeld(skill, client, end.problem) : outcome(end, skill, client, seconds);
  };
}

/** The commands of the shipped packs for reading. */
function harmlessCommands(): string[] {
  const place = { directory: shippedDirectory(), index: -1, label: "(shipped)", limits, only: ["packs"] };
  const { packs } = parsePacks(
    readTree(place, () => {}),
    () => {},
  );
  const reading = packs.filter(({ name }) => name === "reading" || name === "git-reading");
  return reading.flatMap(({ rules }) =>
    rules.flatMap(({ pattern, verdict }) => (verdict === "allow" ? [pattern] : [])),
  );
}

function notHeld({ slug }: KodeSkill, { harness: { title } }: Client, why: string): Problem {
  return problem(
    "skill-tools",
    slug,
    `${title} cannot enforce the tools of \`${slug}\`: ${why}`,
    "choose another client with --client",
  );
}

/** With `text`, the skill itself is part of the instructions, and the message only starts it. */
function instructions({ slug, description }: KodeSkill, text: string | undefined): string {
  const what = text === undefined ? "The message you get is the text of the skill." : "The text of the skill is below.";
  return `You carry out one skill, \`${slug}\`: ${visible(description.trim().replaceAll(/\s+/g, " "))}

${what} Follow it with the tools you have. A denied call stays denied: do not work around
it; say what you could not do. No user is available to answer questions. Your last message is the result of the skill.
${text === undefined ? "" : `\n${text}`}`;
}

function outcome(end: RunEnd, { slug }: KodeSkill, { harness }: Client, seconds: number): RunOutput | Problem {
  const { exitCode, isTimeout, signal, stdout, stderr } = end;
  if (isTimeout) {
    return problem(
      "skill-timeout",
      slug,
      `${harness.title} did not finish the skill \`${slug}\` in ${seconds} seconds`,
      "it was stopped with everything it started; allow more time with `--timeout SECONDS`",
    );
  }
  if (exitCode === 0) return { output: stdout };
  const how = signal ? `was stopped by ${signal}` : `exited with ${exitCode ?? "a signal"}`;
  const output = [stderr, stdout].map((text) => text.trim()).find((text) => text !== "") ?? "it printed nothing";
  return problem(
    "skill-failed",
    slug,
    `${harness.title} ${how} while it ran the skill \`${slug}\``,
    `it printed: ${output.slice(-1500)}`,
  );
}
