/** `surcingle pack list`: every pack of the roots and of the program. */
import { listCommand } from "../../list.ts";
import { loadPacks, packJson } from "./packs.ts";

export const packList = listCommand({
  kind: "pack",
  plural: "packs",
  load: async (roots, report) => loadPacks(roots, report).packs.values(),
  row: ({ name, tool, description }) => [name, `${tool}: ${description}`],
  json: packJson,
});
