/** The clients that can run headless, each in every version that is installed for tests. */
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
  // One that needs its own runtime cannot be found by name on PATH.
  const own = clients.filter(({ id, program }) => id === harness && program.length === 1);
  return own.map((each) => ({ id: harness, program: launcher.program, package: each, headless }));
});

/** Variables of all clients: they do not affect clients that are not started. */
export function scriptedEnvironment(url: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.environment?.(url)));
}

export function scriptedFiles(url: string, project: string): Readonly<Record<string, string>> {
  return Object.assign({}, ...conformances.map(({ headless }) => headless?.homeFiles?.(url, project)));
}

/** Project files that would grant more, if a client obeyed them. */
export const hostileFiles: Readonly<Record<string, string>> = Object.assign(
  {},
  ...conformances.map(({ headless }) => headless?.hostileFiles),
);
