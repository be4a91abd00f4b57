/** A pack: rules of one tool under a name, for agents to share. */
import type { Span } from "../base/source.ts";
import type { Rule, Tool } from "./permission.ts";

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
