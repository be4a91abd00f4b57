/** What the real Copilot CLI is asked about our agents. */

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
import { copilot } from "./index.ts";

/** Those the client has without a login; the web is not among them. */
const canonical = {
  bash: ["bash"],
  edit: ["create", "edit"],
  read: ["view"],
  webfetch: [],
  websearch: [],
  question: [],
  external_directory: [],
} as const;

export function copilotQuestions(model: Model, surroundings: Surroundings, choose: Choose): Questions {
  // The client knows an agent by its label.
  const labels = new Map(model.agents.map(({ name, displayName }) => [name, displayName ?? name]));
  const labelled = <Q extends { readonly agent: string }>(question: Q): Q => {
    return { ...question, agent: labels.get(question.agent) ?? question.agent };
  };
  const calls = callQuestions(model, surroundings, choose, {
    harness: copilot,
    useFor: (question, at) => useFor(question, at, labels),
    stationsOf,
    // It gives a subagent no skills.
    isStricterItself: ({ tool }, station) => tool === "skill" && station === "subagent",
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

function useFor(
  { tool, subject }: Case,
  surroundings: Surroundings,
  labels: ReadonlyMap<string, string>,
): ClientUse | undefined {
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
}
