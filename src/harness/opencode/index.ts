/** The identity of OpenCode, as data. */
import { type Harness, lost, native, perAgent } from "../harness.ts";

export const opencode: Harness = {
  id: "opencode",
  title: "OpenCode",
  isCommon: true,
  start: { primary: "opencode --agent {name}", subagent: "in a session: @{name} …" },
  roots: { user: ".config/opencode", project: ".opencode" },
  versions: { oldest: "1.18.33", tested: "1.18.33" },
  homeManagerModule: "opencode",
  steeringFiles: [
    // Seen on 1.18.33: plugins that `opencode.json` names and those in `.opencode/plugin` run when the client starts.
    ...["**/opencode.json", "**/opencode.jsonc", "**/.opencode/**", "~/.config/opencode/**"],
    // Seen in the source of 1.18.33: terminal UI plugins, from the directory upwards; managed settings override all
    // others.
    ...["**/tui.json", "**/tui.jsonc", "/etc/opencode/**"],
    // Instructions: it uses the first kind that it finds. It also reads skills from other clients' directories.
    ...["**/AGENTS.md", "**/CLAUDE.md", "**/CONTEXT.md", "**/.claude/**", "**/.agents/**"],
  ],
  secretFiles: ["~/.local/share/opencode/auth.json", "~/.local/share/opencode/mcp-auth.json"],
  fields: {
    name: native,
    description: native,
    display_name: lost("has no label for an agent; the label is a comment in the file"),
    mode: native,
    tags: lost("has no tags"),
    max_turns: lost("treats its step limit as advice; the limit is written as `steps`"),
    skills: native,
    rules: native,
    context: native,
    role: native,
    delegates: native,
    permissions: perAgent("gate"),
    commands: native,
  },
  skillSupport: {
    fields: [],
    fillsInText: false,
    asCommands: ["disable-model-invocation", "context"],
    gate: "apart",
  },
  tools: {
    canonical: {
      bash: ["bash"],
      edit: ["edit", "write", "patch", "apply_patch", "multiedit"],
      read: ["read", "glob", "grep", "list"],
      webfetch: ["webfetch"],
      websearch: ["websearch"],
      question: ["question"],
      external_directory: ["external_directory"],
    },
    delegation: ["task"],
  },
  program: { entry: "plugin.ts", bundle: "opencode-plugin.mjs" },
  directories: ["agents", "commands", "plugins", "skills", "surcingle"],
};
