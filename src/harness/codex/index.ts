/** The identity of Codex, as data. */
import { type Harness, lost, native, perAgent } from "../harness.ts";

const root = ".codex";
/** Codex also reads skills in its own directory, but writes there as well. */
const skills = ".agents/skills";

const agentTools = [
  ...["spawn_agent", "send_input", "send_message", "followup_task", "resume_agent"],
  ...["wait_agent", "close_agent", "list_agents", "interrupt_agent"],
];

/** With the names of both generations. */
export const delegationTools: readonly string[] = [...agentTools, ...agentTools.map((name) => `collaboration${name}`)];

export const codex: Harness = {
  id: "codex",
  title: "Codex",
  start: { primary: "codex -p {name}", subagent: "in a session: use the {name} agent to …" },
  roots: { user: root, project: root, skills },
  versions: { oldest: "0.166.0", tested: "0.166.0" },
  homeManagerModule: "codex",
  steeringFiles: [
    // Seen on 0.166.0: a project's `.codex/config.toml` disables hooks; rules, hooks, agents and skills are in the same
    // directory.
    ...["**/.codex/**", "**/.agents/**"],
    // Seen in the source of 0.166.0: manifests of plugins, which add hooks and MCP servers, in any of three forms.
    ...["**/.codex-plugin/**", "**/.claude-plugin/**", "**/.cursor-plugin/**"],
    // Instructions; the first one found in a directory is used.
    ...["**/AGENTS.override.md", "**/AGENTS.md"],
    // Requirements and managed settings override all others.
    "/etc/codex/**",
  ],
  secretFiles: ["**/.codex/auth.json"],
  fields: {
    name: native,
    description: perAgent("native"),
    display_name: lost("has no label for an agent"),
    mode: perAgent("narrowed"),
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
  skillSupport: { fields: ["disable-model-invocation"], fillsInText: false },
  tools: {
    canonical: {
      bash: ["Bash", "exec_command", "write_stdin"],
      edit: ["apply_patch"],
      read: ["view_image"],
      webfetch: [],
      websearch: ["web_search"],
      question: ["request_user_input"],
      external_directory: [],
    },
    delegation: delegationTools,
  },
  directories: ["agents", "surcingle", skills],
  // Codex 0.166 lists a role whose file is a link, but does not start it. It finds roles in any folder of `agents`.
  folders: { surcingle: "surcingle", agents: "agents/surcingle" },
};
