/**
 * How `doctor` tests one client: which files to read and copy, and how to run it. One value per client in
 * `src/harness/<id>/doctor.ts`.
 */

import { join } from "node:path";
import { sortBy } from "../base/order.ts";
import type { Harness } from "../harness/harness.ts";
import type { Program } from "../process/run.ts";
import type { AskedAgent } from "./decision.ts";
import type { Finding } from "./findings.ts";
import { differentPrograms, gateCallsIn, type HookCall } from "./gate-program.ts";
import { namesIn, readText } from "./home-files.ts";
import type { Home, Project, Variable } from "./project.ts";
import type { Scene } from "./scene.ts";
import type { ToolUse } from "./scripted-model/conversation.ts";
import type { ScriptedModel } from "./scripted-model/scripted-model.ts";

/** Keys of a user's file that affect the gate. All others, including credentials, are not copied. */
export interface KeptSettings {
  readonly path: string;
  readonly keys: readonly string[];
}

interface Visit {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  /** The kept keys of each existing settings file of the user, by path. */
  readonly settings: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export interface Session {
  readonly ask: (agent: string, uses: readonly ToolUse[]) => Promise<AskedAgent>;
  readonly stop: () => Promise<void>;
}

/** The client's tools for the probes; paths are absolute. */
export interface Uses {
  readonly bash: (command: string) => ToolUse;
  readonly edit: (path: string) => ToolUse;
  /** Undefined if the client reads through its shell. */
  readonly read: ((path: string) => ToolUse) | undefined;
}

export interface NoAnswer {
  readonly message: string;
  readonly fix: string;
}

export interface ClientChecks {
  /** Whether commands of this client can run in the sandbox. */
  readonly hasSandbox?: true;
  readonly harness: Harness;
  /** The client's program name. */
  readonly command: string;
  readonly variables: readonly Variable[];
  /** Variables that make something run before the gate, or around what it judges. */
  readonly startups?: readonly (Variable & { readonly effect: string })[];
  /** Paths to copy into the temporary home, relative to the client's directory. */
  readonly parts: (root: string) => readonly string[];
  /** Adapts a copied file to the temporary home. */
  readonly adapt?: (text: string, path: string, from: string, to: string) => string;
  readonly settings: readonly KeptSettings[];
  /** The agents that must have a policy, in order. */
  readonly governed: (root: string) => readonly string[];
  /** The programs that hooks start; none if the gate runs inside the client. */
  readonly gatePrograms: (root: string) => readonly (readonly string[])[];
  readonly policyPath: (agent: string) => string;
  /** The agents that can be tested in their own session. */
  readonly asked: (root: string, agents: readonly string[]) => readonly string[];
  /** Checks that do not start the client. */
  readonly inspectHome: (home: Home, agents: readonly string[]) => readonly Finding[];
  /** The same for the current project: finds what could answer instead of the gate. */
  readonly inspectProject: (project: Project, agents: readonly string[]) => readonly Finding[];
  readonly uses: Uses;
  /** The client itself asks the user for an `ask`, so the gate's answer cannot be observed. */
  readonly asksByItself?: true;
  readonly open: (visit: Visit) => Promise<Session>;
  /** Why the gate may not answer in this client, and the fix. */
  readonly silent: (root: string) => NoAnswer;
}

/** Checks shared by clients that start the gate as a program: their own files name it, and the policy. */
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
