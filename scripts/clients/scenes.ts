/** Suites that run on one client after the other: skills, capability hooks, tasks. */
import type { ClientPackage } from "../../src/doctor/conformance/client-tests.ts";
import { conformances } from "../../src/harness/conformances.ts";
import type { Program } from "../../src/process/run.ts";
import { mcpScenes } from "../../test/kode/mcp-client.ts";
import { onStage as onExecStage, questions } from "../../test/kode/real-client.ts";
import { headlessClients } from "../../test/support/headless-clients.ts";
import { onStage as onTaskStage, scenes as taskScenes } from "../../test/task/real-client.ts";
import { installClient } from "./install.ts";
import { type ClientOptions, isWanted, runAttempt, type Suite } from "./options.ts";

type Scenes = Readonly<Record<string, (program: Program) => Promise<void>>>;

async function play(options: ClientOptions, client: ClientPackage, scenes: Scenes): Promise<boolean> {
  if (!isWanted(options, client)) return true;
  const program = await installClient(client);
  let isRight = true;
  for (const [what, act] of Object.entries(scenes))
    isRight = (await runAttempt(`${client.title} ${client.version}: ${what}`, () => act(program))) && isRight;
  return isRight;
}

export const exec: Suite = async (options) => {
  let isRight = true;
  // A client that reads only through its shell cannot run a skill without one.
  for (const client of headlessClients.filter(({ headless }) => headless.read !== undefined)) {
    const scenes = Object.entries(questions).map(
      ([what, ask]) => [what, (program: Program) => onExecStage(client, program, ask)] as const,
    );
    const all = { ...Object.fromEntries(scenes), ...mcpScenes[client.id] };
    isRight = (await play(options, client.package, all)) && isRight;
  }
  return isRight;
};

export const tasks: Suite = async (options) => {
  let isRight = true;
  for (const client of headlessClients) {
    const scenes = Object.entries(taskScenes).map(
      ([what, act]) => [what, (program: Program) => onTaskStage(client, program, act)] as const,
    );
    isRight = (await play(options, client.package, Object.fromEntries(scenes))) && isRight;
  }
  return isRight;
};

/** The hooks that `surcingle capability hooks` prints, inside the clients that they are for. */
export const hooks: Suite = async (options) => {
  let isRight = true;
  for (const { clients, hookScenes = {} } of conformances)
    for (const client of clients) isRight = (await play(options, client, hookScenes)) && isRight;
  return isRight;
};
