/** Where the plugin is required: what stands in an agent's file, and what the plugin brings for it. */
import { createHash } from "node:crypto";
import type { Entries } from "../../model/output.ts";
import type { Policy } from "../../model/permission.ts";
import type { Settings } from "../../model/settings.ts";
import { closedEntries, markBeginning } from "./closed-map.ts";

/** An agent's whole map, with the policy that the plugin judges by. */
export interface OpenMap {
  readonly policy: Policy;
  readonly entries: Entries;
}

export function ownEntries(map: OpenMap, { opencodeRequiresPlugin }: Settings): Entries {
  return opencodeRequiresPlugin ? closedEntries(markOf(map)) : map.entries;
}

export function broughtMaps(maps: readonly (OpenMap & { readonly name: string })[]): Entries {
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
