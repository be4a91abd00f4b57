/** Problems with a place in a definition, and what a harness cannot express. */
import type { Problem } from "./problem.ts";
import type { Span } from "./source.ts";

/** Marks a diagnostic as a loss: what a harness cannot express, and how it is handled. */
export interface Loss {
  readonly harness: string;
  /** The agent, skill or command that loses something. */
  readonly definition: string;
  /** The field as an author writes it: `tags`, `permissions.bash`. */
  readonly field: string;
  /** `gate`: we enforce it. `narrowed`: stricter than requested. `lost`: not available. Never wider. */
  readonly support: "gate" | "narrowed" | "lost";
  readonly why: string;
}

export interface Diagnostic extends Problem {
  readonly span: Span;
  /** What is wrong at this place, in a few words. */
  readonly label?: string | undefined;
  readonly loss?: Loss | undefined;
  /** From the quality checklist: it does not affect the output, so an unchanged run need not repeat it. */
  readonly isSkillCheck?: true;
}

export type Report = (diagnostic: Diagnostic) => void;

/** Errors are returned; everything else is reported at once. */
export function withHeldErrors<T>(report: Report, step: (held: Report) => T): readonly [T, readonly Diagnostic[]] {
  const errors: Diagnostic[] = [];
  const result = step((diagnostic) => {
    if (diagnostic.severity === "error") errors.push(diagnostic);
    else report(diagnostic);
  });
  return [result, errors];
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

export function lossesOf(diagnostics: readonly Diagnostic[]): Loss[] {
  return diagnostics.flatMap(({ loss }) => (loss ? [loss] : []));
}
