/** The plugin that OpenCode loads. The governed agents are listed in lines before this program. */
import type { SkillLimits } from "../../model/skill.ts";
import type { RealPermissions } from "./locked-permissions.ts";
import { makeManagedPlugin } from "./plugin/plugin-managed.ts";
import { withSkills } from "./plugin/plugin-skills.ts";
import { makePlugin } from "./plugin-hooks.ts";

declare const surcingleAgents: readonly string[];
/** Present only if the settings require the plugin. */
declare const surcingleMaps: Readonly<Record<string, RealPermissions>>;

/** Present only if a skill or a command restricts something. */
declare const surcingleSkills: readonly SkillLimits[];

/** Present only on a managed machine: the directory of its policies. */
declare const surcingleManaged: string;

// The only export, because the client calls every export as a plugin.
export const Surcingle =
  typeof surcingleManaged === "undefined"
    ? withSkills(
        surcingleAgents.length === 0
          ? async () => ({})
          : makePlugin(import.meta.url, surcingleAgents, typeof surcingleMaps === "undefined" ? {} : surcingleMaps),
        typeof surcingleSkills === "undefined" ? [] : surcingleSkills,
        import.meta.url,
      )
    : makeManagedPlugin(surcingleManaged);
