/** What a policy permits a program on one path, and on everything below a directory. */
import type { Policy, Tool, Verdict } from "../model/permission.ts";
import { isByList } from "../policy/decision.ts";
import { formsOf, type PathForm } from "../policy/path/forms.ts";
import { judgePaths } from "../policy/path/judge.ts";
import { matchPath, matchPattern } from "../policy/path/patterns.ts";
import { shapeOf } from "../policy/path/sets.ts";
import { judgeByToolLimit } from "../policy/rules.ts";
import type { DiskEntry, Surroundings } from "../policy/surroundings.ts";

export interface SandboxQuestion {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  /** The user approved the call: `ask` counts as allow. */
  readonly isApproved: boolean;
  /** Git has the same content, and the sandbox shows what git has. */
  readonly isCommitted?: ((path: string) => boolean) | undefined;
}

type SandboxTool = "edit" | "read";

/** `all`: every path below. `some`: it depends on the path. */
export type Reach = "all" | "some" | "none";

export function isPermitted(verdict: Verdict, isApproved: boolean): boolean {
  return verdict === "allow" || (isApproved && verdict === "ask");
}

/** One path, as the gate would judge a command that names it; but a secret file that is committed is not a secret. */
export function mayUse(question: SandboxQuestion, tool: SandboxTool, path: string): boolean {
  const { policy, surroundings, isApproved, isCommitted } = question;
  const decision = judgePaths(policy, tool, { kind: "path", path }, surroundings, { isEffect: true });
  if (isPermitted(decision.verdict, isApproved)) return true;
  return tool === "read" && decision.verdict === "ask" && isByList(decision) && isCommitted?.(path) === true;
}

/** By rules and limits only: secret and steering files are looked up file by file. */
export function reachBelow(question: SandboxQuestion, tool: SandboxTool, directory: string): Reach {
  const { surroundings, isApproved } = question;
  const shape = shapeOf({ kind: "below", path: directory }, true);
  if (!shape) return "some";
  const { forms } = formsOf(shape, surroundings.cwd, surroundings);
  const verdicts = new Set(
    forms.flatMap((form) => {
      const isOutside = form.relative === undefined || form.isAround;
      const own = verdictsOf(question, tool, form);
      return isOutside ? meet(own, verdictsOf(question, "external_directory", form)) : own;
    }),
  );
  const permitted = [...verdicts].filter((verdict) => isPermitted(verdict, isApproved)).length;
  return permitted === 0 ? "none" : permitted === verdicts.size ? "all" : "some";
}

/** Every verdict that some path below may get from two tools that both apply. */
function meet(one: readonly Verdict[], other: readonly Verdict[]): readonly Verdict[] {
  const order: readonly Verdict[] = ["allow", "ask", "deny"];
  return one.flatMap((a) => other.map((b) => (order.indexOf(a) > order.indexOf(b) ? a : b)));
}

function verdictsOf(question: SandboxQuestion, tool: Tool, form: PathForm): readonly Verdict[] {
  const { policy, surroundings } = question;
  const limits = policy.limits.filter(({ kind }) => kind !== "no-reading");
  if (judgeByToolLimit({ ...policy, limits }, tool)) return ["deny"];
  const found = new Set<Verdict>();
  let isDecided = false;
  for (const rule of policy.rules) {
    if (rule.tool !== tool) continue;
    const match = matchPath(rule, form, surroundings);
    if (match !== "no") found.add(rule.verdict);
    isDecided = match === "yes";
    if (isDecided) break;
  }
  const isSilent = tool !== "external_directory" && !policy.named.includes(tool);
  if (!isDecided) found.add(isSilent ? "allow" : policy.otherwise[tool]);
  if (tool === "edit") for (const verdict of limitVerdicts(question, form)) found.add(verdict);
  return [...found];
}

/** A limit that denies everything below wins: what rules allow there does not count. */
function limitVerdicts({ policy, surroundings }: SandboxQuestion, form: PathForm): readonly Verdict[] {
  const found: Verdict[] = [];
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    const verdict = limit.kind === "only-paths" ? "allow" : "deny";
    const matches = limit.patterns.map((pattern) => matchPattern(pattern, verdict, form, surroundings));
    const isFree = limit.kind === "only-paths" ? matches.includes("yes") : matches.every((match) => match === "no");
    if (!isFree) found.push("deny");
  }
  return found;
}

/** The verdict on a name that no pattern mentions: that of new files in the directory. */
export function mayUseNew(question: SandboxQuestion, tool: SandboxTool, directory: string): boolean {
  return mayUse(question, tool, `${directory === "/" ? "" : directory}/surcingle-unnamed-entry`);
}

/** Every address, as far as rules can express it. */
export function mayConnect({ policy, isApproved }: SandboxQuestion): boolean {
  if (judgeByToolLimit(policy, "webfetch")) return false;
  const rules = policy.rules.filter(({ tool }) => tool === "webfetch");
  return [...rules.map(({ verdict }) => verdict), policy.otherwise.webfetch].every((verdict) =>
    isPermitted(verdict, isApproved),
  );
}

/** Undefined if it does not exist. */
export function kindOf({ list }: Surroundings, path: string): DiskEntry["kind"] | undefined {
  if (path === "/") return "directory";
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  return list(path.slice(0, cut) || "/")?.find((entry) => entry.name === name)?.kind;
}
