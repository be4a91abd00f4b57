/** Progress messages of a running task. */
import type { CheckResult } from "../../model/task.ts";
import type { LoggedDecision } from "./decision-log.ts";

export type TaskProgress =
  /** A step begins; a few words. */
  | { readonly kind: "step"; readonly text: string }
  | { readonly kind: "decision"; readonly decision: LoggedDecision }
  | { readonly kind: "finding"; readonly finding: CheckResult }
  /** A message for the user. */
  | { readonly kind: "note"; readonly text: string };

export type OnProgress = (event: TaskProgress) => void;
