/** The policy of one agent as a file that its gate reads. */
import type { Agent } from "../../model/agent.ts";
import type { WholeFile } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import { lazyFile } from "./lazy-content.ts";

export function printPolicy(policy: Policy): string {
  return `${JSON.stringify(policy, null, 2)}\n`;
}

export function renderPolicies(
  agents: readonly Pick<Agent, "name" | "policy" | "path">[],
  directory = "surcingle",
): WholeFile[] {
  return agents.flatMap(({ name, policy, path }): WholeFile[] =>
    policy ? [lazyFile(`${directory}/${name}.json`, [path], () => printPolicy(policy))] : [],
  );
}
