/** How Claude Code is examined. */
import { join } from "node:path";
import { claudeCode as harness } from "../../harness/claude-code/index.ts";
import { claudeCode } from "../clients/claude-code.ts";
import type { Asked } from "../clients/decision.ts";
import { put } from "../clients/scene.ts";
import type { Exam } from "../exam.ts";
import { failed } from "../finding.ts";
import { filesBelow, readSettings } from "../home-files.ts";
import { hookExam } from "../hook-exam.ts";

const settingsFile = "settings.json";

export const claudeCodeExam: Exam = {
  harness,
  command: "claude",
  tested: "2.1.257",
  variables: [
    { name: "CLAUDE_CONFIG_DIR", effect: "reads agents there, and not those in the home", usual: harness.roots.user },
  ],
  parts: () => ["agents", "surcingle"],
  settings: [{ path: settingsFile, keys: ["disableAllHooks", "allowManagedHooksOnly", "permissions"] }],
  ...hookExam((root) => filesBelow(join(root, "agents")).map((file) => `agents/${file}`)),
  asked: (_root, agents) => agents,
  look: ({ directory, label }) => {
    const file = `${harness.roots.user}/${settingsFile}`;
    if (readSettings(join(directory, file))?.["disableAllHooks"] !== true) return [];
    const message = `hooks are disabled by \`disableAllHooks\` in ${label}/${file}, and the gate is a hook`;
    return [failed("settings", message, "remove that key")];
  },
  uses: {
    bash: (command) => ({ tool: "Bash", input: { command } }),
    edit: (path) => ({ tool: "Write", input: { file_path: path, content: "x" } }),
    read: (path) => ({ tool: "Read", input: { file_path: path } }),
  },
  open: async ({ program, scene, model, settings }) => {
    const kept = settings.get(settingsFile);
    if (kept) put(join(scene.home, harness.roots.user, settingsFile), JSON.stringify(kept));
    const { list, ask } = claudeCode(program, scene, model);
    const { agents, complaints } = await list();
    return {
      ask: (agent, uses) => (agents.includes(agent) ? ask(agent, "main", uses) : notListed(complaints)),
      stop: async () => {},
    };
  },
  silent: () => ({
    message: "Claude Code did not run the hook in the agent's file",
    cure: "look for `disableAllHooks` or `allowManagedHooksOnly` in its settings, and for another agent of that name",
  }),
};

/** The client goes on without a word when it is started for an agent that it does not know. */
async function notListed(complaints: readonly string[]): Promise<Asked> {
  const why = ["Claude Code does not list it", ...complaints];
  return { hasRun: false, text: "", tools: [], complaints: why, decisions: [] };
}
