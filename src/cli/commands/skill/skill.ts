/** `surcingle skill …`: what can be done with a skill besides rendering it. One line per sub-command. */
import { commandGroup, type Member } from "../../command-group.ts";

const members: readonly Member[] = [
  {
    name: "check",
    summary: "say for each skill whether it is valid and what could be better",
    load: async () => (await import("./check.ts")).skillCheck,
  },
  {
    name: "resolve",
    summary: "print a skill's text with its arguments filled in",
    load: async () => (await import("./resolve.ts")).skillResolve,
  },
  {
    name: "list",
    summary: "list the Kode skills of this machine",
    load: async () => (await import("./list.ts")).skillList,
  },
  {
    name: "show",
    summary: "print one Kode skill",
    load: async () => (await import("./show.ts")).skillShow,
  },
  {
    name: "exec",
    summary: "run a Kode skill through an installed client, with its own tools and no others",
    load: async () => (await import("./exec.ts")).skillExec,
  },
  {
    name: "install",
    summary: "install a Kode skill from a folder or from the hub",
    load: async () => (await import("./install.ts")).skillInstall,
  },
];

export const skill = commandGroup({
  name: "skill",
  about: "Skills: folders with a SKILL.md that tells an agent how to do one thing.",
  members,
  examples: [
    "surcingle skill check skills --profile open",
    "surcingle skill check ~/.claude/skills --json",
    "surcingle skill resolve code-review src/main.ts",
  ],
});
