/** What the clients read, collected from `src/harness/<id>/index.ts` by `npm run generate`. Do not edit. */

export const clientSteering: readonly string[] = [
  "**/.agents/**",
  "**/.claude-plugin/**",
  "**/.claude.json",
  "**/.claude/**",
  "**/.codex/**",
  "**/.copilot/**",
  "**/.github/agents/**",
  "**/.github/copilot-instructions.md",
  "**/.github/copilot/**",
  "**/.github/hooks/**",
  "**/.github/instructions/**",
  "**/.github/mcp.json",
  "**/.github/prompts/**",
  "**/.github/skills/**",
  "**/.kode/**",
  "**/.mcp.json",
  "**/.opencode/**",
  "**/.pi/**",
  "**/.vscode/mcp.json",
  "**/AGENTS.MD",
  "**/AGENTS.md",
  "**/AGENTS.override.md",
  "**/CLAUDE.MD",
  "**/CLAUDE.local.md",
  "**/CLAUDE.md",
  "**/CONTEXT.md",
  "**/opencode.json",
  "**/opencode.jsonc",
  "/etc/claude-code/**",
  "/etc/codex/**",
  "~/.config/opencode/**",
];

export const clientSecrets: readonly string[] = [
  "**/.claude/.credentials.json",
  "**/.codex/auth.json",
  "**/.copilot/config.json",
  "**/.pi/agent/auth.json",
  "**/.pi/agent/models.json",
  "~/.claude.json",
  "~/.config/github-copilot/**",
  "~/.local/share/opencode/auth.json",
  "~/.local/share/opencode/mcp-auth.json",
];

/** The directories of a home with a folder for each skill. */
export const skillFolders: readonly string[] = [
  "~/.agents/skills",
  "~/.claude/skills",
  "~/.config/opencode/skills",
  "~/.copilot/skills",
  "~/.kode/skills",
  "~/.pi/agent/skills",
];
