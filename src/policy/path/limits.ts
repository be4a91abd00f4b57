/** Patterns of roles and capabilities on the paths that are edited: they are matched as rules are, and only deny. */
import type { Policy } from "../../model/permission.ts";
import type { Decision } from "../decision.ts";
import type { Surroundings } from "../surroundings.ts";
import type { PathForm } from "./forms.ts";
import { matchPath } from "./patterns.ts";

/** Undefined when no limit has anything against editing the path in this form. */
export function judgeByPathLimits(policy: Policy, form: PathForm, surroundings: Surroundings): Decision | undefined {
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    // As for rules: a deny holds through any link, an allow only through those nobody else could have made.
    const verdict = limit.kind === "only-paths" ? "allow" : "deny";
    const by = limit.patterns.find((pattern) => matchPath({ pattern, verdict }, form, surroundings) === "yes");
    if (limit.kind === "only-paths" ? by === undefined : by !== undefined)
      return { verdict: "deny", because: { kind: "limit", limit, ...(by !== undefined && { by }) } };
  }
  return undefined;
}

/** The same for a path that nobody knows yet. */
export function judgeUnknownByPathLimits(policy: Policy): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    const because = { kind: "limit", limit } as const;
    const isEvery = limit.patterns.includes("**");
    const isNone = limit.patterns.length === 0;
    if (limit.kind === "only-paths" ? isNone : isEvery) return { verdict: "deny", because };
    if (limit.kind === "only-paths" ? !isEvery : !isNone) best ??= { verdict: "ask", because };
  }
  return best;
}
