/** What is told while a task goes on. Telling is all: nothing is decided here. */
import type { Finding } from "../../model/task.ts";
import type { LoggedDecision } from "./decision-log.ts";

export type TaskEvent =
  /** A step begins; a few words. */
  | { readonly kind: "step"; readonly text: string }
  | { readonly kind: "decision"; readonly decision: LoggedDecision }
  | { readonly kind: "finding"; readonly finding: Finding }
  /** A sentence that a person should read. */
  | { readonly kind: "note"; readonly text: string };

export type Watch = (event: TaskEvent) => void;
