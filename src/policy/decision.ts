/** A verdict with its reason, and how to combine several: the strictest wins. */
import { type Limit, type Rule, type Tool, type Verdict, verdicts } from "../model/permission.ts";

/** The message of a soft limit about a call that it does not decide. */
export interface Note {
  readonly limit: Limit;
  /** The subject, if it is not the call itself. */
  readonly tool?: Tool;
  readonly subject?: string;
}

export type Reason =
  | { readonly kind: "rule"; readonly rule: Rule }
  /** `by`: the expression or pattern that forbids this. */
  | { readonly kind: "limit"; readonly limit: Limit; readonly by?: string }
  | { readonly kind: "intent" }
  /** Something that rules do not cover, either granted or not. `point` is a complete clause. */
  | { readonly kind: "grant"; readonly point: string }
  /** The effect of the program, if that decides: the end of a sentence that begins with "because". */
  | { readonly kind: "effect"; readonly point: string }
  /**
   * Why it needs approval: the end of a sentence that starts with "because". `isList`: from a list of special files.
   */
  | { readonly kind: "caution"; readonly point: string; readonly isList?: true }
  /** Something that is granted to every governed agent. */
  | { readonly kind: "granted"; readonly point: string }
  | { readonly kind: "fault"; readonly message: string };

export interface Decision {
  readonly verdict: Verdict;
  readonly because: Reason;
  /** What was judged, if it is not the call itself. */
  readonly tool?: Tool;
  readonly subject?: string;
  /** The program that reads, writes or connects to it. */
  readonly by?: string;
  /** The decisions that were combined into this one. */
  readonly parts?: readonly Decision[];
  /** Messages of limits that do not deny. */
  readonly notes?: readonly Note[];
}

/** The denial for anything that goes wrong: the gate fails closed. */
export function fault(message: string): Decision {
  return { verdict: "deny", because: { kind: "fault", message } };
}

export function isStricter(a: Verdict, b: Verdict): boolean {
  return verdicts.indexOf(a) > verdicts.indexOf(b);
}

/** The first of the strictest, so that the reason refers to the earliest part of the text. */
export function strictest(first: Decision, ...others: readonly Decision[]): Decision {
  return others.reduce((best, next) => (isStricter(next.verdict, best.verdict) ? next : best), first);
}

/** Whether the decision is stricter only because the file is a secret or steering file. */
export function isByList({ because }: Decision): boolean {
  return because.kind === "caution" && because.isList === true;
}

/** Raises an allow to an ask because of a list of special files. */
export function raiseToAskByList(decision: Decision, point: string | undefined): Decision {
  const raised = raiseToAsk(decision, point);
  return raised === decision || point === undefined
    ? decision
    : { ...raised, because: { kind: "caution", point, isList: true } };
}

/** Raises allow to ask. A stricter decision keeps its own reason. */
export function raiseToAsk(decision: Decision, point: string | undefined): Decision {
  if (point === undefined || decision.verdict !== "allow") return decision;
  return { ...decision, verdict: "ask", because: { kind: "caution", point } };
}
