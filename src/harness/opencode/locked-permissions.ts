/** Locked permissions: an agent can do nothing until the plugin provides its real map. Also used by the plugin. */

import { createHash } from "node:crypto";
import type { Entries } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";

/** The plugin's data for one agent. */
export interface RealPermissions {
  /** The same mark as in the agent's file: the map is only for that file. */
  readonly mark: string;
  readonly permission: Readonly<Record<string, unknown>>;
}

export const markBeginning = "surcingle-";

/**
 * OpenCode 1.18 merges what several files say about one agent: an existing key keeps its position, a new one goes to
 * the end. This key means `*`, and no other file uses it, so it stays after whatever an earlier file allows.
 */
const closing = "***";

export function closedEntries(mark: string): Entries {
  return [
    ["*", "deny"],
    [mark, "deny"],
    [closing, "deny"],
  ];
}

/**
 * The map to replace what the client merged; undefined if the last file that locked the agent belongs to another
 * plugin. Tools that others deny entirely stay denied.
 */
export function unlockedPermissions(
  found: unknown,
  { mark, permission }: RealPermissions,
): Readonly<Record<string, unknown>> | undefined {
  const lines = typeof found === "object" && found !== null ? Object.entries(found) : [];
  const isOurs = (key: string): boolean => key.startsWith(markBeginning) || key === "*" || key === closing;
  if (lines.findLast(([key]) => key.startsWith(markBeginning))?.[0] !== mark) return undefined;
  const denied = lines.filter(([key, verdict]) => verdict === "deny" && !isOurs(key));
  const names = new Set(denied.map(([key]) => key));
  return Object.fromEntries([...Object.entries(permission).filter(([key]) => !names.has(key)), ...denied]);
}

/** An agent's whole map, with the policy that the plugin enforces. */
export interface OpenMap {
  readonly policy: Policy;
  readonly entries: Entries;
}

export function ownEntries(map: OpenMap, { opencodeRequiresPlugin }: Settings): Entries {
  return opencodeRequiresPlugin ? closedEntries(markOf(map)) : map.entries;
}

export function realPermissions(maps: readonly (OpenMap & { readonly name: string })[]): Entries {
  return maps.map((map) => [
    map.name,
    {
      fields: [
        ["mark", markOf(map)],
        ["permission", { fields: map.entries }],
      ],
    },
  ]);
}

/** Two agents of one name have the same mark only if they have the same permissions. */
function markOf({ policy, entries }: OpenMap): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([policy, entries]))
    .digest("hex");
  return markBeginning + hash.slice(0, 16);
}
