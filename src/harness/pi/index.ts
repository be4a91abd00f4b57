/** The identity of Pi, as data. */
import { type Harness, lost, native, perAgent } from "../harness.ts";

export const pi: Harness = {
  id: "pi",
  title: "Pi",
  start: { primary: "pi", subagent: "in a session: use the {name} agent to …", hasOneMainAgent: true },
  roots: { user: ".pi/agent", project: ".pi" },
  versions: { oldest: "0.73.1", tested: "0.87.1" },
  homeManagerModule: "pi-coding-agent",
  steeringFiles: [
    // Seen on 0.73.1: `.pi/extensions` and the extensions that `.pi/settings.json` names run in any project.
    ...["**/.pi/**", "**/.agents/**"],
    // Instructions, according to the list in its resource loader.
    ...["**/AGENTS.md", "**/AGENTS.MD", "**/CLAUDE.md", "**/CLAUDE.MD"],
  ],
  secretFiles: ["**/.pi/agent/auth.json", "**/.pi/agent/models.json"],
  fields: {
    name: native,
    description: perAgent("native"),
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
  skillSupport: { fields: ["disable-model-invocation"], fillsInText: false, asCommands: [], gate: "session" },
  tools: {
    canonical: {
      bash: ["bash"],
      edit: ["edit", "write"],
      read: ["read", "grep", "find", "ls"],
      webfetch: [],
      websearch: [],
      question: [],
      external_directory: [],
    },
    delegation: ["subagent"],
  },
  program: { entry: "extension.ts", bundle: "pi-extension.mjs" },
  directories: ["agents", "extensions", "prompts", "skills"],
};
