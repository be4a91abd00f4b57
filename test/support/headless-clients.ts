/** The clients that can be started without a screen, each in every version that is installed for tests. */
import type { ClientPackage, HeadlessClient } from "../../src/doctor/conformance/client-tests.ts";
import { conformances } from "../../src/harness/conformances.ts";
import { launchers } from "../../src/harness/launchers.ts";

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
  // One that needs a runtime of its own cannot be found by its name on PATH.
  const own = clients.filter(({ id, program }) => id === harness && program.length === 1);
  return own.map((each) => ({ id: harness, program: launcher.program, package: each, headless }));
});

/** Variables of all clients: one that is not started is not disturbed by them. */
export function scriptedEnvironment(url: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.environment?.(url)));
}

export function scriptedFiles(url: string, project: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.homeFiles?.(url, project)));
}

/** Files of a project that give more, if a client listens to them. */
export const hostileFiles: Readonly<Record<string, string>> = Object.assign(
  {},
  ...conformances.map(({ headless }) => headless?.hostileFiles),
);
