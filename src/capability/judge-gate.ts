/** One gate alone: what a capability has against a request of a client, everything else being free. */
import type { Capability } from "../model/capability.ts";
import { type Limit, type Policy, policyVersion, type Tool, tools, type Verdict } from "../model/permission.ts";
import type { ClientRequest } from "../model/request.ts";
import type { Role } from "../model/role.ts";
import type { Parameters } from "../model/task.ts";
import { withoutBypassed } from "../policy/bypass.ts";
import { decideRequest } from "../policy/decide-request.ts";
import { type Decision, fault, isByList, strictest } from "../policy/decision.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { gateLimits } from "./limits.ts";

export interface GateWorld {
  readonly role: Role | undefined;
  /** Undefined: there is no task. */
  readonly parameters: Parameters | undefined;
  readonly surroundings: Surroundings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Allow or deny: nobody can be asked here, so what cannot be told is denied. */
export function judgeGate(capability: Capability, request: ClientRequest, world: GateWorld): Decision {
  const policy = withoutBypassed(freePolicy(capability, request, world), world.env);
  const isWatchful = policy.limits.some(seesCommandsOrFiles);
  const [first, ...others] = partsOf(request).map((part) => {
    const decision = decideRequest(policy, part, world.surroundings);
    if (decision.verdict === "deny" || (isWatchful && isInDoubt(decision))) {
      return { ...decision, verdict: "deny" } as const;
    }
    return { ...decision, verdict: "allow", because: consent } as const;
  });
  return first ? withAllNotes(strictest(first, ...others), [first, ...others]) : fault("the call asks for nothing");
}

/** Capabilities do not judge whether a file is secret or steers a client. */
function isInDoubt(decision: Decision): boolean {
  return (decision.parts ?? [decision]).some((part) => part.verdict === "ask" && !isByList(part));
}

const consent = { kind: "grant", point: "the capability has nothing against it" } as const;

/** Each part may have been warned about. */
function withAllNotes(decision: Decision, parts: readonly Decision[]): Decision {
  const notes = parts.flatMap((part) => part.notes ?? []);
  return notes.length > 0 ? { ...decision, notes } : decision;
}

/** A doubt about the first file of a patch must not hide one about the second. */
function partsOf(request: ClientRequest): readonly ClientRequest[] {
  return request.kind === "calls" ? request.calls.map((call) => ({ kind: "calls", calls: [call] })) : [request];
}

function seesCommandsOrFiles(limit: Limit): boolean {
  if (limit.severity !== undefined) return false;
  if (limit.kind === "no-tool") return limit.tool === "bash" || limit.tool === "edit";
  return limit.kind !== "no-reading" && limit.kind !== "no-delegation";
}

/** Allows whatever is asked for, so that only the limits can say no. */
function freePolicy(capability: Capability, request: ClientRequest, { role, parameters }: GateWorld): Policy {
  return {
    version: policyVersion,
    agent: capability.name,
    limits: gateLimits(capability, role, parameters),
    // With a rule of its own an assignment before a command is not doubtful: the command behind it is judged anyway.
    rules: [{ tool: "bash", pattern: "**", verdict: "allow", from: "surcingle" }],
    otherwise: Object.fromEntries(tools.map((tool) => [tool, "allow"])) as Record<Tool, Verdict>,
    named: tools,
    delegates: request.kind === "delegation" ? [request.agent] : [],
    skills: request.kind === "skill" ? [request.skill] : [],
    allowTools: request.kind === "unknown" ? [request.tool] : [],
  };
}
