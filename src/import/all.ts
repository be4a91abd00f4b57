/** Everything `surcingle import` can read: the clients we render for, and formats of other tools. */
import type { Importer } from "../harness/importer.ts";
import { importers as clients } from "../harness/importers.ts";
import { agentMdImporter, rulerImporter } from "./markdown-agents.ts";
import { rulesyncImporter } from "./rulesync.ts";

export const importers: readonly Importer[] = [...clients, rulesyncImporter, rulerImporter, agentMdImporter];

/** Clients that a root can be rendered for. */
export function isClient({ id }: Importer): boolean {
  return clients.some((each) => each.id === id);
}
