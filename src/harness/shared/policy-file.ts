/** The policy of one agent as a file that its gate reads. */
import type { Agent } from "../../model/agent.ts";
import type { WholeFile } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import { lateFile } from "./late-file.ts";

const printed = new WeakMap<Policy, string>();

/** Several harnesses get the same text. */
export function printPolicy(policy: Policy): string {
  const known = printed.get(policy);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(policy, null, 2)}\n`;
  printed.set(policy, text);
  return text;
}

export function renderPolicies(agents: readonly Agent[], directory = "surcingle"): WholeFile[] {
  return agents.flatMap(({ name, policy, path }): WholeFile[] =>
    policy ? [lateFile(`${directory}/${name}.json`, [path], () => printPolicy(policy))] : [],
  );
}
