/** What every part of the program may know about Claude Code, as data. */

import { skillFieldNames } from "../../model/skill.ts";
import type { Harness } from "../harness.ts";

export const claudeCode: Harness = {
  id: "claude-code",
  title: "Claude Code",
  alias: "claude",
  // Listed by 2.1.325.
  builtInAgents: ["general-purpose", "Explore", "Plan", "claude", "statusline-setup"],
  roots: { user: ".claude", project: ".claude" },
  homeManagerModule: "claude-code",
  steeringFiles: [
    // Seen on 2.1.325: hooks of `.claude/settings.json` run with `-p`, untrusted too; agents, commands and skills are beside it.
    "**/.claude/**",
    // MCP servers are programs that the client starts; `.claude.json` has them per project, and the trust in each project.
    ...["**/.mcp.json", "**/.claude.json"],
    // Instructions. Read in 2.1.325: `AGENTS.md` counts as well.
    ...["**/CLAUDE.md", "**/CLAUDE.local.md", "**/AGENTS.md"],
    // Read in 2.1.325: a plugin's manifest, and the language servers that it starts.
    ...["**/.claude-plugin/**", "**/.lsp.json"],
    // Managed settings come before all others.
    "/etc/claude-code/**",
  ],
  secretFiles: ["**/.claude/.credentials.json", "~/.claude.json"],
  supports: {
    mode: "lost",
    display_name: "lost",
    tags: "lost",
    max_turns: "native",
    skills: "native",
    commands: "native",
    rules: "native",
    context: "native",
    role: "gate",
    permissions: "gate",
    gate: "gate",
  },
  skillSupport: { fields: skillFieldNames, fillsInText: true },
  tools: {
    canonical: {
      bash: ["Bash"],
      edit: ["Edit", "Write", "NotebookEdit"],
      read: ["Read", "Grep", "Glob"],
      webfetch: ["WebFetch"],
      websearch: ["WebSearch"],
      question: ["AskUserQuestion"],
      external_directory: [],
    },
    delegation: ["Agent", "Task", "Workflow", "Skill"],
  },
  directories: ["agents", "skills", "surcingle"],
};
