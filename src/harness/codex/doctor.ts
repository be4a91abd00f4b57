/** How `doctor` tests Codex profiles. Trust is bound to one home, so it is checked there and copied. */
import { join } from "node:path";
import { valueAt } from "../../base/unchecked.ts";
import { type ClientChecks, hookChecks } from "../../doctor/checks.ts";
import { type Finding, failed, note } from "../../doctor/findings.ts";
import { gateCallsIn } from "../../doctor/gate-program.ts";
import { isThere, namesIn, readSettings, readText } from "../../doctor/home-files.ts";
import { filesOf, foundPrograms, type Home, type Project } from "../../doctor/project.ts";
import { toValue } from "../../formats/json.ts";
import { printToml } from "../../formats/toml-print.ts";
import { codex } from "./client/run.client.ts";
import { codex as harness } from "./index.ts";
import { type Hook, hookHash, trustKey } from "./profile.ts";

const settingsFile = "config.toml";
const root = harness.roots.user;

export const doctor: ClientChecks = {
  harness,
  command: "codex",
  variables: [
    { name: "CODEX_HOME", effect: "reads profiles from there, where their hooks are not trusted", usual: root },
  ],
  startups: [{ name: "BASH_ENV", effect: "starts hooks with your shell; if that is bash, it runs this file first" }],
  parts: (directory) => [...profilesIn(directory), "agents", "surcingle"],
  adapt: (text, path, from, to) => (path.endsWith(".config.toml") ? moved(text, from, to) : text),
  settings: [{ path: settingsFile, keys: ["features", "hooks"] }],
  ...hookChecks(profilesIn),
  asked: (directory, agents) =>
    agents.filter(
      (agent) => isThere(join(directory, profileOf(agent))) && !isClosed(join(directory, profileOf(agent))),
    ),
  inspectHome: (home, agents) => [...inspectFeatures(home), ...agents.flatMap((agent) => inspectTrust(home, agent))],
  inspectProject,
  uses: {
    bash: (command) => ({ tool: "exec_command", input: { cmd: command } }),
    edit: (path) => {
      const text = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
      return { tool: "apply_patch", freeform: true, input: { text } };
    },
    read: undefined,
  },
  open: async ({ program, scene, model, settings }) => {
    const kept = settings.get(settingsFile);
    const config = printToml([["hooks", toValue(kept?.["hooks"] ?? {})]]);
    const { ask } = codex(program, scene, model, { features: featuresOf(kept), config });
    return { ask: (agent, uses) => ask(agent, "main", uses), stop: async () => {} };
  },
  silent: () => ({
    message: "Codex did not run the hook in the profile; it silently skips untrusted hooks",
    fix: "run `surcingle apply --to ~` again, and check config.toml for `features.hooks = false`",
  }),
};

function profileOf(agent: string): string {
  return `${agent}.config.toml`;
}

function profilesIn(directory: string): readonly string[] {
  return namesIn(directory).filter((name) => name.endsWith(".config.toml"));
}

/** Trust is stored under the absolute path of the file. */
function moved(text: string, from: string, to: string): string {
  return text.replaceAll(`"${from}/${root}/`, `"${to}/${root}/`);
}

function featuresOf(settings: Readonly<Record<string, unknown>> | undefined): Record<string, boolean> {
  const all = Object.entries(settings?.["features"] ?? {});
  return Object.fromEntries(all.filter((pair): pair is [string, boolean] => typeof pair[1] === "boolean"));
}

function inspectFeatures({ directory, label }: Home): Finding[] {
  if (featuresOf(readSettings(join(directory, root, settingsFile)))["hooks"] !== false) return [];
  const message = `\`features.hooks\` is false in ${label}/${root}/${settingsFile}, and the gate is a hook`;
  return [failed("settings", message, "remove that key")];
}

function inspectProject(project: Project): readonly Finding[] {
  const files = filesOf(project, [".codex/config.toml"]);
  const off = files.filter((file) => featuresOf(readSettings(file))["hooks"] === false);
  const own = files.filter((file) => valueAt(readSettings(file), "hooks") !== undefined);
  // Seen on Codex 0.166: in a trusted project these override the profile of an agent.
  const open = files.filter((file) =>
    ["sandbox_mode", "default_permissions", "permissions"].some(
      (key) => valueAt(readSettings(file), key) !== undefined,
    ),
  );
  const hooks = [...filesOf(project, [".codex/hooks.json"]), ...own];
  return [
    ...off.map((file) =>
      failed("project", `\`features.hooks\` is false in ${file}, and the gate is a hook`, "remove that key"),
    ),
    ...open.map((file) =>
      failed(
        "project",
        `${file} sets a sandbox, which overrides that of every agent in this project`,
        "remove that key",
      ),
    ),
    ...foundPrograms("Codex", hooks, "hooks of the project can change a command after the gate allowed it"),
  ];
}

function inspectTrust({ directory, label }: Home, agent: string): Finding[] {
  const file = join(directory, root, profileOf(agent));
  const text = readText(file);
  if (text === undefined) return [];
  const again = `run \`surcingle apply --to ${label}\` again`;
  if (isClosed(file))
    return [note("trust", `the profile ${agent} has no gate, so it cannot use any tool; ${again} to change that`)];
  if (gateCallsIn(text).length === 0)
    return [failed("trust", `the profile ${agent} has no hook, so nothing is checked`, again, agent)];
  const hook = hookIn(readSettings(file));
  const states = [file, join(directory, root, settingsFile)].map((each) =>
    valueAt(readSettings(each), "hooks", "state"),
  );
  const trusted = states.map((state) => valueAt(state, trustKey(file), "trusted_hash"));
  if (hook !== undefined && trusted.includes(hookHash(hook))) return [];
  const message = `the hook of ${agent} is not trusted for this home, and Codex silently skips untrusted hooks`;
  return [failed("trust", message, again, agent)];
}

/** Whether the profile was rendered without a known home. */
function isClosed(file: string): boolean {
  const profile = readSettings(file);
  const hasShell = valueAt(profile, "features", "shell_tool") !== false;
  return !hasShell && valueAt(profile, "sandbox_mode") === "read-only" && valueAt(profile, "hooks") === undefined;
}

function hookIn(profile: unknown): Hook | undefined {
  const first = valueAt(profile, "hooks", "PreToolUse", "0");
  const [command, timeout, matcher] = [
    valueAt(first, "hooks", "0", "command"),
    valueAt(first, "hooks", "0", "timeout"),
    valueAt(first, "matcher"),
  ];
  const isHook = typeof command === "string" && typeof matcher === "string";
  // The TOML parser may return integers as BigInt.
  return isHook ? { command, timeout: Number(timeout), matcher } : undefined;
}
