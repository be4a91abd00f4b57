/** `surcingle capability …`: restrictions with a text, a gate and a check. */
import type { CliFamily } from "../../command.ts";

export const capability: CliFamily = {
  name: "capability",
  summary: "list, check, verify and fork the restrictions of roles",
  description: [
    "A capability is a restriction with a text for the agent, and possibly a gate before a tool call and a check after the work.",
  ],
  members: {
    list: async () => (await import("./list.ts")).capabilityList,
    check: async () => (await import("./check.ts")).capabilityCheck,
    verify: async () => (await import("./verify.ts")).capabilityVerify,
    fork: async () => (await import("./fork.ts")).capabilityFork,
    hooks: async () => (await import("./hooks.ts")).capabilityHooks,
  },
  examples: [
    "surcingle capability list",
    "surcingle capability check policy::no-git-ops < call.json",
    "surcingle capability fork policy::no-git-ops --as policy::no-git-ops-lax",
  ],
};
