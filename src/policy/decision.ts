/** A verdict with its reason, and how several of them become one: the strictest counts. */
import { type Limit, type Rule, type Tool, type Verdict, verdicts } from "../model/permission.ts";
import type { Note } from "./limits.ts";

export type Reason =
  | { readonly kind: "rule"; readonly rule: Rule }
  /** `by`: the one of its expressions or patterns that forbids this. */
  | { readonly kind: "limit"; readonly limit: Limit; readonly by?: string }
  | { readonly kind: "intent" }
  /** What no rule can speak about: an agent was given it, or was not. A whole clause. */
  | { readonly kind: "grant"; readonly point: string }
  /** What the program does, where that decides: the end of a sentence that begins with "because". */
  | { readonly kind: "effect"; readonly point: string }
  /** Why it is at best ask: the end of a sentence that begins with "because". `isList`: a list of special files says so. */
  | { readonly kind: "caution"; readonly point: string; readonly isList?: true }
  /** What every governed agent is given, whatever its author wrote. */
  | { readonly kind: "granted"; readonly point: string }
  | { readonly kind: "fault"; readonly message: string };

export interface Decision {
  readonly verdict: Verdict;
  readonly because: Reason;
  /** What was judged, where it is not the call itself. */
  readonly tool?: Tool;
  readonly subject?: string;
  /** The program that reads, writes or asks for it. */
  readonly by?: string;
  /** What was judged on the way; the strictest of them is the verdict. */
  readonly parts?: readonly Decision[];
  /** What limits say that deny nothing. */
  readonly notes?: readonly Note[];
}

/** What we say when we cannot say anything else. A broken gate is a closed gate. */
export function fault(message: string): Decision {
  return { verdict: "deny", because: { kind: "fault", message } };
}

export function isStricter(a: Verdict, b: Verdict): boolean {
  return verdicts.indexOf(a) > verdicts.indexOf(b);
}

/** The first of the strictest, so that the reason shown is the one that stands first in the text. */
export function strictest(first: Decision, ...others: readonly Decision[]): Decision {
  return others.reduce((best, next) => (isStricter(next.verdict, best.verdict) ? next : best), first);
}

/** Is the decision stricter only because the file is a secret or a steering file? */
export function isByList({ because }: Decision): boolean {
  return because.kind === "caution" && because.isList === true;
}

/** Raises an allow to an ask because of a list of special files. */
export function atBestAskByList(decision: Decision, point: string | undefined): Decision {
  const raised = atBestAsk(decision, point);
  return raised === decision || point === undefined
    ? decision
    : { ...raised, because: { kind: "caution", point, isList: true } };
}

/** Raises an allow to an ask; what is stricter already keeps its own reason. */
export function atBestAsk(decision: Decision, point: string | undefined): Decision {
  if (point === undefined || decision.verdict !== "allow") return decision;
  return { ...decision, verdict: "ask", because: { kind: "caution", point } };
}
