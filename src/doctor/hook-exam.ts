/** What is alike in clients that start the gate as a program: their own files name it, and the policy. */
import { join } from "node:path";
import { sortBy } from "../base/order.ts";
import type { Exam } from "./exam.ts";
import { differentPrograms, type GateCall, gateCallsIn } from "./gate-program.ts";
import { namesIn, readText } from "./home-files.ts";

type Part = Pick<Exam, "governed" | "gatePrograms" | "policyPath">;

/** `filesOf` finds the files that hold hooks, seen from the directory of the client. */
export function hookExam(filesOf: (root: string) => readonly string[]): Part {
  const calls = (root: string): GateCall[] =>
    filesOf(root).flatMap((file) => gateCallsIn(readText(join(root, file)) ?? ""));
  return {
    governed: (root) => inOrder([...calls(root).map(({ agent }) => agent), ...policiesIn(root)]),
    gatePrograms: (root) => differentPrograms(calls(root)),
    policyPath: (agent) => `surcingle/${agent}.json`,
  };
}

/** The agents whose policies lie in `surcingle/`. */
export function policiesIn(root: string): string[] {
  return namesIn(join(root, "surcingle")).flatMap((name) => /^([a-z0-9-]+)\.json$/.exec(name)?.[1] ?? []);
}

export function inOrder(names: readonly string[]): string[] {
  return sortBy([...new Set(names)], (name) => name);
}
