/** Judges a request by the limits of one capability alone; everything else is allowed. */
import type { Capability } from "../model/capability.ts";
import {
  type ClientRequest,
  type Limit,
  type Policy,
  policyVersion,
  type Tool,
  tools,
  type Verdict,
} from "../model/permission.ts";
import type { Role } from "../model/role.ts";
import type { Parameters } from "../model/task.ts";
import { decideRequest } from "../policy/decide-request.ts";
import { type Decision, fault, isByList, strictest } from "../policy/decision.ts";
import { withoutBypassed } from "../policy/limits.ts";
import { wholeProject } from "../policy/rules.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { scopeRules } from "./checks/scope.ts";
import { gateLimits } from "./limits.ts";

export interface GateContext {
  readonly role: Role | undefined;
  /** Undefined if there is no task. */
  readonly parameters: Parameters | undefined;
  readonly surroundings: Surroundings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Allow or deny. There is no user to ask, so anything uncertain is denied. */
export function judgeGate(capability: Capability, request: ClientRequest, context: GateContext): Decision {
  const policy = withoutBypassed(freePolicy(capability, request, context), context.env);
  const [first, ...others] = partsOf(request).map((part) => {
    const decision = decideRequest(policy, part, context.surroundings);
    if (decision.verdict === "deny") return decision;
    const doubt = (decision.parts ?? [decision]).find((each) => each.verdict === "ask" && isDoubt(policy, part, each));
    if (doubt) return { ...decision, ...doubt, verdict: "deny" } as const;
    return { ...decision, verdict: "allow", because: consent } as const;
  });
  return first ? withAllNotes(strictest(first, ...others), [first, ...others]) : fault("the call has no content");
}

/**
 * Whether the decision is uncertain about something that the capability limits. Secret files and private addresses do
 * not count. A steering file counts if the capability has an allowlist: writing one can make a client run anything.
 */
function isDoubt({ limits }: Policy, request: ClientRequest, decision: Decision): boolean {
  const hard = limits.filter(({ severity }) => severity === undefined);
  if (decision.because.kind === "limit") return true;
  if (isByList(decision)) {
    const isCommand = request.kind === "calls" && request.calls.some(({ tool }) => tool === "bash");
    return decision.tool === "edit" && hard.some((limit) => isList(limit, isCommand));
  }
  if (decision.tool !== undefined && decision.tool !== "bash" && decision.tool !== "edit") return false;
  return hard.some(seesCommandsOrFiles);
}

/** Whether the limit lists everything that is allowed. A limit to the project does not count. */
function isList(limit: Limit, isCommand: boolean): boolean {
  if (limit.kind === "only-commands") return isCommand;
  return limit.kind === "only-paths" && limit.patterns.some((pattern) => pattern !== wholeProject);
}

const consent = { kind: "grant", point: "the capability does not deny it" } as const;

/** Keeps the warnings of all parts, not only those of the strictest one. */
function withAllNotes(decision: Decision, parts: readonly Decision[]): Decision {
  const notes = parts.flatMap((part) => part.notes ?? []);
  return notes.length > 0 ? { ...decision, notes } : decision;
}

/** Each call as its own request: an ask about the first file of a patch must not hide one about the second. */
function partsOf(request: ClientRequest): readonly ClientRequest[] {
  return request.kind === "calls" ? request.calls.map((call) => ({ kind: "calls", calls: [call] })) : [request];
}

function seesCommandsOrFiles(limit: Limit): boolean {
  if (limit.kind === "no-tool") return limit.tool === "bash" || limit.tool === "edit";
  return limit.kind !== "no-reading" && limit.kind !== "no-delegation";
}

/**
 * Allows every request, so that only the limits can deny it. The patterns of file lists become rules, because a
 * steering file may be edited only if a rule names it.
 */
function freePolicy(capability: Capability, request: ClientRequest, { role, parameters }: GateContext): Policy {
  const limits = gateLimits(capability, role, parameters);
  const named = limits.flatMap((limit) => (limit.kind === "only-paths" ? limit.patterns : []));
  return {
    version: policyVersion,
    agent: capability.name,
    limits,
    rules: scopeRules(named).map((rule) => ({ tool: "edit", ...rule })),
    otherwise: Object.fromEntries(tools.map((tool) => [tool, "allow"])) as Record<Tool, Verdict>,
    named: tools,
    delegates: request.kind === "delegation" ? [request.agent] : [],
    skills: request.kind === "skill" ? [request.skill] : [],
    allowTools: request.kind === "unknown" ? [request.tool] : [],
  };
}
