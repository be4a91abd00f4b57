/** What an agent may do. Order is meaning: the first rule that matches decides. */

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
  /** `file:line:col`, kept as text because the gate runs where the sources are not. */
  readonly from: string;
  /** From a pack: it allows a program, and does not name it as one that may run code. */
  readonly isPacked?: true;
}

/** What a role or a capability forbids whatever the agent's own rules say. It can only make a decision stricter. */
export type Limit = LimitKind & {
  /** `file:line:col`, or the name of a capability where the place is not known. */
  readonly from: string;
  /** Absent: it denies. `warn` says so and lets it pass, `advisory` leaves a line in the decision log only. */
  readonly severity?: "warn" | "advisory";
  /** While this variable of the gate's environment is `1`, the limit is not there. */
  readonly bypass?: string;
};

type LimitKind =
  | { readonly kind: "no-tool"; readonly tool: Tool }
  /** Takes the client's reading tools away. What a command reads is judged by its words. */
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
      /** A command that changes a whole tree is judged by the top of the tree: `rm -rf build` may delete a `build/x/.git`. */
      readonly isTopOnly?: true;
    };

export const policyVersion = 2;

/** Plain data all the way down: it is written as JSON and read back by the gate. */
export interface Policy {
  readonly version: typeof policyVersion;
  readonly agent: string;
  readonly limits: readonly Limit[];
  readonly rules: readonly Rule[];
  readonly otherwise: Readonly<Record<Tool, Verdict>>;
  /** The tools that the author wrote about. A limit of a role does not name its tool. */
  readonly named: readonly Tool[];
  /** The rules come from a list of tools, whose author meant each command that is spelled out. */
  readonly isToolList?: true;
  /** The agents this one may delegate to: governed ones of the same roots. */
  readonly delegates: readonly string[];
  /** The skills it may load by itself: those that do not start an agent of their own. */
  readonly skills: readonly string[];
  /** Client tools that no canonical tool covers and that the settings allow. */
  readonly allowTools: readonly string[];
  /** A file that each answer is appended to. */
  readonly log?: string;
  /** It forbids for all agents of a machine and grants nothing: delegation, skills and other tools are not its subject. */
  readonly isFloor?: true;
  /** Commands run in a box. Absent: they do not. */
  readonly sandbox?: SandboxSettings;
}

/** `file`: its contents. `below`: the contents of every file below a directory. `list`: names, not contents. */
export type Reading = "file" | "below" | "list";

export interface ToolCall {
  readonly tool: Tool;
  /** The command line, path, address or text the tool was asked to act on. */
  readonly subject: string;
  /** For the tool `read`. Default: `file`. */
  readonly reading?: Reading;
}

export type ClientRequest =
  /** One use of a client tool may be several canonical calls, a patch of three files for one: each must be allowed. */
  | { readonly kind: "calls"; readonly calls: readonly ToolCall[] }
  /** No paths: it reads only what the agent itself has started. */
  | { readonly kind: "reads"; readonly paths: readonly string[]; readonly reading: Reading }
  | { readonly kind: "delegation"; readonly agent: string }
  /** `isRunApart`: a client of its own runs it, under a policy that does not know the caller's. */
  | { readonly kind: "skill"; readonly skill: string; readonly isRunApart?: true }
  /** A client tool that none of the above speaks about. */
  | { readonly kind: "unknown"; readonly tool: string };

/** A pack: rules of one tool under a name, for agents to share. */
export interface Pack {
  readonly name: string;
  readonly tool: Tool;
  readonly description: string;
  /** Their places are in the pack's own file. */
  readonly rules: readonly Rule[];
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The pack's file, relative to its root. */
  readonly path: string;
}
