/** A command: a named prompt, with client-independent settings for how to run it. */
import type { Span } from "../base/source.ts";
import type { Entries } from "./output.ts";

export const executions = ["command", "isolated", "agent"] as const;
type Execution = (typeof executions)[number];

/** Also the keys of `tiers.<harness>` in the settings. */
export const tiers = ["fast", "balanced", "strong"] as const;
export type Tier = (typeof tiers)[number];

export const efforts = ["low", "medium", "high", "max"] as const;
export const presets = ["none", "read-only", "write", "full"] as const;
export type Preset = (typeof presets)[number];

export const invocations = ["explicit", "automatic"] as const;
export const visibilities = ["user", "model", "both"] as const;
export const colors = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"] as const;

/** A preset, or tools by Claude Code's names, as written. */
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
/** The default: a prompt in the current session, with nothing else configured. */
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
  /** As written: `speckit.revenge.extract`. */
  readonly name: string;
  /** The same with hyphens for dots, for clients that do not allow dots. */
  readonly slug: string;
  readonly description: string;
  readonly behavior: Behavior;
  /** Fields for one harness only, by the name the author uses for it. They override `behavior`. */
  readonly overrides: ReadonlyMap<string, Entries>;
  readonly body: string;
  /** Where to report problems with this command or one of its fields. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The Markdown file, relative to its root. */
  readonly path: string;
  /** Every file it came from: this one, and the extension.yml that names it. */
  readonly from: readonly string[];
}

export function slugOf(name: string): string {
  return name.replaceAll(".", "-");
}
