/** The clients that can run headless, each in every version that is installed for tests. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ClientPackage, HeadlessClient } from "../../src/doctor/conformance/client-tests.ts";
import { makeScene, put, type Scene } from "../../src/doctor/scene.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { conformances } from "../../src/harness/conformances.ts";
import { launchers } from "../../src/harness/launchers.ts";
import type { Program } from "../../src/process/run.ts";

export interface TestedClient {
  /** Of its harness. */
  readonly id: string;
  /** The word that starts it. */
  readonly program: string;
  readonly package: ClientPackage;
  readonly headless: HeadlessClient;
}

export const headlessClients: readonly TestedClient[] = conformances.flatMap(({ harness, clients, headless }) => {
  const launcher = launchers.get(harness);
  if (!headless || !launcher) return [];
  // One that needs its own runtime cannot be found by name on PATH.
  const own = clients.filter(({ id, program }) => id === harness && program.length === 1);
  return own.map((each) => ({ id: harness, program: launcher.program, package: each, headless }));
});

/** Variables of all clients: they do not affect clients that are not started. */
export function scriptedEnvironment(url: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.environment?.(url)));
}

function scriptedFiles(url: string, project: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.homeFiles?.(url, project)));
}

/** Project files that would grant more, if a client obeyed them. */
export const hostileFiles: Readonly<Record<string, string>> = Object.assign(
  {},
  ...conformances.map(({ headless }) => headless?.hostileFiles),
);

export interface ClientStage {
  readonly client: TestedClient;
  readonly scene: Scene;
  readonly model: ScriptedModel;
}

/** A home in which the client is on PATH and finds a scripted model. `project` is where the client works. */
export async function onClientStage(
  client: TestedClient,
  program: Program,
  { files = {}, projectIn = ({ project }) => project }: StageOptions,
  act: (stage: ClientStage) => Promise<void>,
): Promise<void> {
  const model = await startScriptedModel();
  const scene = makeScene({ trees: [], files, environment: scriptedEnvironment(model.url) });
  try {
    const bin = join(scene.root, "bin");
    mkdirSync(bin);
    symlinkSync(program[0], join(bin, client.program));
    for (const [path, text] of Object.entries(scriptedFiles(model.url, projectIn(scene))))
      put(join(scene.home, path), text);
    const environment = { ...scene.environment, PATH: `${bin}:${scene.environment["PATH"]}` };
    await act({ client, scene: { ...scene, environment }, model });
  } finally {
    model.close();
    scene.dispose();
  }
}

interface StageOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly projectIn?: (scene: Scene) => string;
}
