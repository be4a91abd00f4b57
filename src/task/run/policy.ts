/** The policy of an agent for one task: the tools of its role, inside its worktree, never asking. */

import { scopeRules } from "../../capability/checks/scope.ts";
import { limitsOf } from "../../capability/limits.ts";
import type { Limit, Policy, Tool, Verdict } from "../../model/permission.ts";
import type { Role } from "../../model/role.ts";
import type { Task } from "../../model/task.ts";
import { compilePolicy } from "../../policy/compile.ts";

interface TaskPolicy {
  readonly policy: Policy;
  /** False: the client's read tools are removed too. */
  readonly mayRead: boolean;
  /** Variables that can disable a limit. The agent never gets them. */
  readonly bypasses: readonly string[];
}

/** `env` is that of the user who starts the task: a limit whose `bypass-env` is `1` there is left out. */
export function taskPolicy(
  agent: string,
  role: Role,
  task: Task,
  env: Readonly<Record<string, string | undefined>> = {},
): TaskPolicy {
  const all = limitsOf(role, task);
  const limits = all.filter(({ bypass }) => bypass === undefined || env[bypass] !== "1");
  const intent = (tool: Tool): Verdict => (limits.some((limit) => takes(limit, tool)) ? "deny" : "allow");
  const own = { verdict: "deny", from: "surcingle" } as const;
  const policy = compilePolicy({
    agent,
    limits,
    permissions: {
      bash: { intent: intent("bash"), rules: [] },
      // A worktree is tied to its repository by a file with this name.
      edit: {
        intent: intent("edit"),
        rules: [
          ...[".git", ".git/**"].map((pattern) => ({ pattern, ...own })),
          // A task that names a steering file may edit it.
          ...scopeRules(task.scope.filesWhitelist),
        ],
      },
      webfetch: { intent: intent("webfetch"), rules: [] },
      websearch: { intent: intent("websearch"), rules: [] },
      question: { intent: "deny", rules: [] },
      external_directory: { intent: "deny", rules: [] },
    },
  });
  const mayRead = !limits.some((limit) => limit.kind === "no-reading" && isFirm(limit));
  return { policy, mayRead, bypasses: [...new Set(all.flatMap(({ bypass }) => (bypass ? [bypass] : [])))] };
}

function takes(limit: Limit, tool: Tool): boolean {
  return limit.kind === "no-tool" && limit.tool === tool && isFirm(limit);
}

function isFirm({ severity }: Limit): boolean {
  return severity === undefined;
}
