/** Puts a harness's questions to its real client, in one scene. */
import { readFileSync } from "node:fs";
import type { Program } from "../../scripts/clients.ts";
import { diskPlace } from "../../src/gate/disk-place.ts";
import { claudeCodeQuestions } from "../../src/harness/claude-code/conformance.ts";
import { copilotQuestions } from "../../src/harness/copilot/conformance.ts";
import { opencodeQuestions } from "../../src/harness/opencode/conformance.ts";
import { piMainQuestions, piSubagentQuestions } from "../../src/harness/pi/conformance.ts";
import type { Case } from "../../src/harness/shared/conformance.ts";
import type { Model } from "../../src/model/model.ts";
import type { Place } from "../../src/policy/place.ts";
import { claudeCode } from "./claude-code.ts";
import { copilot } from "./copilot.ts";
import { askAgents, callFindings, callsTo, type Finding, finding, sightFindings } from "./finding.ts";
import { opencodeAgent, opencodeConfig, startOpencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { makeScene, type Scene, type SceneOptions } from "./scene.ts";
import { type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

/** The same cases for every client. `<home>` and `<project>` stand for directories of the scene. */
const table: readonly Case[] = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));

function casesIn({ home, project }: Scene): Case[] {
  return table.map(({ tool, subject }) => {
    return { tool, subject: subject.replaceAll("<home>", home).replaceAll("<project>", project) };
  });
}

function placeIn({ home, project }: Scene): Place {
  return diskPlace(project, project, home);
}

export type Ask = (program: Program, definitions: Model, options: SceneOptions) => Promise<readonly Finding[]>;

/** A scene and a model for one round of questions, gone afterwards whatever happens. */
async function inScene(
  options: SceneOptions,
  ask: (scene: Scene, model: ScriptedModel) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const scene = makeScene({ files: { "readme.txt": "inside\n" }, ...options });
  const model = await startScriptedModel();
  try {
    return await ask(scene, model);
  } finally {
    model.close();
    scene.dispose();
  }
}

export const askOpencode: Ask = (program, definitions, options) =>
  inScene(options, async (scene, model) => {
    const questions = opencodeQuestions(definitions, placeIn(scene), casesIn(scene));
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
          scene.reset();
          found.push(...callFindings(calls, await server.decide(name, station, calls)));
        }
      }
    } finally {
      await server.stop();
    }
    return found;
  });

export const askClaudeCode: Ask = (program, definitions, options) =>
  inScene(options, async (scene, model) => {
    const client = claudeCode(program, scene, model);
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
    const questions = claudeCodeQuestions(definitions, placeIn(scene), casesIn(scene));
    return [...found, ...(await askAgents(questions, client.ask, scene.reset))];
  });

export const askPi: Ask = (program, definitions, options) =>
  inScene(options, async (scene, model) => {
    const client = pi(program, scene, model);
    const [place, cases] = [placeIn(scene), casesIn(scene)];
    const alone = piMainQuestions(definitions, place, cases, { isAttended: false });
    const found = await askAgents(alone, client.ask, scene.reset);
    const { calls } = piMainQuestions(definitions, place, cases, { isAttended: true });
    scene.reset();
    return [...found, ...callFindings(calls, await client.decideAttended(calls))];
  });

export const askPiSubagents: Ask = (program, definitions, options) =>
  inScene(options, async (scene, model) => {
    const questions = piSubagentQuestions(definitions, placeIn(scene), casesIn(scene));
    const client = pi(program, scene, model);
    const list = await client.list();
    const isValid = !/invalid agent/i.test(list);
    const found = [finding("accepted", "the list names no invalid agent", isValid, list.slice(0, 500))];
    for (const { agent } of questions.agents) {
      found.push(finding("listed", `the list names ${agent}`, list.includes(`\n- ${agent} `), list.slice(0, 2000)));
    }
    return [...found, ...(await askAgents(questions, client.ask, scene.reset))];
  });

export const askCopilot: Ask = (program, definitions, options) =>
  inScene(options, async (scene, model) => {
    const client = copilot(program, scene, model);
    const questions = copilotQuestions(definitions, placeIn(scene), casesIn(scene));
    const list = await client.list();
    const names = new Set(questions.agents.map(({ agent }) => agent));
    const found = [...names].map((name) =>
      finding("listed", `the list names ${name}`, list.includes(name), list.join(", ")),
    );
    return [...found, ...(await askAgents(questions, client.ask, scene.reset))];
  });
