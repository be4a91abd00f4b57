/** What OpenCode loads. The governed agents stand in lines before this program. */
import type { RealPermissions } from "./locked-permissions.ts";
import { makePlugin } from "./plugin-hooks.ts";
import { makeManagedPlugin } from "./plugin-managed.ts";

declare const surcingleAgents: readonly string[];
/** Only there when the settings require the plugin. */
declare const surcingleMaps: Readonly<Record<string, RealPermissions>>;

/** Only there on a managed machine: the directory of its policies. */
declare const surcingleManaged: string;

// The only export: the client calls every one of them as a plugin.
export const Surcingle =
  typeof surcingleManaged === "undefined"
    ? makePlugin(import.meta.url, surcingleAgents, typeof surcingleMaps === "undefined" ? {} : surcingleMaps)
    : makeManagedPlugin(surcingleManaged);
