/** What the real OpenCode is asked about our agents. */

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
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Surroundings } from "../../policy/surroundings.ts";
import { opencode } from "./index.ts";

/** Those the client has with any model. `patch` and its kind come with some models only. */
const canonical = {
  bash: ["bash"],
  edit: ["edit", "write"],
  read: ["read", "glob", "grep"],
  webfetch: ["webfetch"],
  websearch: ["websearch"],
  question: ["question"],
  external_directory: [],
} as const;

export function opencodeQuestions(model: Model, surroundings: Surroundings, choose: Choose): Questions {
  return {
    agents: model.agents.map((agent) => {
      const common = { agent: agent.name, station: stationsOf(agent)[0]!, mode: agent.mode, texts: textsOf(agent) };
      return { ...common, ...splitTools(agent.policy, { canonical }) };
    }),
    calls: callQuestions(model, surroundings, choose, { harness: opencode, useFor, stationsOf }),
  };
}

/** The client starts a primary agent only for a person, and a subagent only for another agent. */
function stationsOf({ mode }: Agent): readonly Station[] {
  return mode === "primary" ? ["main"] : mode === "subagent" ? ["subagent"] : ["main", "subagent"];
}

function useFor({ tool, subject }: Case, surroundings: Surroundings): ClientUse | undefined {
  switch (tool) {
    case "bash":
      return { tool, input: { command: subject } };
    case "edit":
      return { tool: "write", input: { filePath: absolute(subject, surroundings), content: "x" } };
    case "patch":
      return { tool: "apply_patch", input: { patchText: subject } };
    case "read":
      return { tool, input: { filePath: absolute(subject, surroundings) } };
    case "webfetch":
      return { tool, input: { url: subject, format: "text" } };
    case "websearch":
      return { tool, input: { query: subject } };
    case "question": {
      const options = [{ label: "one", description: "the first" }];
      return { tool, input: { questions: [{ question: subject, header: "Which", options }] } };
    }
    case "delegation":
      return { tool: "task", input: { description: "ask", prompt: "say nothing", subagent_type: subject } };
    case "skill":
      return { tool, input: { name: subject } };
    case "unknown":
      return { tool: subject, input: {} };
    case "external_directory":
      return undefined;
  }
}
