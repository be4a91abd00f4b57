/** What an agent may do. Order matters: the first matching rule decides. */

import type { Span } from "../base/source.ts";
import type { SandboxSettings } from "./sandbox.ts";

/** From loose to strict. */
export const verdicts = ["allow", "ask", "deny"] as const;
export type Verdict = (typeof verdicts)[number];

export const tools = ["bash", "edit", "read", "webfetch", "websearch", "question", "external_directory"] as const;
export type Tool = (typeof tools)[number];

export interface Rule {
  readonly tool: Tool;
  readonly pattern: string;
  readonly verdict: Verdict;
  /** `file:line:col`, kept as text because the gate runs where the sources are not available. */
  readonly from: string;
  /** From a pack: it allows a program, but not as one that may run code. */
  readonly isPacked?: true;
}

/** What a role or a capability forbids regardless of the agent's rules. It can only make a decision stricter. */
export type Limit = LimitKind & {
  /** `file:line:col`, or the name of a capability if the place is unknown. */
  readonly from: string;
  /** Absent: it denies. `warn` allows with a message, `advisory` only adds a line to the decision log. */
  readonly severity?: "warn" | "advisory";
  /** While this variable of the gate's environment is `1`, the limit does not apply. */
  readonly bypass?: string;
};

type LimitKind =
  | { readonly kind: "no-tool"; readonly tool: Tool }
  /** Denies the client's read tools. What a command reads is judged by its words. */
  | { readonly kind: "no-reading" }
  | { readonly kind: "no-delegation" }
  /** Every simple command must match one of these regular expressions. */
  | { readonly kind: "only-commands"; readonly expressions: readonly string[] }
  /** No simple command may match one of these regular expressions. */
  | { readonly kind: "no-commands"; readonly expressions: readonly string[] }
  /** Every path that is edited, by a tool or a redirection, must match one of these `edit` patterns. */
  | { readonly kind: "only-paths"; readonly patterns: readonly string[] }
  /** No path that is edited may match one of these `edit` patterns. */
  | {
      readonly kind: "no-paths";
      readonly patterns: readonly string[];
      /** A command that changes a whole tree is judged by its top: `rm -rf build` may delete a `build/x/.git`. */
      readonly isTopOnly?: true;
    };

export const policyVersion = 2;

/** Plain data: it is written as JSON and read back by the gate. */
export interface Policy {
  readonly version: typeof policyVersion;
  readonly agent: string;
  readonly limits: readonly Limit[];
  readonly rules: readonly Rule[];
  readonly otherwise: Readonly<Record<Tool, Verdict>>;
  /** The tools that the author configured. A limit of a role does not count. */
  readonly named: readonly Tool[];
  /** The rules come from a tool list, whose author meant each command that it names. */
  readonly isToolList?: true;
  /** The agents this one may delegate to: governed ones of the same roots. */
  readonly delegates: readonly string[];
  /** The skills it may load itself: those that do not start a separate agent. */
  readonly skills: readonly string[];
  /** Client tools without a canonical tool that the settings allow. */
  readonly allowTools: readonly string[];
  /** A file to which each decision is appended. */
  readonly log?: string;
  /**
   * Applies to all agents of a machine and grants nothing. Does not cover delegation, skills and other tools.
   */
  readonly isFloor?: true;
  /** Commands run in a sandbox. Absent: they do not. */
  readonly sandbox?: SandboxSettings;
}

/**
 * The same policy with other delegates, computed on first read: computing them compares policies, and `check` writes no
 * file that lists them.
 */
export function withDelegates(policy: Policy, find: () => readonly string[]): Policy {
  let found: readonly string[] | undefined;
  const delegates = {
    get: () => {
      found ??= find();
      return found;
    },
    enumerable: true,
    configurable: true,
  };
  // A spread would compute the delegates of the given policy.
  return Object.defineProperties({} as Policy, { ...Object.getOwnPropertyDescriptors(policy), delegates });
}

/** `file`: its contents. `below`: the contents of every file below a directory. `list`: names, not contents. */
export type Reading = "file" | "below" | "list";

export interface ToolCall {
  readonly tool: Tool;
  /** The command line, path, address or text that the tool acts on. */
  readonly subject: string;
  /** For the tool `read`. Default: `file`. */
  readonly reading?: Reading;
}

export type ClientRequest =
  /** One client call may be several canonical calls, such as a patch of three files: each must be allowed. */
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[] }
  /** Without paths, it reads only what the agent itself started. `names`: the filters of a search. */
  | {
      readonly kind: "reads";
      readonly paths: readonly string[];
      readonly reading: Reading;
      readonly names?: readonly string[];
    }
  | { readonly kind: "delegation"; readonly agent: string }
  /** `isRunApart`: a separate client runs it, with a policy that does not depend on the caller's. */
  | { readonly kind: "skill"; readonly skill: string; readonly isRunApart?: true }
  /** A client tool that none of the above covers. */
  | { readonly kind: "unknown"; readonly tool: string };

/** A pack: named rules of one tool that agents share. */
export interface Pack {
  readonly name: string;
  readonly tool: Tool;
  readonly description: string;
  /** With places in the pack's own file. */
  readonly rules: readonly Rule[];
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The pack's file, relative to its root. */
  readonly path: string;
}
