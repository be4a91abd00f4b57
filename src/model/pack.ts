/** A pack: named rules of one tool that agents share. */
import type { Span } from "../base/source.ts";
import type { Rule, Tool } from "./permission.ts";

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
