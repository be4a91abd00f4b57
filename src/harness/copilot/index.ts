/** The identity of Copilot, as data. */
import { type Harness, lost, native, perAgent } from "../harness.ts";

export const copilot: Harness = {
  id: "copilot",
  title: "Copilot",
  start: { primary: "copilot --agent {name}", subagent: "in a session: use the {name} agent to …" },
  roots: { user: ".copilot", project: ".github" },
  versions: { oldest: "1.0.102", tested: "1.0.102" },
  homeManagerModule: "github-copilot-cli",
  steeringFiles: [
    // Seen on 1.0.102: hooks run commands in a trusted folder; agents are loaded in any.
    ...["**/.github/hooks/**", "**/.github/agents/**", "**/.github/skills/**", "**/.github/prompts/**"],
    // Seen in the source of 1.0.102: settings, extensions and plugins are code, and it starts MCP and language servers.
    ...["**/.github/copilot/**", "**/.github/extensions/**", "**/.github/plugin/**", "**/.github/plugin.json"],
    ...["**/.github/mcp.json", "**/.github/lsp.json", "**/.mcp.json", "**/.copilot/**"],
    // Seen in the source of 1.0.102: it only warns that it does not read this one; Copilot in VS Code does.
    "**/.vscode/mcp.json",
    // Instructions, according to `copilot help` 1.0.102.
    ...["**/.github/copilot-instructions.md", "**/.github/instructions/**"],
    ...["**/AGENTS.md", "**/CLAUDE.md", "**/GEMINI.md"],
    // Seen on 1.0.102: it reads agents, commands and skills of other clients.
    ...["**/.claude/**", "**/.agents/**"],
  ],
  secretFiles: ["~/.config/github-copilot/**", "**/.copilot/config.json"],
  fields: {
    name: perAgent("native"),
    description: native,
    display_name: perAgent("native"),
    mode: perAgent("native"),
    tags: lost("has no tags"),
    max_turns: lost("has no turn limit"),
    skills: native,
    rules: native,
    context: native,
    role: native,
    delegates: native,
    permissions: perAgent("gate"),
    commands: native,
  },
  skillSupport: { fields: ["allowed-tools", "disable-model-invocation"], fillsInText: false },
  // Real names and aliases, because a `tools:` list may contain either.
  tools: {
    canonical: {
      bash: ["bash", "write_bash", "execute", "shell", "read_bash", "stop_bash", "list_bash"],
      edit: ["create", "edit", "apply_patch", "str_replace_editor", "write"],
      read: [
        ...["view", "grep", "glob", "read", "search", "read_file", "list_directory", "search_files"],
        ...["file_search", "grep_search", "semantic_search"],
      ],
      webfetch: ["web_fetch", "web"],
      websearch: ["web_search"],
      question: ["ask_user"],
      external_directory: [],
    },
    delegation: ["task", "agent", "write_agent", "read_agent", "list_agents", "skill"],
  },
  directories: ["agents", "skills", "surcingle"],
};
