/** What the real Codex is asked about our agents: a main agent is a profile, a subagent is a role of a session. */

import {
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
import { codex } from "./index.ts";
import { isBehindProfile } from "./roles.ts";

/** Patches are always offered, and a search is no tool that can be called. */
const canonical = {
  bash: ["exec_command"],
  edit: [],
  read: [],
  webfetch: [],
  websearch: [],
  question: [],
  external_directory: [],
} as const;

export function codexQuestions(model: Model, surroundings: Surroundings, choose: Choose): Questions {
  return {
    agents: model.agents.flatMap((agent) =>
      stationsOf(agent).map((station) => {
        return { agent: agent.name, station, texts: textsOf(agent), ...splitTools(agent.policy, { canonical }) };
      }),
    ),
    calls: callQuestions(model, surroundings, choose, {
      harness: codex,
      useFor,
      stationsOf,
      // A role starts no others.
      isStricterItself: ({ tool }, station) => tool === "delegation" && station === "subagent",
    }),
  };
}

/** The roles that every session of the client knows, and those that only ours do. */
export function codexRoles({ agents }: Model): {
  readonly known: readonly string[];
  readonly hidden: readonly string[];
} {
  const roles = agents.filter(({ mode }) => mode !== "primary");
  const namesOf = (isHidden: boolean): string[] =>
    roles.filter((agent) => isBehindProfile(agent) === isHidden).map(({ name }) => name);
  return { known: namesOf(false), hidden: namesOf(true) };
}

/** The profile in whose session the roles are asked: the one that may delegate to most of them. */
export function codexStarter({ agents }: Model): string | undefined {
  const starters = agents.filter(({ mode, policy }) => mode === "primary" && policy !== undefined);
  const count = ({ policy }: Agent): number => policy?.delegates.length ?? 0;
  return starters.toSorted((a, b) => count(b) - count(a))[0]?.name;
}

function stationsOf({ mode }: Agent): readonly Station[] {
  return mode === "primary" ? ["main"] : mode === "subagent" ? ["subagent"] : ["main", "subagent"];
}

function useFor({ tool, subject }: Case): ClientUse | undefined {
  switch (tool) {
    case "bash":
      return { tool: "exec_command", input: { cmd: subject } };
    case "edit":
      return patch(`*** Begin Patch\n*** Add File: ${subject}\n+x\n*** End Patch`);
    case "patch":
      return patch(subject);
    case "read":
      return { tool: "view_image", input: { path: subject } };
    case "delegation":
      return {
        tool: "spawn_agent",
        namespace: "multi_agent_v1",
        input: { agent_type: subject, message: "say nothing" },
      };
    case "unknown":
      return { tool: subject, input: {} };
    default:
      return undefined;
  }
}

function patch(text: string): ClientUse {
  return { tool: "apply_patch", input: { text }, freeform: true };
}
