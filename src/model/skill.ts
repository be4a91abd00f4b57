/** A skill: a folder with SKILL.md and whatever it refers to. */
import type { SourceFile, Span } from "../base/source.ts";
import type { SkillHook } from "./skill-hooks.ts";

export interface SkillFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

/** What stands in the front matter and behind it. */
export interface SkillText {
  readonly file: SourceFile;
  /** As written, in the order written. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
  readonly body: string;
  /** Where the body begins in the file. */
  readonly bodyOffset: number;
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
  readonly text: SkillText;
  readonly hooks: readonly SkillHook[];
}
