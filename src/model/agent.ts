/** One agent, complete: everything it names is here, nothing is left to look up. */
import type { Span } from "../base/source.ts";
import type { Policy } from "./permission.ts";
import type { Role } from "./role.ts";
import type { Skill } from "./skill.ts";

export const modes = ["primary", "subagent", "all"] as const;
export type Mode = (typeof modes)[number];

/** A piece of Markdown and the name it is shown under: `languages/nix`, `context/profile.md`. */
export interface Text {
  readonly ref: string;
  readonly text: string;
  /** The file it came from, relative to its root. */
  readonly path: string;
}

export interface Agent {
  readonly name: string;
  readonly displayName: string | undefined;
  readonly description: string;
  readonly mode: Mode;
  readonly tags: readonly string[];
  readonly maxTurns: number | undefined;
  readonly prompt: Text;
  readonly rules: readonly Text[];
  readonly context: readonly Text[];
  readonly skills: readonly Skill[];
  /** Its limits are in the policy, its texts join the prompt. */
  readonly role?: Role | undefined;
  /** The agents it names as its delegates. Undefined: it leaves them to the comparison of policies. */
  readonly delegates?: readonly string[] | undefined;
  /** Undefined: ungoverned, the harness's own defaults apply. */
  readonly policy: Policy | undefined;
  /** Where to point when this agent, or one of its fields, is the trouble. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The agent.toml it came from, relative to its root. */
  readonly path: string;
}
