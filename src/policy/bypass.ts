/** Limits that a variable of the gate's environment switches off. Nobody but the person who starts the client sets it. */
import type { Policy } from "../model/permission.ts";

export function withoutBypassed(policy: Policy, env: Readonly<Record<string, string | undefined>>): Policy {
  const limits = policy.limits.filter(({ bypass }) => bypass === undefined || env[bypass] !== "1");
  return limits.length === policy.limits.length ? policy : { ...policy, limits };
}
