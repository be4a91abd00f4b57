/** One thing that was looked at in one client, and what came of it. */

/** A `note` is for people to know; only `failed` means that something is wrong. */
export type Outcome = "ok" | "failed" | "note";

/** Stable names, for programs that read the findings. */
export type Check =
  | "client"
  | "version"
  | "environment"
  | "files"
  | "settings"
  | "gate-program"
  | "plugin"
  | "policy"
  | "trust"
  | "agents"
  | "project"
  | "sandbox"
  | "refused"
  | "allowed";

export interface Finding {
  readonly check: Check;
  readonly outcome: Outcome;
  /** A sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly cure?: string;
  readonly agent?: string;
}

export function ok(check: Check, message: string): Finding {
  return { check, outcome: "ok", message };
}

export function failed(check: Check, message: string, cure: string, agent?: string): Finding {
  return { check, outcome: "failed", message, cure, ...(agent === undefined ? {} : { agent }) };
}

export function note(check: Check, message: string, cure?: string): Finding {
  return { check, outcome: "note", message, ...(cure === undefined ? {} : { cure }) };
}
