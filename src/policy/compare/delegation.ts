/** Which agents an agent may delegate to: those it names, or every agent that is not looser than itself. */
import type { Policy } from "../../model/permission.ts";
import { type Comparison, comparePolicies, identityOf } from "./compare.ts";

/** An agent, as far as delegation is concerned. */
export interface DelegationParty {
  readonly name: string;
  readonly policy: Policy;
  /** The names in its `delegates`; undefined if it has none. */
  readonly named: readonly string[] | undefined;
  /** Why no other agent may delegate to it, as a clause. */
  readonly unavailable?: string | undefined;
}

export type DelegationStatus =
  | { readonly kind: "unavailable"; readonly why: string }
  | { readonly kind: "itself" }
  | { readonly kind: "not-named" }
  /** The caller names it in `delegates`; the comparison shows whether it is looser. */
  | { readonly kind: "named"; readonly compare: () => Comparison }
  | { readonly kind: "no-looser" }
  /** `through`: it names this looser agent as its own delegate. */
  | { readonly kind: "looser"; readonly comparison: Comparison; readonly through?: string }
  /** Too many policies to compare, and these two differ. */
  | { readonly kind: "not-compared" };

interface Delegation {
  readonly statusOf: (caller: string, name: string) => DelegationStatus;
  /** The agents that the caller may delegate to, in the given order. */
  readonly delegatesOf: (caller: string) => { readonly names: readonly string[]; readonly of: number };
  /** Whether there are too many policies to compare. */
  readonly isLimited: boolean;
}

/** Every policy and most clients list them: without a limit the output would grow quadratically. */
export const mostDelegates = 100;

/** With more distinct policies than this, only identical ones count as not looser. */
export const mostPolicies = 64;

export function planDelegation(all: readonly DelegationParty[]): Delegation {
  const parties = new Map(all.map((party) => [party.name, party]));
  const isLimited =
    all.length > mostPolicies && new Set(all.map(({ policy }) => identityOf(policy))).size > mostPolicies;
  const compared = new Map<string, Map<string, Comparison>>();
  const compare = (caller: DelegationParty, other: DelegationParty): Comparison => {
    const [own, its] = [identityOf(caller.policy), identityOf(other.policy)];
    const known = compared.get(own) ?? new Map<string, Comparison>();
    compared.set(own, known);
    const found = known.get(its) ?? comparePolicies(caller.policy, other.policy, { isDelegation: true });
    known.set(its, found);
    return found;
  };
  /** Agents reachable through the names in `delegates`, directly or indirectly. */
  const reachedFrom = (party: DelegationParty): readonly DelegationParty[] => {
    const found = new Set<DelegationParty>();
    const open = [party];
    for (let at = open.pop(); at; at = open.pop())
      for (const name of at.named ?? []) {
        const next = parties.get(name);
        if (!next || next.unavailable !== undefined || found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    found.delete(party);
    return [...found];
  };
  const statusOf = (callerName: string, name: string): DelegationStatus => {
    const [caller, other] = [parties.get(callerName)!, parties.get(name)];
    if (name === callerName) return { kind: "itself" };
    if (!other) return { kind: "unavailable", why: "there is no governed agent with that name" };
    if (other.unavailable !== undefined) return { kind: "unavailable", why: other.unavailable };
    if (caller.named) {
      return caller.named.includes(name)
        ? { kind: "named", compare: () => compare(caller, other) }
        : { kind: "not-named" };
    }
    for (const each of [other, ...reachedFrom(other)]) {
      if (each === caller) continue;
      const isEqual = identityOf(each.policy) === identityOf(caller.policy);
      if (isLimited && !isEqual) return { kind: "not-compared" };
      const comparison = compare(caller, each);
      if (comparison.isLooser) return { kind: "looser", comparison, ...(each !== other && { through: each.name }) };
    }
    return { kind: "no-looser" };
  };
  /** Agents with the same policy that name no delegates share one list. */
  const shared = new Map<string, readonly string[]>();
  const groups = isLimited ? groupBy(all, ({ policy }) => identityOf(policy)) : undefined;
  const delegatesOf: Delegation["delegatesOf"] = (callerName) => {
    const { named, policy } = parties.get(callerName)!;
    if (named) {
      const names = named.filter((name) => statusOf(callerName, name).kind === "named");
      return { names, of: names.length };
    }
    const identity = identityOf(policy);
    const list =
      shared.get(identity) ??
      (groups?.get(identity) ?? all)
        .filter(({ name, unavailable }) => unavailable === undefined && mayUse(statusOf(callerName, name)))
        .map(({ name }) => name);
    shared.set(identity, list);
    const first = list.length > mostDelegates ? list.slice(0, mostDelegates) : list;
    const names = first.includes(callerName) ? first.filter((name) => name !== callerName) : first;
    return { names, of: list.length };
  };
  return { statusOf, delegatesOf, isLimited };
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** The shared list contains the agent itself, so it is removed here. */
function mayUse({ kind }: DelegationStatus): boolean {
  return kind === "no-looser" || kind === "itself";
}
