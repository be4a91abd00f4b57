/** What the real Claude Code is asked about our agents. */

import {
  absolute,
  type Case,
  type Choose,
  type ClientUse,
  callQuestions,
  type Questions,
  type Station,
  splitTools,
  textsOf,
} from "../../doctor/conformance.ts";
import type { Model } from "../../model/model.ts";
import type { Surroundings } from "../../policy/surroundings.ts";
import { claudeCode } from "./index.ts";

/** Questions are not among them: a subagent is never offered any. */
const canonical = {
  bash: ["Bash"],
  edit: ["Edit", "Write", "NotebookEdit"],
  read: ["Read"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  question: [],
  external_directory: [],
} as const;

/** Every agent can be both: the client knows no modes. */
const stations: readonly Station[] = ["main", "subagent"];

export function claudeCodeQuestions(model: Model, surroundings: Surroundings, choose: Choose): Questions {
  return {
    agents: model.agents.flatMap((agent) =>
      stations.map((station) => {
        return { agent: agent.name, station, texts: textsOf(agent), ...splitTools(agent.policy, { canonical }) };
      }),
    ),
    calls: callQuestions(model, surroundings, choose, {
      harness: claudeCode,
      useFor,
      stationsOf: () => stations,
    }),
  };
}

function useFor({ tool, subject }: Case, surroundings: Surroundings): ClientUse | undefined {
  switch (tool) {
    case "bash":
      return { tool: "Bash", input: { command: subject } };
    case "edit":
      return { tool: "Write", input: { file_path: absolute(subject, surroundings), content: "x" } };
    case "read":
      return { tool: "Read", input: { file_path: absolute(subject, surroundings) } };
    case "webfetch":
      return { tool: "WebFetch", input: { url: subject, prompt: "x" } };
    case "websearch": // The client takes no query of one character.
      return subject.length < 2 ? undefined : { tool: "WebSearch", input: { query: subject } };
    case "question": {
      const options = ["one", "two"].map((label) => ({ label, description: label }));
      const question = { question: subject, header: "Which", options, multiSelect: false };
      return { tool: "AskUserQuestion", input: { questions: [question] } };
    }
    case "delegation":
      return { tool: "Agent", input: { description: "ask", prompt: "say nothing", subagent_type: subject } };
    case "skill":
      return { tool: "Skill", input: { skill: subject } };
    case "unknown":
      return { tool: subject, input: {} };
    case "patch":
    case "external_directory":
      return undefined;
  }
}
