/** Problems with a place in a definition, and what a harness cannot express. */
import type { Problem } from "./problem.ts";
import type { Span } from "./source.ts";

/** Says that a diagnostic is a loss: what a harness cannot express, and what became of it. */
export interface Loss {
  readonly harness: string;
  /** The agent, skill or command that loses something. */
  readonly definition: string;
  /** The field as an author writes it: `tags`, `permissions.bash`. */
  readonly field: string;
  /** `gate`: we enforce it. `narrowed`: stricter than asked. `lost`: gone. Wider does not exist. */
  readonly support: "gate" | "narrowed" | "lost";
  readonly why: string;
}

export interface Diagnostic extends Problem {
  readonly span: Span;
  /** What is wrong right there, in a few words. */
  readonly label?: string | undefined;
  readonly loss?: Loss | undefined;
  /** Of the quality checklist: nothing works otherwise without it, so a run that changes nothing need not repeat it. */
  readonly advice?: true;
}

export type Report = (diagnostic: Diagnostic) => void;

/** Errors are handed back; everything else is reported at once. */
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
