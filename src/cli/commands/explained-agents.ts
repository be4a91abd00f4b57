/** The agents that `explain` knows by name: those of the definitions, and the commands that are agents. */
import { commandAgents } from "../../harness/render/command-agent.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";

export function explainedAgents({ agents, commands }: Model): ReadonlyMap<string, Agent> {
  const made = commandAgents(commands).flatMap(({ agent, command }): [string, Agent][] => [
    [command.slug, agent],
    [command.name, agent],
  ]);
  return new Map([...made, ...agents.map((agent): [string, Agent] => [agent.name, agent])]);
}
