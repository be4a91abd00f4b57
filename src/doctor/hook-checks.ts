/** Checks shared by clients that start the gate as a program: their own files name it, and the policy. */
import { join } from "node:path";
import { sortBy } from "../base/order.ts";
import type { ClientChecks } from "./checks.ts";
import { differentPrograms, gateCallsIn, type HookCall } from "./gate-program.ts";
import { namesIn, readText } from "./home-files.ts";

type Part = Pick<ClientChecks, "governed" | "gatePrograms" | "policyPath">;

/** `filesOf` finds the files with hooks, relative to the directory of the client. */
export function hookChecks(filesOf: (root: string) => readonly string[]): Part {
  const calls = (root: string): HookCall[] =>
    filesOf(root).flatMap((file) => gateCallsIn(readText(join(root, file)) ?? ""));
  return {
    governed: (root) => inOrder([...calls(root).map(({ agent }) => agent), ...policiesIn(root)]),
    gatePrograms: (root) => differentPrograms(calls(root)),
    policyPath: (agent) => `surcingle/${agent}.json`,
  };
}

/** The agents whose policies are in `surcingle/`. */
export function policiesIn(root: string): string[] {
  return namesIn(join(root, "surcingle")).flatMap((name) => /^([a-z0-9-]+)\.json$/.exec(name)?.[1] ?? []);
}

export function inOrder(names: readonly string[]): string[] {
  return sortBy([...new Set(names)], (name) => name);
}
