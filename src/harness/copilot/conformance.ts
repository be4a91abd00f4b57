/** What the real Copilot CLI is asked about our agents. */
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
import { copilot } from "./index.ts";

/** Those the client has without a login; the web is not among them. */
const canonical = {
  bash: ["bash"],
  edit: ["create", "edit"],
  webfetch: [],
  websearch: [],
  question: [],
  external_directory: [],
} as const;

export function copilotQuestions(model: Model, place: Place, cases: readonly Case[]): Questions {
  // The client knows an agent by its label.
  const labels = new Map(model.agents.map(({ name, displayName }) => [name, displayName ?? name]));
  const labelled = <Q extends { readonly agent: string }>(question: Q): Q => {
    return { ...question, agent: labels.get(question.agent) ?? question.agent };
  };
  const calls = callQuestions(model, place, cases, {
    harness: copilot,
    useFor: (request, at) => useFor(request.kind === "delegation" ? labelled(request) : request, at),
    stationsOf,
    builtIn: ["general-purpose", "explore"],
    isStricterItself: (request, station) => request.kind === "skill" && station === "subagent",
  });
  const agents = model.agents.flatMap((agent) =>
    stationsOf(agent).map((station) => {
      return { agent: agent.name, station, texts: textsOf(agent), ...splitTools(agent.policy, { canonical }) };
    }),
  );
  return { agents: agents.map(labelled), calls: calls.map(labelled) };
}

/** A person can start any agent; a primary one cannot be called by another. */
function stationsOf({ mode }: Agent): readonly Station[] {
  return mode === "primary" ? ["main"] : ["main", "subagent"];
}

function useFor(request: ClientRequest, place: Place): ClientUse | undefined {
  switch (request.kind) {
    case "reads":
      return { tool: "view", input: { path: absolute(request.paths[0]!, place) } };
    case "delegation": {
      const input = {
        agent_type: request.agent,
        name: "asked",
        description: "ask",
        prompt: "say nothing",
        mode: "sync",
      };
      return { tool: "task", input };
    }
    case "skill":
      return { tool: "skill", input: { skill: request.skill } };
    case "unknown":
      return { tool: request.tool, input: {} };
    case "calls": {
      const { tool, subject } = request.calls[0]!;
      if (tool === "bash") return { tool, input: { command: subject, description: "ask" } };
      if (tool !== "edit") return undefined;
      return { tool: "create", input: { path: absolute(subject, place), file_text: "x" } };
    }
  }
}
