/** Questions for a real client, as data: what it should know of each agent, and what it should do with a call. */

import type { Harness } from "../../harness/harness.ts";
import { patchPaths } from "../../harness/render/patch-paths.ts";
import { isAlwaysDenied, writtenVerdicts } from "../../harness/render/whole-tools.ts";
import { rendererOf } from "../../harness/renderers.ts";
import type { Agent, Mode } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import {
  type ClientRequest,
  type Policy,
  type Tool,
  type ToolCall,
  tools,
  type Verdict,
  verdicts,
} from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import { decideRequest } from "../../policy/decide-request.ts";
import type { Surroundings } from "../../policy/surroundings.ts";
import type { AgentPosition, ClientVerdict } from "../decision.ts";

export interface AgentQuestion {
  readonly agent: string;
  readonly position: AgentPosition;
  /** Only if the client has modes. */
  readonly mode?: Mode;
  /** Client tools that must be offered to the model. */
  readonly offered: readonly string[];
  /** Client tools that must not be offered. */
  readonly withheld: readonly string[];
  /** Texts that must reach the model. */
  readonly texts: readonly string[];
}

export interface ClientUse {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** For Codex: tools inside a namespace, and tools that take plain text (`input.text`). */
  readonly namespace?: string;
  readonly freeform?: true;
}

export interface CallQuestion extends ClientUse {
  readonly agent: string;
  readonly position: AgentPosition;
  /** The policy's verdict. */
  readonly verdict: Verdict;
  /** Any of these is right. None is looser than the policy. */
  readonly wanted: readonly ClientVerdict[];
}

export interface Questions {
  readonly agents: readonly AgentQuestion[];
  readonly calls: readonly CallQuestion[];
}

/** One line of the table of cases: a canonical call, or something else that a client asks about. */
export interface Case {
  /** The agent it is written for; it can also be used with any other. */
  readonly agent: string;
  /** `patch`: the subject is the text of a patch. `unknown`: it is the name of a tool. */
  readonly tool: Tool | "patch" | "delegation" | "skill" | "unknown";
  readonly subject: string;
  /** The verdict of that agent's policy, written by hand. */
  readonly says: Verdict;
}

/** Which cases an agent gets. `turn` counts the agents and positions of one client. */
export type Choose = (agent: Agent, turn: number) => readonly Case[];

export type MakeQuestions = (model: Model, surroundings: Surroundings, choose: Choose) => Questions;

/** Undefined if the client has no tool for this. */
export type ToolUseFor = (question: Case, surroundings: Surroundings) => ClientUse | undefined;

/** How one client is asked. */
export interface ClientQuestioner {
  readonly harness: Harness;
  readonly useFor: ToolUseFor;
  readonly positionsOf: (agent: Agent) => readonly AgentPosition[];
  /** Whether the client is stricter about a call that is not canonical, which `enforcement` does not cover. */
  readonly isStricterItself?: (question: Case, position: AgentPosition) => boolean;
  /** There is no user to ask, so `ask` must be a deny. */
  readonly isUnattended?: boolean;
}

export function callQuestions(
  model: Model,
  surroundings: Surroundings,
  choose: Choose,
  dialect: ClientQuestioner,
): CallQuestion[] {
  let turn = 0;
  return model.agents.flatMap((agent) =>
    dialect.positionsOf(agent).flatMap((position) => {
      const cases = agent.policy === undefined ? [] : choose(agent, turn);
      turn += 1;
      return cases.flatMap((question) => questionOf(agent, position, question, surroundings, dialect));
    }),
  );
}

export function requestOf({ tool, subject }: Pick<Case, "tool" | "subject">): ClientRequest {
  switch (tool) {
    case "read":
      return { kind: "reads", paths: [subject], reading: "file" };
    case "patch":
      return { kind: "calls", calls: patchPaths(subject).map((path) => ({ tool: "edit", subject: path })) };
    case "delegation":
      return { kind: "delegation", agent: subject };
    case "skill":
      return { kind: "skill", skill: subject };
    case "unknown":
      return { kind: "unknown", tool: subject };
    default:
      return { kind: "calls", calls: [{ tool, subject }] };
  }
}

function questionOf(
  { name, policy }: Agent,
  position: AgentPosition,
  question: Case,
  surroundings: Surroundings,
  { harness, useFor, isStricterItself, isUnattended }: ClientQuestioner,
): CallQuestion[] {
  const use = useFor(question, surroundings);
  if (use === undefined || policy === undefined) return [];
  const request = requestOf(question);
  const { verdict } = decideRequest(policy, request, surroundings);
  const isNarrowed = callsOf(request).some(
    (call) =>
      rendererOf(harness.id).enforcement(policy, call, decide(policy, call, surroundings).verdict).support ===
      "narrowed",
  );
  const strict = isUnattended && verdict === "ask" ? "deny" : verdict;
  const wanted = wantedFor(strict, isNarrowed || isStricterItself?.(question, position) === true);
  return [{ agent: name, position, ...use, verdict, wanted }];
}

function callsOf(request: ClientRequest): readonly ToolCall[] {
  if (request.kind === "calls") return request.calls;
  const paths = request.kind === "reads" ? request.paths : [];
  return paths.map((subject) => ({ tool: "read", subject }));
}

const strictness: readonly (readonly ClientVerdict[])[] = [["allow"], ["ask"], ["deny", "hidden"]];

/** A missing tool is as strict as a deny. */
function wantedFor(verdict: Verdict, mayBeStricter: boolean): readonly ClientVerdict[] {
  const own = verdicts.indexOf(verdict);
  return mayBeStricter ? strictness.slice(own).flat() : strictness[own]!;
}

/** How a client's decision compares to the policy's. A fault is not a decision. */
export function relationOf(found: ClientVerdict, verdict: Verdict): "equal" | "stricter" | "looser" | "fault" {
  const [seen, own] = [strictness.findIndex((each) => each.includes(found)), verdicts.indexOf(verdict)];
  if (seen < 0) return "fault";
  return seen === own ? "equal" : seen > own ? "stricter" : "looser";
}

/** As a model would write it, not normalized: that is up to the client and the gate. */
export function absolute(path: string, { cwd }: Surroundings): string {
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}

/** The client's names for each tool that is tested. */
type OfferedTools = Readonly<Partial<Record<Tool, readonly string[]>>>;

/** What every client must know of an agent: its tools, and its prompt, rules and context. */
export function agentQuestion(agent: Agent, position: AgentPosition, names: OfferedTools): AgentQuestion {
  const { name, policy, prompt, rules, context } = agent;
  const texts = [prompt, ...rules, ...context].map(({ text }) => text.trim());
  return { agent: name, position, texts, ...splitTools(policy, names) };
}

/** Offered: only allow is written. Withheld: every input is denied. The calls test the rest. */
function splitTools(policy: Policy | undefined, names: OfferedTools): Pick<AgentQuestion, "offered" | "withheld"> {
  if (policy === undefined) return { offered: [], withheld: [] };
  const namesOf = (isMeant: (tool: Tool) => boolean): string[] =>
    tools.filter(isMeant).flatMap((tool) => names[tool] ?? []);
  return {
    offered: namesOf((tool) => [...writtenVerdicts(policy, tool)].every((verdict) => verdict === "allow")),
    withheld: namesOf((tool) => isAlwaysDenied(policy, tool)),
  };
}
