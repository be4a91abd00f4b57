/** What the real OpenCode is asked about our agents. */
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { ClientRequest } from "../../model/request.ts";
import type { Place } from "../../policy/place.ts";
import {
  absolute,
  type Case,
  type ClientUse,
  callQuestions,
  type Questions,
  type Station,
  splitTools,
  textsOf,
} from "../shared/conformance.ts";
import { opencode } from "./index.ts";

/** Those the client has with any model. `patch` and its kind come with some models only. */
const canonical = {
  bash: ["bash"],
  edit: ["edit", "write"],
  webfetch: ["webfetch"],
  websearch: ["websearch"],
  question: ["question"],
  external_directory: [],
} as const;

export function opencodeQuestions(model: Model, place: Place, cases: readonly Case[]): Questions {
  return {
    agents: model.agents.map((agent) => {
      const { offered, withheld } = splitTools(agent.policy, { canonical });
      const reading = agent.policy === undefined ? [] : ["read", "glob", "grep"];
      const common = { agent: agent.name, station: stationsOf(agent)[0]!, mode: agent.mode, texts: textsOf(agent) };
      return { ...common, offered: [...reading, ...offered], withheld };
    }),
    calls: callQuestions(model, place, cases, {
      harness: opencode,
      useFor,
      stationsOf,
      builtIn: ["general", "explore"],
    }),
  };
}

/** The client starts a primary agent only for a person, and a subagent only for another agent. */
function stationsOf({ mode }: Agent): readonly Station[] {
  return mode === "primary" ? ["main"] : mode === "subagent" ? ["subagent"] : ["main", "subagent"];
}

function useFor(request: ClientRequest, place: Place): ClientUse | undefined {
  switch (request.kind) {
    case "calls":
      return callUse(request.calls[0]!, place);
    case "reads":
      return { tool: "read", input: { filePath: absolute(request.paths[0]!, place) } };
    case "delegation":
      return { tool: "task", input: { description: "ask", prompt: "say nothing", subagent_type: request.agent } };
    case "skill":
      return { tool: "skill", input: { name: request.skill } };
    case "unknown":
      return { tool: request.tool, input: {} };
  }
}

function callUse({ tool, subject }: { tool: string; subject: string }, place: Place): ClientUse | undefined {
  switch (tool) {
    case "bash":
      return { tool, input: { command: subject } };
    case "edit":
      return { tool: "write", input: { filePath: absolute(subject, place), content: "x" } };
    case "webfetch":
      return { tool, input: { url: subject, format: "text" } };
    case "websearch":
      return { tool, input: { query: subject } };
    case "question": {
      const options = [{ label: "one", description: "the first" }];
      return { tool, input: { questions: [{ question: subject, header: "Which", options }] } };
    }
    default:
      return undefined;
  }
}
