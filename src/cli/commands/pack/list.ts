/** `surcingle pack list`: lists the packs of the roots and the shipped ones. */
import { listCommand } from "../../list.ts";
import { loadPacks, packJson } from "./packs.ts";

export const packList = listCommand({
  kind: "pack",
  plural: "packs",
  load: async (roots, report) => loadPacks(roots, report).packs.values(),
  row: ({ name, tool, description }) => [name, `${tool}: ${description}`],
  json: packJson,
});
