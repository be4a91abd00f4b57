/** Conformance tests for Copilot CLI. */
import { type AskClient, both, type Conformance } from "../../../doctor/conformance/client-tests.ts";
import { askAgents, finding } from "../../../doctor/conformance/conformance-findings.ts";
import {
  absolute,
  agentQuestion,
  callQuestions,
  type MakeQuestions,
  type ToolUseFor,
} from "../../../doctor/conformance/conformance-questions.ts";
import { gateCases, remove, write } from "../../../doctor/conformance/doctor-cases.ts";
import { commonTries, type ManagedTries, rewriting } from "../../../doctor/conformance/managed-tries.ts";
import { runEach } from "../../../doctor/conformance/sandbox-tests.ts";
import {
  type AskSkills,
  askLimits,
  listedIn,
  namedIn,
  namesFor,
  sendMessage,
  skillFinding,
} from "../../../doctor/conformance/skill-conformance.ts";
import { type AgentPosition, attemptEach } from "../../../doctor/decision.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import type { Agent } from "../../../model/agent.ts";
import { runProgram } from "../../../process/run.ts";
import { testedVersions } from "../../harness.ts";
import { copilot } from "../index.ts";
import { type Copilot, quietEnvironment, copilot as startCopilot } from "./run.client.ts";

/** Tools that the client has without a login; web tools are not among them. */
const toolNames = {
  bash: ["bash"],
  edit: ["create", "edit"],
  read: ["view"],
} as const;

const copilotQuestions: MakeQuestions = (model, surroundings, choose) => {
  // The client identifies an agent by its label.
  const labels = new Map(model.agents.map(({ name, displayName }) => [name, displayName ?? name]));
  const labelled = <Q extends { readonly agent: string }>(question: Q): Q => {
    return { ...question, agent: labels.get(question.agent) ?? question.agent };
  };
  const calls = callQuestions(model, surroundings, choose, {
    harness: copilot,
    useFor: useFor(labels),
    positionsOf,
    // It does not offer skills to subagents.
    isStricterItself: ({ tool }, position) => tool === "skill" && position === "subagent",
  });
  const agents = model.agents.flatMap((agent) =>
    positionsOf(agent).map((position) => agentQuestion(agent, position, toolNames)),
  );
  return { agents: agents.map(labelled), calls: calls.map(labelled) };
};

/** A user can start any agent; another agent cannot call a primary one. */
function positionsOf({ mode }: Agent): readonly AgentPosition[] {
  return mode === "primary" ? ["main"] : ["main", "subagent"];
}

const useFor =
  (labels: ReadonlyMap<string, string>): ToolUseFor =>
  ({ tool, subject }, surroundings) => {
    switch (tool) {
      case "bash":
        return { tool, input: { command: subject, description: "ask" } };
      case "edit":
        return { tool: "create", input: { path: absolute(subject, surroundings), file_text: "x" } };
      case "read":
        return { tool: "view", input: { path: absolute(subject, surroundings) } };
      case "delegation": {
        const common = { name: "asked", description: "ask", prompt: "say nothing", mode: "sync" };
        return { tool: "task", input: { agent_type: labels.get(subject) ?? subject, ...common } };
      }
      case "skill":
        return { tool, input: { skill: subject } };
      case "unknown":
        return { tool: subject, input: {} };
      default:
        return undefined;
    }
  };

const ask: AskClient = async (client) => {
  const running = startCopilot(client.program, client.scene, client.model);
  const questions = client.questions(copilotQuestions);
  const list = await running.list();
  const names = new Set(questions.agents.map(({ agent }) => agent));
  const found = [...names].map((name) =>
    finding("listed", `the list names ${name}`, list.includes(name), list.join(", ")),
  );
  return [...found, ...(await askAgents(questions, running.ask, client.reset))];
};

const { id } = copilot;
const home = copilot.roots.user;

const version = testedVersions(copilot).tested;

/** Attempts to bypass the managed gate of Copilot CLI. */
const managedTries: ManagedTries = {
  use: (command) => ({ tool: "bash", input: { command, description: "try" } }),
  home: () => ({}),
  environment: ({ url }) => quietEnvironment(url),
  // Its managed settings disable --yolo and --allow-all-tools; a single tool can still be granted.
  words: (prompt, more) => ["--allow-tool", "shell", ...more, "-p", prompt],
  attempts: [
    ...commonTries,
    { title: "the user disables all hooks", home: { ".copilot/settings.json": '{"disableAllHooks":true}' } },
    {
      title: "a project disables all hooks",
      project: {
        ".github/copilot/settings.json": '{"disableAllHooks":true}',
        ".claude/settings.json": '{"disableAllHooks":true}',
      },
      words: ["--trust-folder"],
    },
    {
      title: "a hook of the user rewrites the command",
      home: {
        ".copilot/hooks/r.json": JSON.stringify({
          version: 1,
          hooks: { preToolUse: [{ type: "command", bash: `sh "$HOME/rewrite.sh"`, timeoutSec: 10 }] },
        }),
        "rewrite.sh": rewriting({ modifiedArgs: { command: "touch CANARY", description: "d" } }),
      },
      isHarmless: true,
    },
    { title: "--yolo", words: ["--yolo"] },
  ],
};

/** Tool calls for the tests of skills and commands. */
const uses: ToolUses = {
  read: (path) => ({ tool: "view", input: { path } }),
  shell: (command) => ({ tool: "bash", input: { command, description: command } }),
  write: (path, text = "x") => ({ tool: "create", input: { path, file_text: text } }),
};

const askCopilotSkills: AskSkills = async (stage) => {
  const { program, scene, model, prompts, agents, scope } = stage;
  const names = namesFor(stage);
  const run = await runProgram({
    program,
    words: ["skill", "list", "--json"],
    directory: scene.project,
    environment: { ...scene.environment, COPILOT_AUTO_UPDATE: "false" },
  });
  const skills = [...run.stdout.matchAll(/"name": ?"([^"]+)"/g)].map((match) => match[1]!);
  const client = startCopilot(program, scene, model);
  const list = await client.list();
  const dotted = [...prompts, ...agents].map(({ name }) => name);
  const plain = await sendMessage(model, (message) => client.say("chiron", message), "");
  const isClean = run.exitCode === 0 && !/fail|error/i.test(run.stderr);
  // In a project, the client does not run agent hooks, so the agent has no shell.
  const isGated = scope === "user";
  return [
    skillFinding(
      "accepted",
      "`skill list --json` exits with 0 and reports no errors",
      isClean,
      run.stderr + run.stdout,
    ),
    ...listedIn("`skill list --json`", skills, names.skills),
    ...listedIn("the list of agents", list, dotted),
    ...namedIn("what the model reads", plain.text, names.inContext, names.outOfContext),
    ...(await askEager(stage, client)),
    ...(await askLimits(stage, client.ask, uses, { positions: ["main", "subagent"], isGated, nameOf: (name) => name })),
  ];
};

const askEager: AskSkills<Copilot> = async ({ model }, { say }) => {
  const script = [[{ tool: "skill", input: { skill: "eager" } }], [uses.shell("touch made.txt")]];
  const { results } = await sendMessage(model, (message) => say("careful", message), "", script);
  const isAsked = /unable to ask user for confirmation\): surcingle:|does not exist/.test(results[1] ?? "");
  return [skillFinding("still asks", "a skill that allows the shell: careful still asks", isAsked, results.join("\n"))];
};

export const conformance: Conformance = {
  harness: id,
  clients: [
    {
      id,
      title: "Copilot CLI",
      version,
      packages: [`@github/copilot@${version}`],
      scripts: [],
      program: ["node_modules/.bin/copilot"],
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
      parts: (agent) => ({ gate: "", policy: `${home}/surcingle/${agent}.json` }),
      open: (program, { scene, model }, agent) =>
        attemptEach(startCopilot(program, scene, model).ask, agent, (command) => ({
          tool: "bash",
          input: { command },
        })),
    },
  },
  skillRounds: [
    { client: id, scope: "user", ask: askCopilotSkills },
    { client: id, scope: "project", ask: askCopilotSkills },
  ],
  managed: managedTries,
  recording: {
    homeFiles: { [`${home}/agents/helper.agent.md`]: "---\nname: helper\ndescription: Helps\n---\nHelp.\n" },
    uses: () => [
      { tool: "bash", input: { command: "git status" } },
      { tool: "bash", input: { command: "touch made.txt" } },
    ],
    record: (program, { scene, model }, uses) => startCopilot(program, scene, model).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt"],
    agent: "helper",
    asked: "nobody",
  },
  sandbox: {
    positions: { [id]: both },
    run: ({ program, scene, model }, run) => runEach(startCopilot(program, scene, model, { runs: true }).ask, run),
  },
  doctorCases: [
    {
      name: "`disableAllHooks` does not affect hooks of agents",
      damage: write(`${home}/settings.json`, '{ "disableAllHooks": true }'),
    },
    ...gateCases(`${home}/agents/keeper.agent.md`),
    {
      name: "the agent is missing",
      damage: remove(`${home}/agents/keeper.agent.md`),
      messages: [/keeper is not loaded/],
    },
  ],
};
