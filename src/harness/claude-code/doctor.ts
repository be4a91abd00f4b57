/** How `doctor` tests Claude Code. */
import { join } from "node:path";
import { valueAt } from "../../base/unchecked.ts";
import { type ClientChecks, hookChecks } from "../../doctor/checks.ts";
import type { AskedAgent } from "../../doctor/decision.ts";
import { type Finding, failed, note } from "../../doctor/findings.ts";
import { gateCallsIn } from "../../doctor/gate-program.ts";
import { filesBelow, readSettings } from "../../doctor/home-files.ts";
import { checkProjectVariables, filesOf, type Project, replacedAgents } from "../../doctor/project.ts";
import { put } from "../../doctor/scene.ts";
import { claudeCode } from "./client/run.client.ts";
import { claudeCode as harness } from "./index.ts";

const settingsFile = "settings.json";

export const doctor: ClientChecks = {
  hasSandbox: true,
  harness,
  command: "claude",
  variables: [
    { name: "CLAUDE_CONFIG_DIR", effect: "reads agents from there instead of the home", usual: harness.roots.user },
  ],
  startups: [
    { name: "CLAUDE_CODE_SHELL_PREFIX", effect: "starts every command through it, which the gate cannot see" },
  ],
  parts: () => ["agents", "surcingle"],
  settings: [{ path: settingsFile, keys: ["disableAllHooks", "allowManagedHooksOnly", "permissions"] }],
  ...hookChecks((root) => filesBelow(join(root, "agents")).map((file) => `agents/${file}`)),
  asked: (_root, agents) => agents,
  inspectHome: ({ directory, label }) => {
    const file = `${harness.roots.user}/${settingsFile}`;
    const settings = readSettings(join(directory, file));
    // Seen on 2.1.325: if two hooks replace a command, the last to finish wins and discards the other's text.
    const notes = commandHooks(settings).map((program) =>
      note(
        "settings",
        `${label}/${file} has the hook \`${program}\` for commands: if it replaces them, it removes the sandbox`,
        "remove hooks that replace commands",
      ),
    );
    if (settings?.["disableAllHooks"] !== true) return notes;
    const message = `\`disableAllHooks\` is set in ${label}/${file}, and the gate is a hook`;
    return [...notes, failed("settings", message, "remove that key")];
  },
  inspectProject,
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
    fix: "check its settings for `disableAllHooks` and `allowManagedHooksOnly`, and for another agent with that name",
  }),
};

/** Other hooks that run before a command of the shell. */
function commandHooks(settings: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const groups = valueAt(settings, "hooks", "PreToolUse");
  return (Array.isArray(groups) ? groups : []).flatMap((group: unknown): string[] => {
    const hooks = valueAt(group, "hooks");
    if (!meansCommands(valueAt(group, "matcher")) || !Array.isArray(hooks)) return [];
    const programs = hooks.map((hook: unknown) => String(valueAt(hook, "command") ?? valueAt(hook, "type") ?? "?"));
    return programs.filter((program) => !hasGate(program));
  });
}

/** May return true unnecessarily: a matcher is a name, a list with bars or a regular expression. */
function meansCommands(matcher: unknown): boolean {
  if (typeof matcher !== "string" || matcher === "" || matcher === "*") return true;
  try {
    return new RegExp(matcher).test("Bash");
  } catch {
    return true;
  }
}

function inspectProject(project: Project, agents: readonly string[]): readonly Finding[] {
  const files = filesOf(project, [".claude/settings.json", ".claude/settings.local.json"]);
  const found = files.flatMap((file): Finding[] => {
    const settings = readSettings(file);
    const off = `\`disableAllHooks\` is set in ${file}, and the gate is a hook`;
    const hooks = ["PreToolUse", "PermissionRequest"].filter(
      (event) => valueAt(settings, "hooks", event) !== undefined,
    );
    const rewriting = `${file} has hooks for ${hooks.join(" and ")}: they can change a command that the gate has allowed`;
    const plugins = Object.keys(valueAt(settings, "enabledPlugins") ?? {});
    const enabled = `${file} enables the plugins ${plugins.join(", ")}, which can add hooks and agents`;
    return [
      ...(settings?.["disableAllHooks"] === true ? [failed("project", off, "remove that key")] : []),
      ...checkProjectVariables(file, Object.keys(valueAt(settings, "env") ?? {})),
      ...(hooks.length === 0 ? [] : [note("project", rewriting, "read them before you start Claude Code here")]),
      ...(plugins.length === 0 ? [] : [note("project", enabled, "check them before you start Claude Code here")]),
    ];
  });
  return [...found, ...replacedAgents(project, ".claude/agents", agents, hasGate)];
}

function hasGate(text: string): boolean {
  return gateCallsIn(text).length > 0;
}

/** The client silently continues if it is started with an unknown agent. */
async function notListed(complaints: readonly string[]): Promise<AskedAgent> {
  const why = ["Claude Code does not list it", ...complaints];
  return { hasRun: false, text: "", tools: [], complaints: why, decisions: [] };
}
