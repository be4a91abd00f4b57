/** The Claude Code tools of an agent. */

import type { Policy } from "../../model/permission.ts";
import { delegatesOf, isAlwaysDenied, readFirst } from "../render/whole-tools.ts";
import { claudeCode } from "./index.ts";

/** Undefined for an ungoverned agent, which gets every tool. The gate still judges each call of a listed tool. */
export function grantedTools(policy: Policy | undefined): string[] | undefined {
  if (!policy) return undefined;
  const granted = readFirst
    .filter((tool) => !isAlwaysDenied(policy, tool))
    .flatMap((tool) => claudeCode.tools.canonical[tool]);
  return [
    ...granted,
    ...(delegatesOf(policy).length > 0 ? ["Agent"] : []),
    // The second exists only if `surcingle mcp` is configured; the client drops names it does not know.
    ...(policy.skills.length > 0 ? ["Skill", "mcp__surcingle__skill_exec"] : []),
    ...policy.allowTools,
  ];
}
