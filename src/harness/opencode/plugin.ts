/** The plugin that OpenCode loads. The governed agents are listed in lines before this program. */

import { homedir } from "node:os";
import { describeError } from "../../base/errno.ts";
import { textAt, valueAt } from "../../base/unchecked.ts";
import { managedPolicy, readPolicy } from "../../gate/read-policy.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Policy } from "../../model/permission.ts";
import type { SkillLimits } from "../../model/skill.ts";
import { decideRequest, subjectOf } from "../../policy/decide-request.ts";
import { fault, strictest } from "../../policy/decision.ts";
import { explainSubject } from "../../policy/explain.ts";
import type { RealPermissions } from "./locked-permissions.ts";
import { readCall } from "./native/client-call.ts";
import { withSkills } from "./plugin/plugin-skills.ts";
import { type Hooks, makePlugin } from "./plugin-hooks.ts";

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

/** The gate of a managed machine inside OpenCode. It enforces deny; an ask is left to the client's own rules. */
type ManagedHooks = Pick<Hooks, "chat.message" | "chat.params" | "tool.execute.before">;

function makeManagedPlugin(directory: string): (input: unknown) => Promise<ManagedHooks> {
  return async (input) => {
    const sessions = new Map<string, string>();
    const remember = (session: unknown, agent: unknown): void => {
      if (typeof session === "string" && typeof agent === "string") sessions.set(session, agent);
    };
    return {
      "chat.message": async (message, output) =>
        remember(valueAt(message, "sessionID"), valueAt(output, "message", "agent") ?? valueAt(message, "agent")),
      "chat.params": async (params) => {
        if (valueAt(params, "message", "agent") === valueAt(params, "agent"))
          remember(valueAt(params, "sessionID"), valueAt(params, "agent"));
      },
      "tool.execute.before": async (call, output) => {
        const session = valueAt(call, "sessionID");
        const agent = typeof session === "string" ? sessions.get(session) : undefined;
        const refusal = judge(directory, agent, valueAt(call, "tool"), valueAt(output, "args"), input);
        if (refusal !== undefined) throw new Error(refusal);
      },
    };
  };
}

function judge(
  directory: string,
  agent: string | undefined,
  tool: unknown,
  args: unknown,
  input: unknown,
): string | undefined {
  const policyFile = `${directory}/floor.json`;
  try {
    const floor = readPolicy(policyFile);
    const own = managedPolicy(directory, agent);
    const directories = { directory: textAt(input, "directory"), worktree: textAt(input, "worktree") };
    const call = readCall(String(tool), args, directories);
    if (call === undefined) return undefined;
    const home = process.env["HOME"] ?? homedir();
    const surroundings = diskSurroundings(call.cwd, directories.directory, home, { policyFile });
    const decide = (policy: Policy) => decideRequest(policy, call.request, surroundings);
    const decision = own ? strictest(decide(own), decide(floor)) : decide(floor);
    const name = own?.agent ?? floor.agent;
    return decision.verdict === "deny" ? explainSubject(name, subjectOf(call.request), decision) : undefined;
  } catch (error) {
    const why = fault(describeError(error));
    return explainSubject("unknown agent", { tool: "tool", subject: String(tool) }, why);
  }
}
