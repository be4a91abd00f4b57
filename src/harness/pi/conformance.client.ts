/** What the real Pi is asked about our agents: the main session of any Pi, and subagents where `pi-subagents` is. */

import {
  type Case,
  type Choose,
  type ClientUse,
  callQuestions,
  type Dialect,
  type Questions,
  splitTools,
  textsOf,
} from "../../doctor/conformance.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import type { Surroundings } from "../../policy/surroundings.ts";
import { pi } from "./index.ts";

const canonical = {
  bash: ["bash"],
  edit: ["edit", "write"],
  read: ["read"],
  webfetch: [],
  websearch: [],
  question: [],
  external_directory: [],
} as const;

/** The main session has all tools of the client: what is denied must be blocked when it is called. */
export function piMainQuestions(
  model: Model,
  surroundings: Surroundings,
  choose: Choose,
  { isAttended }: { readonly isAttended: boolean },
): Questions {
  const main = mainAgent(model);
  if (main === undefined) return { agents: [], calls: [] };
  const others = model.agents.filter((agent) => agent !== main);
  const listed = others.flatMap(({ displayName, name, description }) => [displayName ?? name, description]);
  const agent = { agent: main.name, station: "main", offered: [], withheld: [] } as const;
  const dialect: Dialect = { harness: pi, useFor, stationsOf: () => ["main"], isUnattended: !isAttended };
  return {
    agents: [{ ...agent, texts: [...textsOf(main), ...listed] }],
    calls: callQuestions({ ...model, agents: [main] }, surroundings, choose, dialect),
  };
}

/** Pi has one main agent; every other can be called. Nobody can be asked there, so `ask` is a deny. */
export function piSubagentQuestions(model: Model, surroundings: Surroundings, choose: Choose): Questions {
  const main = mainAgent(model);
  const agents = model.agents.filter((agent) => agent !== main);
  return {
    agents: agents.map((agent) => {
      const common = { agent: agent.name, station: "subagent", texts: textsOf(agent) } as const;
      return { ...common, ...splitTools(agent.policy, { canonical }) };
    }),
    calls: callQuestions({ ...model, agents }, surroundings, choose, {
      harness: pi,
      useFor,
      stationsOf: () => ["subagent"],
      isUnattended: true,
    }),
  };
}

/** Chosen in the settings, or the only one there is. */
function mainAgent({ agents, settings }: Model): Agent | undefined {
  if (settings.piPrimary !== undefined) return agents.find(({ name }) => name === settings.piPrimary);
  const primaries = agents.filter(({ mode }) => mode === "primary");
  return primaries.length === 1 ? primaries[0] : undefined;
}

/** Delegation has a tool only where `pi-subagents` is, and there only in the main session. Skills are files to read. */
function useFor({ tool, subject }: Case): ClientUse | undefined {
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
}
