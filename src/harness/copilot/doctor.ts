/** How `doctor` tests Copilot CLI. */
import { join } from "node:path";
import { type ClientChecks, hookChecks } from "../../doctor/checks.ts";
import type { Finding } from "../../doctor/findings.ts";
import { gateCallsIn } from "../../doctor/gate-program.ts";
import { filesBelow } from "../../doctor/home-files.ts";
import { foundPrograms, type Project, programsIn, replacedAgents } from "../../doctor/project.ts";
import { put } from "../../doctor/scene.ts";
import { copilot } from "./client/run.client.ts";
import { copilot as harness } from "./index.ts";

export const doctor: ClientChecks = {
  hasSandbox: true,
  harness,
  command: "copilot",
  variables: [
    { name: "COPILOT_HOME", effect: "reads agents from there instead of the home", usual: harness.roots.user },
  ],
  parts: () => ["agents", "surcingle"],
  settings: ["settings.json", "config.json"].map((path) => ({ path, keys: ["disableAllHooks"] })),
  ...hookChecks((root) => filesBelow(join(root, "agents")).map((file) => `agents/${file}`)),
  asked: (_root, agents) => agents,
  // Copilot 1.0 has a switch for all hooks that does not affect those of agents: only the live run can tell.
  inspectHome: () => [],
  inspectProject,
  uses: {
    bash: (command) => ({ tool: "bash", input: { command } }),
    edit: (path) => ({ tool: "create", input: { path, file_text: "x" } }),
    read: (path) => ({ tool: "view", input: { path } }),
  },
  open: async ({ program, scene, model, settings }) => {
    for (const [path, kept] of settings) put(join(scene.home, harness.roots.user, path), JSON.stringify(kept));
    const { ask } = copilot(program, scene, model);
    return { ask: (agent, uses) => ask(agent, "main", uses), stop: async () => {} };
  },
  silent: () => ({
    message: "Copilot did not run the hook in the agent's file",
    fix: "check for another agent with that name, and for `disableAllHooks` in its settings",
  }),
};

function inspectProject(project: Project, agents: readonly string[]): readonly Finding[] {
  const hooks = programsIn(project, [".github/hooks"]);
  return [
    ...foundPrograms("Copilot", hooks, "in a trusted folder, hooks can change a command after the gate allowed it"),
    ...replacedAgents(project, ".github/agents", agents, (text) => gateCallsIn(text).length > 0),
  ];
}
