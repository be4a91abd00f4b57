/** A skill: a folder with SKILL.md and whatever it refers to. */
import type { Span } from "../base/source.ts";

export interface SkillFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  /** SKILL.md first, then the rest by code unit. */
  readonly files: readonly SkillFile[];
  /** It runs as an agent of its own (`context: fork`) instead of being read. */
  readonly isForked: boolean;
  readonly span: Span;
  /** The SKILL.md, relative to its root. */
  readonly path: string;
}
