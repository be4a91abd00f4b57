/** How `doctor` tests OpenCode. */
import { join } from "node:path";
import { type ClientChecks, inOrder, policiesIn } from "../../doctor/checks.ts";
import type { AskedAgent } from "../../doctor/decision.ts";
import { type Finding, failed, note } from "../../doctor/findings.ts";
import { isThere, readText } from "../../doctor/home-files.ts";
import { filesOf, foundPrograms, type Project, programsIn, settingsWith } from "../../doctor/project.ts";
import { put } from "../../doctor/scene.ts";
import type { ToolUse } from "../../doctor/scripted-model/conversation.ts";
import { type OpencodeServer, startOpencode } from "./client/run.client.ts";
import { opencode as harness } from "./index.ts";
import { markBeginning } from "./locked-permissions.ts";

const plugin = "plugins/surcingle.js";
const keys = ["agent", "mode", "permission", "tools"];

export const doctor: ClientChecks = {
  hasSandbox: true,
  harness,
  command: "opencode",
  variables: [
    {
      name: "OPENCODE_PURE",
      effect: (root) => `does not load plugins, and the gate is a plugin${isClosed(root) ? `: ${nothing}` : ""}`,
    },
    { name: "XDG_CONFIG_HOME", effect: "reads agents from there instead of the home", usual: ".config" },
  ],
  startups: [{ name: "NODE_OPTIONS", effect: "runs with these options, and so does the gate inside it" }],
  parts: () => ["agent", "agents", plugin, "surcingle"],
  // The user's models are not available here, and not needed.
  adapt: (text, path) => (path.endsWith(".md") ? text.replace(/^---\n[\s\S]*?\n---\n/, withoutModel) : text),
  settings: ["config.json", "opencode.json", "opencode.jsonc"].map((path) => ({ path, keys })),
  governed: (root) => inOrder([...namedByPlugin(root), ...policiesIn(root)]),
  gatePrograms: () => [],
  policyPath: (agent) => `surcingle/${agent}.json`,
  asked: (_root, agents) => agents,
  inspectHome: ({ directory, label }, agents) => {
    const root = join(directory, harness.roots.user);
    const again = `run \`surcingle apply --to ${label}\` again`;
    const path = `${label}/${harness.roots.user}/${plugin}`;
    const missing = `the plugin ${path} is missing${isClosed(root) ? `: ${nothing}` : ""}`;
    if (!isThere(join(root, plugin))) return [failed("plugin", missing, again)];
    const forgotten = agents.filter((agent) => !namedByPlugin(root).includes(agent));
    if (forgotten.length > 0)
      return [failed("plugin", `the plugin ${path} does not include ${forgotten.join(", ")}`, again)];
    const strange = agentsOfOtherPlugin(readText(join(root, plugin)) ?? "", root, agents).join(", ");
    if (strange === "") return [];
    return [failed("plugin", `the plugin ${path} does not match the file of ${strange}: ${nothing}`, again)];
  },
  inspectProject,
  asksByItself: true,
  uses: {
    bash: (command) => ({ tool: "bash", input: { command } }),
    edit: (path) => ({ tool: "write", input: { filePath: path, content: "x" } }),
    read: (path) => ({ tool: "read", input: { filePath: path } }),
  },
  open: async ({ program, scene, model, settings }) => {
    for (const [path, kept] of settings) put(join(scene.home, harness.roots.user, path), JSON.stringify(kept));
    const server = await startOpencode(program, scene, model);
    const agents = await server.agents();
    return { ask: (agent, uses) => ask(server, agents.get(agent), agent, uses), stop: server.stop };
  },
  silent: (root) => ({
    message: isClosed(root)
      ? `OpenCode did not load ${plugin}: ${nothing}`
      : `OpenCode did not load ${plugin}; its own permissions still apply, but rules that need the plugin are not enforced`,
    fix: "check that OPENCODE_PURE is not set and OpenCode is not started with `--pure`, and run `surcingle apply` again",
  }),
};

const nothing = "it grants the permissions of governed agents, and without it they can do nothing";

function inspectProject(project: Project): readonly Finding[] {
  const names = ["opencode.json", "opencode.jsonc"];
  const files = filesOf(project, [...names, ...names.map((name) => `.opencode/${name}`)]);
  const plugins = [
    ...settingsWith(files, ["plugin"]).map(({ file }) => file),
    ...programsIn(project, [".opencode/plugin", ".opencode/plugins"]),
  ];
  return [
    ...foundPrograms("OpenCode", plugins, "plugins run inside OpenCode and can disable the gate"),
    ...settingsWith(files, ["permission", "agent", "mode", "tools"]).map(({ file, found }) =>
      note(
        "project",
        `${file} sets ${found.join(", ")}: OpenCode may ask less often, so only the gate decides`,
        "check what it allows before you start OpenCode here",
      ),
    ),
  ];
}

const markLine = new RegExp(`^ +"?(${markBeginning}[0-9a-f]{16})"?: deny$`, "m");

/** The mark in an agent's file that names the plugin it is locked for. */
function markOf(root: string, agent: string): string | undefined {
  return markLine.exec(readText(join(root, "agents", `${agent}.md`)) ?? "")?.[1];
}

function isClosed(root: string): boolean {
  return policiesIn(root).some((agent) => markOf(root, agent) !== undefined);
}

/** Agents that are locked for another plugin. */
function agentsOfOtherPlugin(program: string, root: string, agents: readonly string[]): readonly string[] {
  return agents.filter((agent) => {
    const mark = markOf(root, agent);
    return mark !== undefined && !program.includes(`"${mark}"`);
  });
}

function withoutModel(frontMatter: string): string {
  return frontMatter.replace(/^model:.*\n/m, "");
}

function namedByPlugin(root: string): string[] {
  const list = /^const surcingleAgents = (\[.*\]);$/m.exec(readText(join(root, plugin))?.slice(0, 100_000) ?? "")?.[1];
  return [...(list ?? "").matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1]!);
}

async function ask(
  server: OpencodeServer,
  mode: string | undefined,
  agent: string,
  uses: readonly ToolUse[],
): Promise<AskedAgent> {
  const asked = { text: "", tools: [], complaints: [], decisions: [] };
  if (mode === undefined) return { ...asked, hasRun: false, complaints: ["OpenCode does not list it"] };
  const decisions = await server.decide(agent, mode === "subagent" ? "subagent" : "main", uses);
  return { ...asked, hasRun: true, decisions };
}
