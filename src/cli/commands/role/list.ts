/** `surcingle role list`: lists the roles of the roots and the shipped ones. */
import type { Role } from "../../../model/role.ts";
import { loadRoleSet } from "../../../task/load.ts";
import { listCommand } from "../../list.ts";

export const roleList = listCommand({
  kind: "role",
  plural: "roles",
  load: async (roots, report) => (await loadRoleSet(roots, report)).roles.values(),
  row: ({ name, description, spawnable }) => [name, `${description}${spawnable ? "" : " (not spawnable)"}`],
  json: roleJson,
});

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
