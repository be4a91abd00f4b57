/** An expected failure, as a value: what happened and what to do next. */
import type { Code } from "./codes/all.ts";
import type { Span } from "./source.ts";

export interface Problem {
  readonly code: Code;
  /** A note is information: it is shown on request. */
  readonly severity: "error" | "warning" | "note";
  /** Lower case, no full stop, the author's own words in backticks. */
  readonly message: string;
  /** What to do next. */
  readonly hint?: string | undefined;
  /** The path, name or address it is about, if there is no place in a definition. */
  readonly subject?: string | undefined;
  readonly span?: Span | undefined;
}

export function problem(code: Code, subject: string, message: string, hint?: string): Problem {
  return { code, severity: "error", subject, message, hint };
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "severity" in value && "message" in value;
}
