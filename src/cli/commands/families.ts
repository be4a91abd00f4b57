/** The command families, such as `surcingle task …`, in the order of the overview. */
import type { CliFamily } from "../command.ts";

/** `surcingle skill …`: checks, resolves, installs and runs skills. */
export const skill: CliFamily = {
  name: "skill",
  summary: "check, resolve, run and install skills",
  description: [
    "A skill is a directory with a SKILL.md that tells an agent how to do one thing. Without a command, `surcingle skill` lists the skills on this machine.",
  ],
  fallback: "list",
  members: {
    check: async () => (await import("./skill/check.ts")).skillCheck,
    resolve: async () => (await import("./skill/resolve.ts")).skillResolve,
    list: async () => (await import("./skill/list.ts")).skillList,
    show: async () => (await import("./skill/show.ts")).skillShow,
    exec: async () => (await import("./skill/exec.ts")).skillExec,
    install: async () => (await import("./skill/install.ts")).skillInstall,
  },
  examples: [
    "surcingle skill check skills --profile open",
    "surcingle skill check ~/.claude/skills --json",
    "surcingle skill resolve code-review src/main.ts",
  ],
};

/** `surcingle pack …`: named lists of rules that agents share. */
export const pack: CliFamily = {
  name: "pack",
  summary: "list the rule packs, or show the rules of one",
  description: ['An agent uses a pack with `"@NAME"` in its own rules.'],
  members: {
    list: async () => (await import("./pack/list.ts")).packList,
    show: async () => (await import("./pack/show.ts")).packShow,
  },
  examples: ["surcingle pack list", "surcingle pack show reading", "surcingle pack show reading --json"],
};

/** `surcingle role …`: shows what an agent with a role may do, and what is checked afterwards. */
export const role: CliFamily = {
  name: "role",
  summary: "list the roles, or show the limits and the text of one",
  description: ["A role is an ordered list of capabilities and the tools that an agent with the role may use."],
  members: {
    list: async () => (await import("./role/list.ts")).roleList,
    show: async () => (await import("./role/show.ts")).roleShow,
  },
  examples: ["surcingle role list", "surcingle role show edit-local", "surcingle role show edit-local --json"],
};

/** `surcingle capability …`: restrictions with a text, a gate and a check. */
export const capability: CliFamily = {
  name: "capability",
  summary: "list, check, verify and fork the restrictions of roles",
  description: [
    "A capability is a restriction with a text for the agent, and possibly a gate before a tool call and a check after the work.",
  ],
  members: {
    list: async () => (await import("./capability/list.ts")).capabilityList,
    check: async () => (await import("./capability/check.ts")).capabilityCheck,
    verify: async () => (await import("./capability/verify.ts")).capabilityVerify,
    fork: async () => (await import("./capability/fork.ts")).capabilityFork,
    hooks: async () => (await import("./capability/hooks.ts")).capabilityHooks,
  },
  examples: [
    "surcingle capability list",
    "surcingle capability check policy::no-git-ops < call.json",
    "surcingle capability fork policy::no-git-ops --as policy::no-git-ops-lax",
  ],
};

/** `surcingle task …`: runs one agent on one task and checks its work. */
export const task: CliFamily = {
  name: "task",
  summary: "run an agent on a task and verify its work",
  description: ["A task.toml names a role, the files that may change and the checks that must pass."],
  members: {
    compose: async () => (await import("./task/compose.ts")).taskCompose,
    prepare: async () => (await import("./task/prepare.ts")).taskPrepare,
    spawn: async () => (await import("./task/spawn.ts")).taskSpawn,
    verify: async () => (await import("./task/verify.ts")).taskVerify,
    run: async () => (await import("./task/run.ts")).taskRun,
  },
  examples: [
    "surcingle task compose tasks/parser/task.toml",
    "surcingle task prepare tasks/parser/task.toml --format json",
    "surcingle task run tasks/parser/task.toml",
  ],
};

/** `surcingle ledger …`: records which agent ran which task. */
export const ledger: CliFamily = {
  name: "ledger",
  summary: "record and show which agent ran which task, and how it ended",
  description: ["The ledger is one SQLite file per repository."],
  members: {
    fork: async () => (await import("./ledger/fork.ts")).ledgerFork,
    done: async () => (await import("./ledger/done.ts")).ledgerDone,
    list: async () => (await import("./ledger/list.ts")).ledgerList,
    show: async () => (await import("./ledger/show.ts")).ledgerShow,
  },
  examples: [
    "surcingle ledger list --status running",
    "surcingle ledger show --dna edit-local::NG-FW",
    "surcingle ledger done parser-1 --status merged",
  ],
};
