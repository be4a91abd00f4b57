/** Copilot's label for each agent: its `name:` field, which `task` and `agentType` use instead of the file name. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { withDelegates } from "../../model/permission.ts";
import type { Scope } from "../harness.ts";
import { builtInAgents } from "./tools.ts";

export type CopilotLabels = ReadonlyMap<string, string>;

/**
 * The display name if it cannot mean another agent. Never used in a project: Copilot also reads `.claude/agents` there,
 * and only a file with the same name hides an agent that was meant for another client.
 */
export function labelAgents({ agents }: Model, scope: Scope): CopilotLabels {
  const taken = new Map<string, number>();
  for (const word of agents.flatMap(({ name, displayName }) => [...new Set([name, displayName ?? name].map(folded))])) {
    taken.set(word, (taken.get(word) ?? 0) + 1);
  }
  const isFree = (label: string): boolean => taken.get(folded(label)) === 1 && !isBuiltIn(label);
  return new Map(
    agents.map(({ name, displayName }) => {
      const label = displayName?.trim();
      return [name, scope === "user" && label && isFree(label) ? label : name];
    }),
  );
}

export function isBuiltIn(label: string): boolean {
  return builtInAgents.includes(folded(label));
}

/** The policy for this client, with delegates by their labels. */
export function withLabels(agent: Agent, labels: CopilotLabels): Agent {
  const { policy } = agent;
  if (!policy) return agent;
  const find = (): readonly string[] =>
    policy.delegates.map((name) => labels.get(name) ?? name).filter((name) => !isBuiltIn(name));
  return { ...agent, policy: withDelegates(policy, find) };
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}
