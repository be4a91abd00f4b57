/** `surcingle skill …`: checks, resolves, installs and runs skills. */
import type { CliFamily } from "../../command.ts";

export const skill: CliFamily = {
  name: "skill",
  summary: "check, resolve, run and install skills",
  description: [
    "A skill is a directory with a SKILL.md that tells an agent how to do one thing. Without a command, `surcingle skill` lists the skills on this machine.",
  ],
  fallback: "list",
  members: {
    check: async () => (await import("./check.ts")).skillCheck,
    resolve: async () => (await import("./resolve.ts")).skillResolve,
    list: async () => (await import("./list.ts")).skillList,
    show: async () => (await import("./show.ts")).skillShow,
    exec: async () => (await import("./exec.ts")).skillExec,
    install: async () => (await import("./install.ts")).skillInstall,
  },
  examples: [
    "surcingle skill check skills --profile open",
    "surcingle skill check ~/.claude/skills --json",
    "surcingle skill resolve code-review src/main.ts",
  ],
};
