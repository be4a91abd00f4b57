/** The three ends of a check. Unchecked is not passed: it could not be told. */
import { visible } from "../base/visible.ts";
import type { Verified } from "./capability-code.ts";

const mostEvidence = 50;

export function passed(reason: string, evidence: readonly string[] = []): Verified {
  return { outcome: "passed", reason, evidence: shorten(evidence) };
}

export function failed(reason: string, evidence: readonly string[] = []): Verified {
  return { outcome: "failed", reason, evidence: shorten(evidence) };
}

export function unchecked(reason: string, evidence: readonly string[] = []): Verified {
  return { outcome: "unchecked", reason, evidence: shorten(evidence) };
}

/** Evidence comes from programs and file names: no terminal may be told what to do by it. */
function shorten(evidence: readonly string[]): readonly string[] {
  const rest = evidence.length - mostEvidence;
  const shown = evidence.slice(0, mostEvidence).map(visible);
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}
