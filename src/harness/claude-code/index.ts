/** The identity of Claude Code, as data. */

import { skillFieldNames } from "../../model/skill.ts";
import { type Harness, lost, narrowed, native, perAgent } from "../harness.ts";

export const claudeCode: Harness = {
  id: "claude-code",
  title: "Claude Code",
  isCommon: true,
  start: { primary: "claude --agent {name}", subagent: "in a session: use the {name} agent to …" },
  alias: "claude",
  // Listed by 2.1.325.
  builtInAgents: ["general-purpose", "Explore", "Plan", "claude", "statusline-setup"],
  roots: { user: ".claude", project: ".claude" },
  versions: { oldest: "2.1.257", tested: "2.1.325" },
  homeManagerModule: "claude-code",
  steeringFiles: [
    // Seen on 2.1.325: hooks in `.claude/settings.json` run with `-p`, even untrusted; agents, commands and skills are
    // in the same directory.
    "**/.claude/**",
    // MCP servers are programs that the client starts; `.claude.json` lists them per project, with the trust in each
    // project.
    ...["**/.mcp.json", "**/.claude.json"],
    // Instructions. Seen in the source of 2.1.325: it also reads `AGENTS.md`.
    ...["**/CLAUDE.md", "**/CLAUDE.local.md", "**/AGENTS.md"],
    // Seen in the source of 2.1.325: a plugin's manifest, and the language servers that it starts.
    ...["**/.claude-plugin/**", "**/.lsp.json"],
    // Managed settings override all others.
    "/etc/claude-code/**",
  ],
  secretFiles: ["**/.claude/.credentials.json", "~/.claude.json"],
  fields: {
    name: native,
    description: native,
    display_name: lost("has no label for an agent"),
    mode: perAgent("lost"),
    tags: lost("has no tags"),
    max_turns: narrowed("limits turns only in subagent runs"),
    skills: native,
    rules: native,
    context: native,
    role: native,
    delegates: native,
    permissions: perAgent("gate"),
    commands: native,
  },
  skillSupport: { fields: skillFieldNames, fillsInText: true, isLoose: true },
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
