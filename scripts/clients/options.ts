/** The options of `npm run clients`. */
import type { ClientPackage } from "../../src/doctor/conformance/client-tests.ts";
import { conformances } from "../../src/harness/conformances.ts";

export interface ClientOptions {
  /** Ids of harnesses or of packages; all by default. `ID:KIND` selects one kind of round. */
  readonly wanted: readonly string[];
  /** Undefined for the whole table of cases. */
  readonly sample: { readonly seed: number; readonly of: number } | undefined;
}

/** Returns whether everything passed. */
export type Suite = (options: ClientOptions) => Promise<boolean>;

export function isWanted({ wanted }: ClientOptions, client: Pick<ClientPackage, "id">, kind = ""): boolean {
  const harness = conformances.find(({ clients }) => clients.some(({ id }) => id === client.id))?.harness;
  const names = [client.id, harness, `${client.id}:${kind}`, `${harness}:${kind}`];
  return wanted.length === 0 || wanted.some((word) => names.includes(word));
}

/** Prints one line for one attempt. */
export async function runAttempt(what: string, act: () => Promise<void>): Promise<boolean> {
  const began = Date.now();
  const problem = await act().then(
    () => undefined,
    (error: Error) => error,
  );
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${problem ? "FAILED" : "ok    "} ${what} (${seconds} s)`);
  if (problem) console.log(problem.message);
  return problem === undefined;
}
