/** Every command, listed once, in the order of the overview. */
import type { CliMembers } from "../command.ts";
import type { CommandGroup } from "../help.ts";

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Start",
    members: {
      init: async () => (await import("./root/init.ts")).init,
      import: async () => (await import("./root/import.ts")).importCommand,
      list: async () => (await import("./root/list.ts")).list,
      show: async () => (await import("./root/show.ts")).show,
    },
  },
  {
    title: "Generate and install",
    members: {
      check: async () => (await import("./check.ts")).check,
      build: async () => (await import("./build.ts")).build,
      apply: async () => (await import("./apply/apply.ts")).apply,
      remove: async () => (await import("./apply/remove.ts")).remove,
      managed: async () => (await import("./managed.ts")).managed,
    },
  },
  {
    title: "Ask",
    members: {
      explain: async () => (await import("./explain.ts")).explain,
      report: async () => (await import("./report.ts")).report,
      diff: async () => (await import("./diff/diff.ts")).diff,
      replay: async () => (await import("./sessions/replay.ts")).replay,
      suggest: async () => (await import("./sessions/suggest.ts")).suggest,
      doctor: async () => (await import("./doctor.ts")).doctor,
    },
  },
  {
    title: "Definitions",
    members: {
      skill: async () => (await import("./families.ts")).skill,
      command: async () => (await import("./command/command.ts")).command,
      pack: async () => (await import("./families.ts")).pack,
      role: async () => (await import("./families.ts")).role,
      capability: async () => (await import("./families.ts")).capability,
    },
  },
  {
    title: "Tasks",
    members: {
      task: async () => (await import("./families.ts")).task,
      ledger: async () => (await import("./families.ts")).ledger,
    },
  },
  {
    title: "Tools",
    members: {
      mcp: async () => (await import("./mcp.ts")).mcp,
      completion: async () => (await import("./completion.ts")).completion,
      schema: async () => (await import("./schema.ts")).schema,
      "explain-code": async () => (await import("./explain-code.ts")).explainCode,
    },
  },
];

export const commandLoaders: CliMembers = Object.assign({}, ...commandGroups.map(({ members }) => members));
