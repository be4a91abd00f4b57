/** Questions for a real client, as plain values: what it should know of each agent, and what it should do with a call. */
import type { Agent, Mode } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { type Policy, type Tool, type ToolCall, tools, type Verdict } from "../../model/permission.ts";
import type { ClientRequest } from "../../model/request.ts";
import { decideRequest } from "../../policy/decide-request.ts";
import type { Place } from "../../policy/place.ts";
import type { ClientTools, Harness } from "../harness.ts";
import { isAlwaysDenied, plainVerdict } from "./plain.ts";

/**
 * `hidden`: the client does not offer the tool to the model, and refuses it when it is called all the same.
 * `fault`: the call was refused before anything was decided, so the question was a bad one.
 */
export type ClientVerdict = "allow" | "ask" | "deny" | "hidden" | "fault";

/** As the agent of the session itself, or as an agent that another one called. */
export type Station = "main" | "subagent";

export interface AgentQuestion {
  readonly agent: string;
  readonly station: Station;
  /** Only where the client speaks of modes. */
  readonly mode?: Mode;
  /** Client tools that must be offered to the model. */
  readonly offered: readonly string[];
  /** Client tools that must not be. */
  readonly withheld: readonly string[];
  /** Texts that must reach the model. */
  readonly texts: readonly string[];
}

export interface ClientUse {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface CallQuestion extends ClientUse {
  readonly agent: string;
  readonly station: Station;
  /** What the policy says. */
  readonly verdict: Verdict;
  /** Any of these is right. None is looser than the policy. */
  readonly wanted: readonly ClientVerdict[];
}

export interface Questions {
  readonly agents: readonly AgentQuestion[];
  readonly calls: readonly CallQuestion[];
}

/** One line of the table of cases: a canonical call, or `read` and a path. */
export interface Case {
  readonly tool: Tool | "read";
  readonly subject: string;
}

/** How one client is asked. */
export interface Dialect {
  readonly harness: Harness;
  /** Undefined: the client has no tool for this. */
  readonly useFor: (request: ClientRequest, place: Place) => ClientUse | undefined;
  readonly stationsOf: (agent: Agent) => readonly Station[];
  /** Agents of the client itself, which a governed agent may not call. */
  readonly builtIn: readonly string[];
  /** By a rule of its own the client may be stricter here than the policy. */
  readonly isStricterItself?: (request: ClientRequest, station: Station) => boolean;
  /** Nobody can be asked, so that `ask` must be a deny. */
  readonly isUnattended?: boolean;
}

/** Each agent gets every third case, the next one the next third: together they cover the table several times. */
const shares = 3;

export function callQuestions(model: Model, place: Place, cases: readonly Case[], dialect: Dialect): CallQuestion[] {
  let turn = 0;
  return model.agents.flatMap((agent) =>
    dialect.stationsOf(agent).flatMap((station) => {
      const share = cases.filter((_, index) => index % shares === turn % shares);
      turn += 1;
      const requests = agent.policy === undefined ? [] : [...share.map(requestOf), ...grantsOf(model, agent, dialect)];
      return requests.flatMap((request) => questionOf(agent, station, request, place, dialect));
    }),
  );
}

function requestOf({ tool, subject }: Case): ClientRequest {
  return tool === "read" ? { kind: "reads", paths: [subject] } : { kind: "calls", calls: [{ tool, subject }] };
}

/** Delegation and skills, allowed and not. */
function grantsOf(model: Model, agent: Agent, { builtIn }: Dialect): ClientRequest[] {
  const others = model.agents.filter(({ name, mode }) => name !== agent.name && mode !== "primary");
  return [
    ...[...builtIn, ...others.map(({ name }) => name)].map(
      (name): ClientRequest => ({ kind: "delegation", agent: name }),
    ),
    ...model.skills.map(({ name }): ClientRequest => ({ kind: "skill", skill: name })),
  ];
}

function questionOf(
  { name, policy }: Agent,
  station: Station,
  request: ClientRequest,
  place: Place,
  { harness, useFor, isStricterItself, isUnattended }: Dialect,
): CallQuestion[] {
  const use = useFor(request, place);
  if (use === undefined || policy === undefined) return [];
  const { verdict } = decideRequest(policy, request, place);
  const call = callOf(request);
  const isNarrowed = call !== undefined && harness.enforcement(policy, call, verdict).support === "narrowed";
  const strict = isUnattended && verdict === "ask" ? "deny" : verdict;
  const wanted = wantedFor(strict, isNarrowed || isStricterItself?.(request, station) === true);
  return [{ agent: name, station, ...use, verdict, wanted }];
}

function callOf(request: ClientRequest): ToolCall | undefined {
  if (request.kind === "calls") return request.calls[0];
  const path = request.kind === "reads" ? request.paths[0] : undefined;
  return path === undefined ? undefined : { tool: "external_directory", subject: path };
}

/** A tool that is not there is as strict as a deny. */
function wantedFor(verdict: Verdict, mayBeStricter: boolean): readonly ClientVerdict[] {
  const strictness: readonly (readonly ClientVerdict[])[] = [["allow"], ["ask"], ["deny", "hidden"]];
  const own = ["allow", "ask", "deny"].indexOf(verdict);
  return mayBeStricter ? strictness.slice(own).flat() : strictness[own]!;
}

/** As a model would write it, not made tidy: that is the business of the client and of the gate. */
export function absolute(path: string, { cwd }: Place): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

/** Offered: the policy allows every input. Withheld: it allows none. What lies between shows in the calls. */
export function splitTools(
  policy: Policy | undefined,
  { canonical }: Pick<ClientTools, "canonical">,
): Pick<AgentQuestion, "offered" | "withheld"> {
  if (policy === undefined) return { offered: [], withheld: [] };
  const namesOf = (isMeant: (tool: Tool) => boolean): string[] =>
    tools.filter(isMeant).flatMap((tool) => canonical[tool]);
  return {
    offered: namesOf((tool) => plainVerdict(policy, tool) === "allow"),
    withheld: namesOf((tool) => isAlwaysDenied(policy, tool)),
  };
}

/** What every client must give to the model: the prompt, the rules and the context of an agent. */
export function textsOf({ prompt, rules, context }: Agent): string[] {
  return [prompt, ...rules, ...context].map(({ text }) => text.trim());
}
