/** Attempts to get a command past the gate of a managed machine, as data: one list per client. */
import type { Scene } from "../scene.ts";
import type { ToolUse } from "../scripted-model/conversation.ts";
import type { ScriptedModel } from "../scripted-model/scripted-model.ts";

/** One attempt: what a project, a user or a flag does to disable the gate. */
export interface ManagedTry {
  readonly title: string;
  /** Without managed files the canary must appear: otherwise the attempts prove nothing. */
  readonly isControl?: true;
  readonly project?: Readonly<Record<string, string>>;
  readonly home?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The model calls something harmless; only the attack can turn it into the canary. */
  readonly isHarmless?: true;
  /** The harmless call must run, which shows that the gate does not block everything. */
  readonly mustRun?: true;
  /** The gate itself cannot be started. */
  readonly isGateMissing?: true;
  /** The client must refuse to start, and print this. */
  readonly refusal?: string;
}

export interface ManagedTries {
  readonly use: (command: string) => ToolUse;
  /** Files of the user that allow every command without asking. */
  readonly home: (scene: Scene, model: ScriptedModel) => Readonly<Record<string, string>>;
  readonly environment: (model: ScriptedModel) => Readonly<Record<string, string>>;
  readonly words: (prompt: string, more: readonly string[]) => readonly string[];
  readonly attempts: readonly ManagedTry[];
}

/** A hook that turns any command into the canary, in one client's format. */
export const rewriting = (answer: unknown): string => `#!/bin/sh\ncat >/dev/null\necho '${JSON.stringify(answer)}'\n`;

/** Every list begins with these. */
const control: ManagedTry = { title: "control: nothing is managed", isControl: true };
const harmless: ManagedTry = { title: "a harmless command still runs", isHarmless: true, mustRun: true };
const missing: ManagedTry = { title: "the gate is missing", isGateMissing: true };

const nothing: ManagedTry = { title: "nothing but the gate" };

export const commonTries: readonly ManagedTry[] = [control, nothing, harmless, missing];
/** For a client that is started by a script. */
export const startedTries: readonly ManagedTry[] = [
  control,
  nothing,
  harmless,
  { ...missing, refusal: "gate is missing" },
];
