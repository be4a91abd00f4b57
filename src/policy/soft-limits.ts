/** Limits that deny nothing: `warn` says what it would have denied, `advisory` leaves it to the log. */
import { type Limit, type Policy, type Tool, tools, type Verdict } from "../model/permission.ts";
import type { Decision } from "./decision.ts";

/** What a soft limit has to say about a call that is decided without it. */
export interface Note {
  readonly limit: Limit;
  /** What it is about, where that is not the call itself. */
  readonly tool?: Tool;
  readonly subject?: string;
}

/** The policy with the limits that deny, and no others. */
export function hardPolicy(policy: Policy): Policy {
  return policy.limits.some(isSoft) ? { ...policy, limits: hardLimits(policy) } : policy;
}

export function hardLimits({ limits }: Pick<Policy, "limits">): readonly Limit[] {
  return limits.some(isSoft) ? limits.filter((limit) => !isSoft(limit)) : limits;
}

function isSoft({ severity }: Limit): boolean {
  return severity !== undefined;
}

const free = Object.fromEntries(tools.map((tool) => [tool, "allow"])) as Record<Tool, Verdict>;

/** Each soft limit judges the call alone, as if it could deny: so it sees what a hard one would see. */
export function withNotes(policy: Policy, decision: Decision, judge: (policy: Policy) => Decision): Decision {
  const notes: Note[] = [];
  for (const limit of policy.limits.filter(isSoft)) {
    const { severity: _, ...hard } = limit;
    const said = judge({ ...policy, rules: [], otherwise: free, limits: [hard] });
    // What cannot be judged is closed, also where it would only warn.
    if (said.because.kind === "fault") return said;
    const found = [said, ...(said.parts ?? [])].find(({ because }) => because.kind === "limit");
    if (!found) continue;
    const { tool, subject } = found;
    notes.push({ limit, ...(tool && { tool }), ...(subject !== undefined && { subject }) });
  }
  return notes.length === 0 ? decision : { ...decision, notes };
}
