/** Judges a path: in every form it has, and outside the project also as an external directory. */
import type { Policy, Tool } from "../../model/permission.ts";
import { atBestAsk, type Decision, strictest } from "../decision.ts";
import { judgeByRules, judgeByToolLimit } from "../rules.ts";
import type { Surroundings } from "../surroundings.ts";
import { findPathCaution, formsOf, type PathForm } from "./forms.ts";
import { judgeByPathLimits, judgeUnknownByPathLimits } from "./limits.ts";
import { matchPath } from "./patterns.ts";

export type PathTool = "edit" | "read" | "external_directory";

/** `from` is the directory a relative path starts at. */
export function judgePath(
  policy: Policy,
  tool: PathTool,
  path: string,
  surroundings: Surroundings,
  from = surroundings.cwd,
): Decision {
  const { forms, isCircular } = formsOf(path, from, surroundings);
  const caution = findPathCaution(path) ?? (isCircular ? "the links of the path go in a circle" : undefined);
  const [first, ...others] = forms.flatMap((form) => judgeForm(policy, tool, path, form, surroundings));
  return atBestAsk(strictest(first ?? judgeUnknownPath(policy, tool), ...others), caution);
}

function judgeForm(
  policy: Policy,
  tool: PathTool,
  subject: string,
  form: PathForm,
  surroundings: Surroundings,
): readonly Decision[] {
  const isOutside = form.relative === undefined;
  const asked: readonly Tool[] = tool !== "external_directory" && isOutside ? [tool, "external_directory"] : [tool];
  return asked.map((one) => ({
    ...(judgeByToolLimit(policy, one) ??
      (one === "edit" ? judgeByPathLimits(policy, form, surroundings) : undefined) ??
      judgeByRules(policy, one, (rule) => matchPath(rule, form, surroundings))),
    tool: one,
    subject,
  }));
}

/** A path nobody knows yet: every rule may match it. */
export function judgeUnknownPath(policy: Policy, tool: PathTool): Decision {
  const match = ({ pattern }: { readonly pattern: string }) => (pattern === "**" ? "yes" : "maybe");
  const limited = tool === "edit" ? judgeUnknownByPathLimits(policy) : undefined;
  const decision = judgeByRules(policy, tool, match);
  return judgeByToolLimit(policy, tool) ?? (limited ? strictest(limited, decision) : decision);
}

/** Is any form of the path outside the project? */
export function leavesProject(path: string, surroundings: Surroundings, from = surroundings.cwd): boolean {
  return formsOf(path, from, surroundings).forms.some(({ relative }) => relative === undefined);
}
