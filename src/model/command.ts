/** A command: a prompt with a name, and what its author wants of it in words that belong to no client. */
import type { Span } from "../base/source.ts";
import type { Entries } from "./output.ts";

export const executions = ["command", "isolated", "agent"] as const;
export type Execution = (typeof executions)[number];

/** Also the keys of `tiers.<harness>` in the settings. */
export const tiers = ["fast", "balanced", "strong"] as const;
export type Tier = (typeof tiers)[number];

export const efforts = ["low", "medium", "high", "max"] as const;
export const presets = ["none", "read-only", "write", "full"] as const;
export type Preset = (typeof presets)[number];

export const invocations = ["explicit", "automatic"] as const;
export const visibilities = ["user", "model", "both"] as const;
export const colors = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"] as const;

/** A preset, or tools by the names that Claude Code has for them, as they were written. */
export type CommandTools = Preset | { readonly custom: string };

export interface Behavior {
  readonly execution: Execution;
  readonly capability: Tier | undefined;
  readonly effort: (typeof efforts)[number] | undefined;
  readonly tools: CommandTools | undefined;
  readonly invocation: (typeof invocations)[number] | undefined;
  readonly visibility: (typeof visibilities)[number] | undefined;
  readonly color: (typeof colors)[number] | undefined;
}
/** A prompt in the session, with nothing else said. */
export const plainBehavior: Behavior = {
  execution: "command",
  capability: undefined,
  effort: undefined,
  tools: undefined,
  invocation: undefined,
  visibility: undefined,
  color: undefined,
};

export type BehaviorField = keyof Behavior;

export interface Command {
  /** As it was written: `speckit.revenge.extract`. */
  readonly name: string;
  /** The same with hyphens for dots: what clients that know no dots call it. */
  readonly slug: string;
  readonly description: string;
  readonly behavior: Behavior;
  /** Fields for one harness only, by the name the author has for it. They win over what `behavior` says. */
  readonly overrides: ReadonlyMap<string, Entries>;
  readonly body: string;
  /** Where to point when this command, or one of its fields, is the trouble. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The Markdown file, relative to its root. */
  readonly path: string;
  /** Every file it came from: that one, and the extension.yml that names it. */
  readonly from: readonly string[];
}

export function slugOf(name: string): string {
  return name.replaceAll(".", "-");
}
