/** How exactly a sandbox can enforce each rule of a policy. */
import type { Rule } from "../model/permission.ts";
import { isPermitted, kindOf, type SandboxQuestion } from "./reach.ts";

/**
 * `exact`: a program can do what the rule says and no more. `stricter`: it can do less. `existing`: existing files are
 * protected; a file created later under a denied name is only reported.
 */
type FitKind = "exact" | "stricter" | "existing";

export interface Fit {
  readonly rule: Rule;
  readonly kind: FitKind;
  readonly why: string;
}

export function fitsOf(question: SandboxQuestion, hasNetwork: boolean): readonly Fit[] {
  const { policy } = question;
  return policy.rules.flatMap((rule): Fit[] => {
    switch (rule.tool) {
      case "edit":
        return [{ rule, ...fitEdit(question, rule) }];
      case "read":
      case "external_directory":
        return [{ rule, ...fitReading(question, rule) }];
      case "webfetch":
        return [{ rule, ...fitNetwork(question, rule, hasNetwork) }];
      default:
        return [];
    }
  });
}

type FitOnly = Pick<Fit, "kind" | "why">;

/** A mount can express `**`, `x/**` and names without a star. */
function isTree(pattern: string): boolean {
  const head = pattern.replace(/(?:^|\/)\*\*$/, "");
  return pattern.endsWith("**") && !head.includes("*");
}

function fitEdit({ policy, isApproved, surroundings }: SandboxQuestion, rule: Rule): FitOnly {
  const isLiteral = !rule.pattern.includes("*");
  const others = policy.rules.filter((each) => each.tool === "edit" && each !== rule).map(({ verdict }) => verdict);
  const surrounding = [...others, policy.otherwise.edit].map((verdict) => isPermitted(verdict, isApproved));
  if (isPermitted(rule.verdict, isApproved)) {
    if (isTree(rule.pattern)) return { kind: "exact", why: "the directory is writable if it exists" };
    if (surrounding.every((each) => each)) return { kind: "exact", why: "everything is writable" };
    return {
      kind: "stricter",
      why: isLiteral
        ? "an existing file can be written in place, but not created, replaced or deleted"
        : "existing files can be written in place, but not created, replaced or deleted",
    };
  }
  if (surrounding.every((each) => !each)) return { kind: "exact", why: "nothing is writable" };
  const head = rule.pattern.replace(/\/\*\*$/, "");
  const isFixed = isTree(rule.pattern) && !/^[~/]/.test(head) && surroundings.projectRoot !== undefined;
  if (isFixed && kindOf(surroundings, `${surroundings.projectRoot}/${head}`) === "directory")
    return { kind: "exact", why: "the directory is read-only" };
  return {
    kind: "existing",
    why: "existing files are read-only; new matching files are reported after the run",
  };
}

function fitReading({ policy, isApproved }: SandboxQuestion, rule: Rule): FitOnly {
  const isShape = isTree(rule.pattern) || !rule.pattern.includes("*");
  const isAllowed = isPermitted(rule.verdict, isApproved);
  const isOpen = isPermitted(policy.otherwise[rule.tool], isApproved);
  if (isAllowed) {
    if (isShape || isOpen) return { kind: "exact", why: "it is visible" };
    return { kind: "stricter", why: "only what exists in the project is visible" };
  }
  if (!isOpen) return { kind: "exact", why: "it is not visible" };
  return { kind: "existing", why: isShape ? "it is hidden if it exists" : "what exists in the project is hidden" };
}

function fitNetwork({ isApproved }: SandboxQuestion, rule: Rule, hasNetwork: boolean): FitOnly {
  if (hasNetwork) return { kind: "exact", why: "the network is open" };
  return isPermitted(rule.verdict, isApproved)
    ? {
        kind: "stricter",
        why: "the sandbox has full network access or none, and `webfetch` does not allow every address",
      }
    : { kind: "exact", why: "there is no network" };
}
