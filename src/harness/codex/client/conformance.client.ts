/** Conformance tests for Codex: a main agent is a profile, a subagent is a role of a session. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AskClient, both, type Conformance } from "../../../doctor/conformance/client-tests.ts";
import { askAgents, finding } from "../../../doctor/conformance/conformance-findings.ts";
import {
  agentQuestion,
  type ClientUse,
  callQuestions,
  type MakeQuestions,
  type ToolUseFor,
} from "../../../doctor/conformance/conformance-questions.ts";
import { gateCases, write } from "../../../doctor/conformance/doctor-cases.ts";
import { commonTries, type ManagedTries } from "../../../doctor/conformance/managed-tries.ts";
import { runEach } from "../../../doctor/conformance/sandbox-tests.ts";
import { type AgentPosition, attemptEach } from "../../../doctor/decision.ts";
import type { Agent } from "../../../model/agent.ts";
import type { Model } from "../../../model/model.ts";
import { testedVersions } from "../../harness.ts";
import { codex } from "../index.ts";
import { isInProfileFolder } from "../roles.ts";
import { codex as startCodex } from "./run.client.ts";
import { askCodexSkills, uses } from "./skills.client.ts";

/** Patches are always available, and search is not a callable tool. */
const toolNames = {
  bash: ["exec_command"],
} as const;

const codexQuestions: MakeQuestions = (model, surroundings, choose) => {
  return {
    agents: model.agents.flatMap((agent) =>
      positionsOf(agent).map((position) => agentQuestion(agent, position, toolNames)),
    ),
    calls: callQuestions(model, surroundings, choose, {
      harness: codex,
      useFor,
      positionsOf,
      // A role cannot start others.
      isStricterItself: ({ tool }, position) => tool === "delegation" && position === "subagent",
    }),
  };
};

/** The roles that every session knows, and those that only our sessions know. */
function codexRoles({ agents }: Model): {
  readonly known: readonly string[];
  readonly hidden: readonly string[];
} {
  const roles = agents.filter(({ mode }) => mode !== "primary");
  const namesOf = (isHidden: boolean): string[] =>
    roles.filter((agent) => isInProfileFolder(agent) === isHidden).map(({ name }) => name);
  return { known: namesOf(false), hidden: namesOf(true) };
}

/** The profile in whose session the roles are tested: the one that may delegate to most of them. */
function codexStarter({ agents }: Model): string | undefined {
  const starters = agents.filter(({ mode, policy }) => mode === "primary" && policy !== undefined);
  const count = ({ policy }: Agent): number => policy?.delegates.length ?? 0;
  return starters.toSorted((a, b) => count(b) - count(a))[0]?.name;
}

function positionsOf({ mode }: Agent): readonly AgentPosition[] {
  return mode === "primary" ? ["main"] : mode === "subagent" ? ["subagent"] : ["main", "subagent"];
}

const useFor: ToolUseFor = ({ tool, subject }) => {
  switch (tool) {
    case "bash":
      return { tool: "exec_command", input: { cmd: subject } };
    case "edit":
      return patch(`*** Begin Patch\n*** Add File: ${subject}\n+x\n*** End Patch`);
    case "patch":
      return patch(subject);
    case "read":
      return { tool: "view_image", input: { path: subject } };
    case "delegation":
      return {
        tool: "spawn_agent",
        namespace: "multi_agent_v1",
        input: { agent_type: subject, message: "say nothing" },
      };
    case "unknown":
      return { tool: subject, input: {} };
    default:
      return undefined;
  }
};

function patch(text: string): ClientUse {
  return { tool: "apply_patch", input: { text }, freeform: true };
}

const ask: AskClient = async (client) => {
  const starter = codexStarter(client.definitions);
  const running = startCodex(client.program, client.scene, client.model, { starter });
  const questions = client.questions(codexQuestions);
  const list = await running.list();
  const { known, hidden } = codexRoles(client.definitions);
  const names = list.join(", ");
  const found = [
    ...known.map((name) => finding("listed", `every session knows ${name}`, list.includes(name), names)),
    ...hidden.map((name) => finding("listed", `no other session knows ${name}`, !list.includes(name), names)),
  ];
  return [...found, ...(await askAgents(questions, running.ask, client.reset))];
};

const { id, title } = codex;
const home = codex.roots.user;
const inactive = /the gate is not active/;

const scriptedConfig = (url: string, project: string): string => `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0
[features]
shell_snapshot = false
[projects."${project}"]
trust_level = "trusted"
`;

const version = testedVersions(codex).tested;

/** Attempts to bypass the managed gate of Codex. */
const managedTries: ManagedTries = {
  use: (command) => ({ tool: "exec_command", input: { cmd: command } }),
  home: ({ project }, { url }) => ({
    ".codex/config.toml": `model = "gpt-5.5"\nmodel_provider = "scripted"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\nsupports_websockets = false\nrequest_max_retries = 0\nstream_max_retries = 0\n[projects."${project}"]\ntrust_level = "trusted"\n[features]\nshell_snapshot = false\n`,
  }),
  environment: () => ({}),
  words: (prompt, more) => ["exec", ...more, "--skip-git-repo-check", "--json", prompt],
  attempts: [
    ...commonTries,
    {
      title: "a trusted project switches hooks off",
      project: { ".codex/config.toml": "[features]\nhooks = false\n" },
    },
    { title: "--disable hooks", words: ["--disable", "hooks"] },
    { title: "-c features.hooks=false", words: ["-c", "features.hooks=false"] },
    { title: "--dangerously-bypass-approvals-and-sandbox", words: ["--dangerously-bypass-approvals-and-sandbox"] },
  ],
};

export const conformance: Conformance = {
  harness: id,
  clients: [
    {
      id,
      title,
      version,
      packages: [`@openai/codex@${version}`],
      scripts: [],
      program: ["node_modules/.bin/codex"],
    },
  ],
  rounds: [
    { client: id, agents: "broken" },
    { client: id, agents: "hostile" },
    { client: id, agents: "table" },
    { client: id, agents: "table", isTogether: true, of: 2 },
    { client: id, agents: "own" },
  ],
  ask: { [id]: ask },
  breakable: {
    [id]: {
      positions: both,
      isGuarded: true,
      parts: (agent) => ({ gate: "", policy: `${home}/surcingle/${agent}.json` }),
      open: (program, { scene, model }, agent) => {
        const running = startCodex(program, scene, model, { starter: "starts" });
        return attemptEach(running.ask, agent, (cmd) => ({ tool: "exec_command", input: { cmd } }));
      },
    },
  },
  skillRounds: [
    { client: id, scope: "user", ask: askCodexSkills },
    { client: id, scope: "project", ask: askCodexSkills },
  ],
  headless: {
    confinesItself: true,
    ...uses,
    // Codex reads files with its shell.
    read: undefined,
    homeFiles: (url, project) => ({ [`${home}/config.toml`]: scriptedConfig(url, project) }),
    hostileFiles: {
      ".codex/config.toml": 'sandbox_mode = "danger-full-access"\n[features]\nhooks = false\ncodex_hooks = false\n',
    },
  },
  sandbox: {
    positions: { [id]: ["main"] },
    // Its plain sandbox has no network. The rest of the scene is below /tmp, which the sandbox can access.
    stops: ["net", "hook"],
    run: ({ program, scene, model }, run) => {
      const { ask } = startCodex(program, scene, model, { runs: true });
      return runEach(ask, run, (cmd) => ({ tool: "exec_command", input: { cmd } }));
    },
  },
  managed: managedTries,
  recording: {
    homeFiles: { [`${home}/helper.config.toml`]: 'developer_instructions = "Help."\n' },
    uses: () => [
      { tool: "exec_command", input: { cmd: "git status" } },
      { tool: "exec_command", input: { cmd: "touch made.txt" } },
    ],
    record: (program, { scene, model }, uses) => startCodex(program, scene, model).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt"],
    agent: undefined,
    asked: "unknown",
  },
  doctorCases: [
    {
      name: "hooks are disabled",
      damage: write(`${home}/config.toml`, '[features]\nhooks = false\n[mcp_servers.x]\ncommand = "/nowhere"\n'),
      messages: [/`features\.hooks` is false/, inactive],
    },
    ...gateCases(`${home}/keeper.config.toml`),
    {
      name: "the trust is for another home",
      damage: (directory) => {
        const text = readFileSync(join(directory, home, "keeper.config.toml"), "utf8");
        write(`${home}/keeper.config.toml`, text.replaceAll(directory, "/home/another"))(directory);
      },
      messages: [/the hook of keeper is not trusted for this home/, inactive],
    },
  ],
};
