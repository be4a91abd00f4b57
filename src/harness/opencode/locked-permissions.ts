/** The permissions of an agent that can do nothing until the plugin brings its map. The plugin uses this too. */

import { createHash } from "node:crypto";
import type { Entries } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";

/** What the plugin has for one agent. */
export interface RealPermissions {
  /** The same word as in the agent's file: the map is for that file and for no other. */
  readonly mark: string;
  readonly permission: Readonly<Record<string, unknown>>;
}

export const markBeginning = "surcingle-";

/**
 * OpenCode 1.18 merges what several files say about one agent: a key that was there keeps its place, a new one goes
 * to the end. This one means `*` and is nobody else's, so it stays behind whatever an earlier file allows.
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
 * The map in place of what the client has merged, or undefined when the last file that closed the agent was made
 * together with another plugin. What others deny as a whole stays denied.
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

/** An agent's whole map, with the policy that the plugin judges by. */
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

/** Two agents of one name have the same mark only if they may do the same. */
function markOf({ policy, entries }: OpenMap): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([policy, entries]))
    .digest("hex");
  return markBeginning + hash.slice(0, 16);
}
