/** Path limits of roles and capabilities on edits: matched like rules, but they only deny. */
import type { Policy } from "../../model/permission.ts";
import type { Decision } from "../decision.ts";
import type { Surroundings } from "../surroundings.ts";
import { literalForm, type PathForm } from "./forms.ts";
import { matchPattern } from "./patterns.ts";

/** Undefined if no limit objects to editing the paths in this form. */
export function judgeByPathLimits(policy: Policy, form: PathForm, surroundings: Surroundings): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    // Capabilities state what is below. As for rules: a deny applies through any link, an allow only through links that
    // nobody else could have created.
    const verdict = limit.kind === "only-paths" ? "allow" : "deny";
    const seen = limit.kind === "no-paths" && limit.isTopOnly ? topOf(form) : form;
    const found = limit.patterns.map((pattern) => matchPattern(pattern, verdict, seen, surroundings));
    const isOnly = limit.kind === "only-paths";
    const [sure, unsure] = [found.indexOf("yes"), found.indexOf("maybe")];
    if (isOnly ? sure >= 0 : sure < 0 && unsure < 0) continue;
    const by = limit.patterns[sure >= 0 ? sure : unsure];
    const because = { kind: "limit", limit, ...(by !== undefined && !isOnly && { by }) } as const;
    if (isOnly ? unsure < 0 : sure >= 0) return { verdict: "deny", because };
    best ??= { verdict: "ask", because };
  }
  return best;
}

/** The project root counts too: what the limit forbids is known to be below it. */
function topOf(form: PathForm): PathForm {
  const isDeeper = form.kind === "below" && !form.isAround && form.inner !== "";
  return isDeeper ? literalForm(form) : form;
}

/** The same for a path that is not known yet. */
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
