/** Computes the agents that each agent may delegate to, so that no gate has to compare policies. */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { place } from "../base/source.ts";
import type { Agent } from "../model/agent.ts";
import type { Command } from "../model/command.ts";
import { withDelegates } from "../model/permission.ts";
import { describeComparison } from "../policy/compare/compare.ts";
import {
  type DelegationParty,
  type DelegationStatus,
  mostDelegates,
  mostPolicies,
  planDelegation,
} from "../policy/compare/delegation.ts";
import { deniesAll } from "../policy/rules.ts";
import { compileToolList } from "../policy/tool-list.ts";

/** Sorted by name, commands after agents. */
export function delegationParties(agents: readonly Agent[], commands: readonly Command[]): readonly DelegationParty[] {
  const own = agents.flatMap(({ name, policy, mode, role, delegates }): DelegationParty[] => {
    if (!policy) return [];
    const unavailable =
      mode === "primary"
        ? "it is a primary agent"
        : role?.spawnable === false
          ? `its role \`${role.name}\` is not for subagents`
          : undefined;
    const isClosed = policy.limits.some(({ kind, severity }) => kind === "no-delegation" && severity === undefined);
    return [{ name, policy, unavailable, named: isClosed ? [] : delegates }];
  });
  const made = commands.flatMap(({ slug, behavior, spanOf }): DelegationParty[] => {
    if (behavior.execution !== "agent") return [];
    const list = compileToolList(slug, behavior.tools, place(spanOf("behavior", "tools")));
    const unavailable = behavior.visibility === "user" ? "only users can start this command" : undefined;
    return list ? [{ name: slug, policy: list.policy, unavailable, named: [] }] : [];
  });
  return [...own, ...made];
}

/** Without notes, named delegates are compared only if a looser one deserves a warning. */
export function resolveDelegates(
  agents: readonly Agent[],
  commands: readonly Command[],
  report: Report,
  withNotes: boolean,
): Agent[] {
  const parties = delegationParties(agents, commands);
  const plan = planDelegation(parties);
  const names = new Set(parties.map(({ name }) => name));
  const ungoverned = new Set(agents.filter(({ policy }) => !policy).map(({ name }) => name));
  const available = parties.filter(({ unavailable }) => unavailable === undefined).length;
  const state = { isCut: false, isLimited: false };
  return agents.map((agent): Agent => {
    const { policy, name, delegates: named } = agent;
    if (!policy) return agent;
    if (available > mostDelegates && !state.isCut && named === undefined) {
      const { of } = plan.delegatesOf(name);
      state.isCut = of > mostDelegates;
      if (state.isCut) reportCut(agent, of, report);
    }
    if (plan.isLimited && !state.isLimited && named === undefined) {
      state.isLimited = true;
      reportLimited(agent, report);
    }
    for (const [i, other] of (named ?? []).entries()) {
      if (!names.has(other)) reportUnknown(agent, i, { names, ungoverned }, report);
      else reportNamed(agent, i, plan.statusOf(name, other), report, withNotes);
    }
    return { ...agent, policy: withDelegates(policy, () => plan.delegatesOf(name).names) };
  });
}

function reportUnknown(
  { name, delegates = [], spanOf }: Agent,
  index: number,
  { names, ungoverned }: { readonly names: ReadonlySet<string>; readonly ungoverned: ReadonlySet<string> },
  report: Report,
): void {
  const other = delegates[index]!;
  const isUngoverned = ungoverned.has(other);
  const guess = nearest(
    other,
    [...names].filter((each) => each !== name),
  );
  report({
    code: isUngoverned ? "bad-field" : "unknown-agent",
    severity: "error",
    message: isUngoverned
      ? `agent \`${name}\` cannot delegate to \`${other}\`, which has no permissions`
      : `agent \`${name}\` delegates to unknown agent \`${other}\``,
    span: spanOf("delegates", index),
    label: isUngoverned ? "ungoverned" : "unknown agent",
    hint: isUngoverned ? `give \`${other}\` permissions or a role` : didYouMean(guess),
  });
}

function reportNamed(
  { name, delegates = [], policy, spanOf }: Agent,
  index: number,
  status: DelegationStatus,
  report: Report,
  withNotes: boolean,
): void {
  const other = delegates[index]!;
  const span = spanOf("delegates", index);
  if (status.kind === "unavailable" || status.kind === "itself") {
    const why = status.kind === "itself" ? "an agent cannot delegate to itself" : status.why;
    report({
      code: "bad-field",
      severity: "error",
      message: `agent \`${name}\` cannot delegate to \`${other}\`: ${why}`,
      span,
      label: "cannot be a delegate",
      hint: "remove it",
    });
  }
  const isClosed = policy !== undefined && deniesAll(policy, "edit");
  if (status.kind !== "named" || !(isClosed || withNotes)) return;
  const comparison = status.compare();
  if (!comparison.isLooser) return;
  report({
    code: "looser-delegate",
    severity: isClosed ? "warning" : "note",
    message: `agent \`${name}\` delegates to \`${other}\`, which may do more: ${describeComparison(comparison, name, other)}`,
    span,
    label: "looser",
    hint: isClosed
      ? `\`${name}\` is read-only but its delegate is not: list only agents that are no looser`
      : undefined,
  });
}

function reportCut({ name, span }: Agent, count: number, report: Report): void {
  const why = `only the first ${mostDelegates} of ${count} agents (by name) can be delegated to`;
  const loss = { harness: "every harness", definition: name, field: "delegates", support: "narrowed", why } as const;
  report({ code: "not-expressible", severity: "note", message: why, span, loss });
}

function reportLimited({ span }: Agent, report: Report): void {
  report({
    code: "many-policies",
    severity: "note",
    message: `there are more than ${mostPolicies} different policies, so agents without \`delegates\` delegate only to agents with an identical policy`,
    span,
    hint: "set `delegates` on agents that need others",
  });
}
