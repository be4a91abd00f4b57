/** How Copilot CLI loads skills and commands. */

import {
  type AskSkills,
  askLimits,
  listedIn,
  namedIn,
  namesFor,
  seen,
  tell,
} from "../../../doctor/conformance/skill-conformance.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import { runProgram } from "../../../process/run.ts";
import { type Copilot, copilot } from "./run.client.ts";

const uses: ToolUses = {
  read: (path) => ({ tool: "view", input: { path } }),
  shell: (command) => ({ tool: "bash", input: { command, description: command } }),
  write: (path, text = "x") => ({ tool: "create", input: { path, file_text: text } }),
};

export const askCopilotSkills: AskSkills = async (stage) => {
  const { program, scene, model, prompts, agents, scope } = stage;
  const names = namesFor(stage);
  const run = await runProgram({
    program,
    words: ["skill", "list", "--json"],
    directory: scene.project,
    environment: { ...scene.environment, COPILOT_AUTO_UPDATE: "false" },
  });
  const skills = [...run.stdout.matchAll(/"name": ?"([^"]+)"/g)].map((match) => match[1]!);
  const client = copilot(program, scene, model);
  const list = await client.list();
  const dotted = [...prompts, ...agents].map(({ name }) => name);
  const plain = await tell(model, (message) => client.say("chiron", message), "");
  const isClean = run.exitCode === 0 && !/fail|error/i.test(run.stderr);
  // In a project, the client runs no agent hooks, so the agent gets no shell.
  const isGated = scope === "user";
  return [
    seen("accepted", "`skill list --json` ends with 0 and says no error", isClean, run.stderr + run.stdout),
    ...listedIn("`skill list --json`", skills, names.skills),
    ...listedIn("the list of agents", list, dotted),
    ...namedIn("what the model reads", plain.text, names.inContext, names.outOfContext),
    ...(await askEager(stage, client)),
    ...(await askLimits(stage, client.ask, uses, { positions: ["main", "subagent"], isGated, nameOf: (name) => name })),
  ];
};

const askEager: AskSkills<Copilot> = async ({ model }, { say }) => {
  const script = [[{ tool: "skill", input: { skill: "eager" } }], [uses.shell("touch made.txt")]];
  const { results } = await tell(model, (message) => say("careful", message), "", script);
  const isAsked = /unable to ask user for confirmation\): surcingle:|does not exist/.test(results[1] ?? "");
  return [seen("asked", "a skill that allows the shell: careful is asked all the same", isAsked, results.join("\n"))];
};
