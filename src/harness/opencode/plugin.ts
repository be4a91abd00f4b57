/** What OpenCode loads. The governed agents stand in lines before this program. */
import type { Brought } from "./closed-map.ts";
import { makePlugin } from "./plugin-hooks.ts";

declare const surcingleAgents: readonly string[];
/** Only there when the settings require the plugin. */
declare const surcingleMaps: Readonly<Record<string, Brought>>;

// The only export: the client calls every one of them as a plugin.
export const Surcingle = makePlugin(
  import.meta.url,
  surcingleAgents,
  typeof surcingleMaps === "undefined" ? {} : surcingleMaps,
);
