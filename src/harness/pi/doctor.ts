/** How `doctor` tests Pi: its main session. Subagents need a separate package; for them the files are checked. */

import { dirname, join } from "node:path";
import { describeError } from "../../base/errno.ts";
import type { ClientChecks } from "../../doctor/checks.ts";
import { type Finding, failed } from "../../doctor/findings.ts";
import { isThere, namesIn, readText } from "../../doctor/home-files.ts";
import { foundPrograms, type Home, programsIn } from "../../doctor/project.ts";
import { pi } from "./client/run.client.ts";
import { readRecord, whyNotWhole } from "./extension/extension-subagents.ts";
import { pi as harness } from "./index.ts";
import { type AgentsRecord, recordPath } from "./record.ts";
import { watchPath } from "./tools.ts";

const own = "extensions/surcingle";
const gateLine = /^subagentOnlyExtensions: \S*\/surcingle\/\S+$/m;

export const doctor: ClientChecks = {
  hasSandbox: true,
  harness,
  command: "pi",
  variables: [
    {
      name: "PI_CODING_AGENT_DIR",
      effect: "reads extensions from there instead of the home",
      usual: harness.roots.user,
    },
  ],
  startups: [{ name: "NODE_OPTIONS", effect: "runs with these options, and so does the gate inside it" }],
  parts: () => ["SYSTEM.md", "AGENTS.md", "agents", own, dirname(watchPath)],
  settings: [],
  governed: (root) => agentsIn(root),
  gatePrograms: () => [],
  policyPath: (agent) => `${own}/${agent}/policy.json`,
  asked: (root, agents) => agents.filter((agent) => agent === mainAgent(root)),
  inspectHome: (home, agents) => [...inspectParts(home, agents), ...inspectSubagents(home)],
  inspectProject: (project) =>
    foundPrograms(
      "Pi",
      programsIn(project, [".pi/extensions"]),
      "extensions run inside Pi and can change a command after the gate allowed it",
    ),
  uses: {
    bash: (command) => ({ tool: "bash", input: { command } }),
    edit: (path) => ({ tool: "write", input: { path, content: "x" } }),
    read: (path) => ({ tool: "read", input: { path } }),
  },
  open: async ({ program, scene, model }) => {
    const { ask } = pi(program, scene, model);
    const prompt = readText(join(scene.home, harness.roots.user, "SYSTEM.md"))?.trim() ?? "";
    return {
      ask: async (agent, uses) => {
        const asked = await ask(agent, "main", uses);
        const hasRun = asked.hasRun && asked.text.includes(prompt);
        const complaints = asked.hasRun ? ["SYSTEM.md did not reach the model"] : asked.complaints;
        return hasRun ? asked : { ...asked, hasRun, complaints };
      },
      stop: async () => {},
    };
  },
  silent: () => ({
    message: `Pi did not load ${own}`,
    fix: "check that Pi is not started with `--no-extensions`, and run `surcingle apply` again",
  }),
};

/** Every generated agent has a file in `agents/`, except the main session's. */
function mainAgent(root: string): string | undefined {
  return agentsIn(root).find((agent) => !isThere(join(root, "agents", `${agent}.md`)));
}

function agentsIn(root: string): readonly string[] {
  return namesIn(join(root, own)).filter((name) => !name.includes("."));
}

function inspectParts({ directory, label }: Home, agents: readonly string[]): Finding[] {
  const root = join(directory, harness.roots.user);
  // The client loads the top-level file by itself, which is the main session's.
  const top = mainAgent(root) === undefined ? watchPath : `${own}/index.ts`;
  const parts = [top, `${own}/gate.mjs`, ...agents.map((agent) => `${own}/${agent}/index.ts`)];
  const missing = parts.filter((path) => !isThere(join(root, path)));
  if (missing.length === 0 || agents.length === 0) return [];
  const list = missing.map((path) => `${label}/${harness.roots.user}/${path}`).join(", ");
  return [failed("plugin", `part of the extension is missing: ${list}`, `run \`surcingle apply --to ${label}\` again`)];
}

/** A subagent whose extension does not load runs without one. The same check as in the gate before a call. */
function inspectSubagents({ directory, label }: Home): Finding[] {
  const root = join(directory, harness.roots.user);
  const called = namesIn(join(root, "agents")).filter((name) =>
    gateLine.test(readText(join(root, "agents", name)) ?? ""),
  );
  const again = `run \`surcingle apply --to ${label}\` again`;
  let record: AgentsRecord;
  try {
    record = readRecord(join(root, recordPath));
  } catch (error) {
    if (called.length === 0) return [];
    return [failed("plugin", `subagents cannot be called: ${describeError(error)}`, again)];
  }
  const place = { directory: root, home: directory, cwd: directory };
  return Object.keys(record.subagents).flatMap((agent) => {
    const why = whyNotWhole(record, agent, place);
    return why === undefined
      ? []
      : [failed("plugin", `the subagent ${agent} cannot be called, because ${why}`, again, agent)];
  });
}
