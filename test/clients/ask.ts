/** Puts a harness's questions to its real client, in one scene. */

import type { Questions } from "../../src/doctor/conformance.ts";
import { makeScene, type Scene, type SceneOptions } from "../../src/doctor/scene.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { claudeCodeQuestions } from "../../src/harness/claude-code/conformance.client.ts";
import { claudeCode } from "../../src/harness/claude-code/run.client.ts";
import { codexQuestions, codexRoles, codexStarter } from "../../src/harness/codex/conformance.client.ts";
import { codex } from "../../src/harness/codex/run.client.ts";
import { copilotQuestions } from "../../src/harness/copilot/conformance.client.ts";
import { copilot } from "../../src/harness/copilot/run.client.ts";
import { opencodeQuestions } from "../../src/harness/opencode/conformance.client.ts";
import { opencodeAgent, opencodeConfig, startOpencode } from "../../src/harness/opencode/run.client.ts";
import { piMainQuestions, piSubagentQuestions } from "../../src/harness/pi/conformance.client.ts";
import { pi } from "../../src/harness/pi/run.client.ts";
import type { Model } from "../../src/model/model.ts";
import type { Program } from "../../src/process/run.ts";
import { askAgents, callFindings, callsTo, type Finding, finding, sightFindings } from "./finding.ts";
import { choiceIn, dress, placeIn, projectFiles, type Share } from "./table.ts";

export interface Subject {
  readonly program: Program;
  readonly definitions: Model;
  readonly options: SceneOptions;
  readonly share: Share;
}

export type Ask = (subject: Subject) => Promise<readonly Finding[]>;

/** A scene with the disk of the table. */
export interface Stage {
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly reset: () => void;
}

/** A scene and a model for one round of questions, gone afterwards whatever happens. */
export async function onStage<T>(options: SceneOptions, ask: (stage: Stage) => Promise<T>): Promise<T> {
  const scene = makeScene({ files: projectFiles, ...options });
  const model = await startScriptedModel();
  const reset = (): void => {
    scene.reset();
    dress(scene);
  };
  reset();
  try {
    return await ask({ scene, model, reset });
  } finally {
    model.close();
    scene.dispose();
  }
}

type MakeQuestions = (
  model: Model,
  place: ReturnType<typeof placeIn>,
  choose: ReturnType<typeof choiceIn>,
) => Questions;

function questionsIn({ scene }: Stage, { definitions, share }: Subject, make: MakeQuestions): Questions {
  return make(definitions, placeIn(scene), choiceIn(scene, share, definitions));
}

export const askOpencode: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const { scene, model, reset } = stage;
    const { program, definitions } = subject;
    const questions = questionsIn(stage, subject, opencodeQuestions);
    const config = await opencodeConfig(program, scene);
    const found = [finding("accepted", "debug config ends with 0", config.exitCode === 0, config.stderr.slice(0, 500))];
    for (const question of questions.agents) {
      const agent = await opencodeAgent(program, scene, question.agent).catch((error: Error) => error);
      const isKnown = !(agent instanceof Error);
      const evidence = isKnown ? agent.name : agent.message;
      found.push(finding("listed", `debug agent knows ${question.agent}`, isKnown, evidence));
      if (isKnown) found.push(...sightFindings(question, { ...agent, text: agent.prompt }));
    }
    const server = await startOpencode(program, scene, model);
    try {
      for (const { name } of definitions.agents) {
        for (const station of ["main", "subagent"] as const) {
          const calls = callsTo(questions, name, station);
          if (calls.length === 0) continue;
          reset();
          found.push(...callFindings(calls, await server.decide(name, station, calls)));
        }
      }
    } finally {
      await server.stop();
    }
    return found;
  });

export const askClaudeCode: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const { definitions } = subject;
    const client = claudeCode(subject.program, stage.scene, stage.model);
    const { agents, skills, complaints, exitCode } = await client.list();
    const log = `${exitCode} ${complaints.join("\n")}`;
    const found = [
      finding("accepted", "the debug log has no complaint", exitCode === 0 && complaints.length === 0, log),
    ];
    for (const { name } of definitions.agents) {
      found.push(finding("listed", `the first event lists ${name}`, agents.includes(name), agents.join(" ")));
    }
    for (const { name } of definitions.skills) {
      found.push(finding("listed", `the first event lists the skill ${name}`, skills.includes(name), skills.join(" ")));
    }
    const questions = questionsIn(stage, subject, claudeCodeQuestions);
    return [...found, ...(await askAgents(questions, client.ask, stage.reset))];
  });

export const askPi: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const client = pi(subject.program, stage.scene, stage.model);
    const alone = questionsIn(stage, subject, (...given) => piMainQuestions(...given, { isAttended: false }));
    const found = await askAgents(alone, client.ask, stage.reset);
    const { calls } = questionsIn(stage, subject, (...given) => piMainQuestions(...given, { isAttended: true }));
    stage.reset();
    return [...found, ...callFindings(calls, await client.decideAttended(calls))];
  });

export const askPiSubagents: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const questions = questionsIn(stage, subject, piSubagentQuestions);
    const client = pi(subject.program, stage.scene, stage.model);
    const list = await client.list();
    const isValid = !/invalid agent/i.test(list);
    const found = [finding("accepted", "the list names no invalid agent", isValid, list.slice(0, 500))];
    for (const { agent } of questions.agents) {
      found.push(finding("listed", `the list names ${agent}`, list.includes(`\n- ${agent} `), list.slice(0, 2000)));
    }
    return [...found, ...(await askAgents(questions, client.ask, stage.reset))];
  });

export const askCodex: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const starter = codexStarter(subject.definitions);
    const client = codex(subject.program, stage.scene, stage.model, { starter });
    const questions = questionsIn(stage, subject, codexQuestions);
    const list = await client.list();
    const { known, hidden } = codexRoles(subject.definitions);
    const said = list.join(", ");
    const found = [
      ...known.map((name) => finding("listed", `every session knows ${name}`, list.includes(name), said)),
      ...hidden.map((name) => finding("listed", `no other session knows ${name}`, !list.includes(name), said)),
    ];
    return [...found, ...(await askAgents(questions, client.ask, stage.reset))];
  });

export const askCopilot: Ask = (subject) =>
  onStage(subject.options, async (stage) => {
    const client = copilot(subject.program, stage.scene, stage.model);
    const questions = questionsIn(stage, subject, copilotQuestions);
    const list = await client.list();
    const names = new Set(questions.agents.map(({ agent }) => agent));
    const found = [...names].map((name) =>
      finding("listed", `the list names ${name}`, list.includes(name), list.join(", ")),
    );
    return [...found, ...(await askAgents(questions, client.ask, stage.reset))];
  });
