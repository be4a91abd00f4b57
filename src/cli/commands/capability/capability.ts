/** `surcingle capability …`: restrictions with a text, a gate and a check. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "list",
    summary: "list the capabilities: their text, gate and check",
    load: async () => (await import("./list.ts")).capabilityList,
  },
  {
    name: "check",
    summary: "ask the gate of one capability about a tool call on standard input",
    load: async () => (await import("./check.ts")).capabilityCheck,
  },
  {
    name: "verify",
    summary: "run the check of one capability on the work of an agent",
    load: async () => (await import("./verify.ts")).capabilityVerify,
  },
  {
    name: "fork",
    summary: "copy a capability under a name of its own",
    load: async () => (await import("./fork.ts")).capabilityFork,
  },
  {
    name: "hooks",
    summary: "print the hooks that let Claude Code ask the gates",
    load: async () => (await import("./hooks.ts")).capabilityHooks,
  },
];

export const capability = commandGroup({
  name: "capability",
  about: "Capabilities: restrictions with a text for the agent, a gate before a tool and a check after the work.",
  members,
  examples: [
    "surcingle capability list",
    `echo '{"cwd":"/","tool_name":"Bash","tool_input":{"command":"git push"}}' | surcingle capability check policy::no-git-ops`,
    "surcingle capability fork policy::no-git-ops --as policy::no-git-ops-lax",
  ],
});
