/** What OpenCode loads. The list of governed agents stands in a line before this program. */
import { makePlugin } from "./opencode-plugin.ts";

declare const surcingleAgents: readonly string[];

// The only export: the client calls every one of them as a plugin.
export const Surcingle = makePlugin(import.meta.url, surcingleAgents);
