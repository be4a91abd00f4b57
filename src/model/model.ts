/** All definitions, with every name resolved. */
import type { Span } from "../base/source.ts";
import type { Agent } from "./agent.ts";
import type { Command } from "./command.ts";
import type { Settings } from "./settings.ts";
import type { Skill } from "./skill.ts";

/** A definition of a later root that replaced one of an earlier root. */
export interface Replaced {
  readonly kind: string;
  readonly name: string;
  readonly root: number;
  readonly by: number;
}

/** Every list is sorted by name. */
export interface Model {
  readonly agents: readonly Agent[];
  readonly commands: readonly Command[];
  readonly skills: readonly Skill[];
  readonly replaced: readonly Replaced[];
  readonly settings: Settings;
  /** Where to report problems with the definitions as a whole. */
  readonly span: Span;
}
