/** One role for programs, with the names of its file: people write programs that read this. */
import type { Role } from "../../../model/role.ts";

export function roleJson(role: Role): Readonly<Record<string, unknown>> {
  return {
    name: role.name,
    "display-name": role.displayName ?? null,
    description: role.description,
    extends: role.ancestors[0] ?? null,
    ancestors: role.ancestors,
    capabilities: role.capabilities.map(({ name }) => name),
    tools: {
      allowed: role.tools?.allowed ?? null,
      "bash-patterns-allowed": role.tools?.bashPatternsAllowed ?? null,
    },
    escalation: role.escalation,
    spawnable: role.spawnable,
    "claude-subagent-type": role.claudeSubagentType,
    isolation: role.isolation ?? null,
    path: role.path,
  };
}
