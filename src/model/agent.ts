/** A resolved agent: contains everything it names. */
import type { Span, Text } from "../base/source.ts";
import type { Policy } from "./permission.ts";
import type { Role } from "./role.ts";
import type { Skill } from "./skill.ts";

export const modes = ["primary", "subagent", "all"] as const;
export type Mode = (typeof modes)[number];

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
  /** Its limits are part of the policy, its texts part of the prompt. */
  readonly role?: Role | undefined;
  /** The agents in its `delegates`. Undefined: they follow from comparing policies. */
  readonly delegates?: readonly string[] | undefined;
  /** Undefined: ungoverned, the harness's own defaults apply. */
  readonly policy: Policy | undefined;
  /** Where to report problems with this agent or one of its fields. */
  readonly span: Span;
  readonly spanOf: (...path: readonly (string | number)[]) => Span;
  /** The agent.toml it came from, relative to its root. */
  readonly path: string;
}
