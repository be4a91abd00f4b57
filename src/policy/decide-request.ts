/** Decides a client's request: canonical calls by the rules, everything else by what the agent was granted. */
import { describeError } from "../base/errno.ts";
import type { ClientRequest, Policy } from "../model/permission.ts";
import { decide } from "./decide.ts";
import { type Decision, fault, strictest } from "./decision.ts";
import { hardPolicy, isLimit, withNotes } from "./limits.ts";
import { judgeNames } from "./path/judge.ts";
import type { Surroundings } from "./surroundings.ts";

export function decideRequest(policy: Policy, request: ClientRequest, surroundings: Surroundings): Decision {
  try {
    if (!policy.limits.every(isLimit)) return fault("the policy contains an unknown limit");
    return withNotes(policy, judge(hardPolicy(policy), request, surroundings), (soft) =>
      judge(soft, request, surroundings),
    );
  } catch (error) {
    return fault(describeError(error));
  }
}

function judge(policy: Policy, request: ClientRequest, surroundings: Surroundings): Decision {
  if (policy.isFloor && request.kind !== "calls" && request.kind !== "reads")
    return grant("allow", "the floor of this machine does not cover it");
  switch (request.kind) {
    case "calls": {
      const [first, ...others] = request.calls.map((call) => ({
        tool: call.tool,
        subject: call.subject,
        ...decide(policy, call, surroundings),
      }));
      return first ? strictest(first, ...others) : fault("the call has no target");
    }
    case "reads": {
      const [first, ...others] = [
        ...request.paths.map((path) =>
          decide(policy, { tool: "read", subject: path, reading: request.reading }, surroundings),
        ),
        ...judgeNames(policy, request.names ?? [], surroundings),
      ];
      return first ? strictest(first, ...others) : grant("allow", "it only reads what the agent itself started");
    }
    case "delegation": {
      const limited = judgeByLimit(policy, "no-delegation");
      if (limited) return limited;
      return policy.delegates.includes(request.agent)
        ? grant("allow", `\`${request.agent}\` has its own policy`)
        : grant("deny", notADelegate(policy, request.agent));
    }
    case "skill":
      if (request.isRunApart && limitsReading(policy))
        return grant("deny", "the skill runs in a separate session, where this agent's limits on reading do not apply");
      return policy.skills.includes(request.skill)
        ? grant("allow", `\`${request.skill}\` is a skill of this agent`)
        : grant("deny", `\`${request.skill}\` is not a skill of this agent`);
    case "unknown":
      return policy.allowTools.includes(request.tool)
        ? grant("allow", `\`allow_tools\` in the settings names \`${request.tool}\``)
        : grant(
            "deny",
            `no permission covers the tool \`${request.tool}\`; \`allow_tools\` in the settings can allow it`,
          );
  }
}

/** Whether reading is limited, apart from secret files, which are asked about in every policy. */
function limitsReading({ limits, rules, otherwise }: Policy): boolean {
  return (
    otherwise.read !== "allow" ||
    rules.some(({ tool, verdict }) => tool === "read" && verdict !== "allow") ||
    limits.some(({ kind }) => kind === "no-reading")
  );
}

function notADelegate({ agent, delegates }: Policy, name: string): string {
  const shown = delegates.slice(0, 10).map((each) => `\`${each}\``);
  const list = `${shown.join(", ")}${delegates.length > shown.length ? ", …" : ""}`;
  const others = delegates.length === 0 ? "it has no delegates" : `it may delegate to ${list}`;
  return `\`${name}\` is not a delegate of \`${agent}\`: ${others}; \`surcingle explain ${agent} delegate ${name}\` shows why`;
}

function judgeByLimit(policy: Policy, kind: "no-delegation"): Decision | undefined {
  const limit = policy.limits.find((each) => each.kind === kind);
  return limit && { verdict: "deny", because: { kind: "limit", limit } };
}

function grant(verdict: "allow" | "deny", point: string): Decision {
  return { verdict, because: { kind: "grant", point } };
}

interface Subject {
  readonly tool: string;
  readonly subject: string;
}

export function subjectOf(request: ClientRequest | undefined): Subject {
  switch (request?.kind) {
    case "calls":
      return request.calls[0] ?? { tool: "tool", subject: "" };
    case "reads":
      return { tool: "read", subject: request.paths[0] ?? "" };
    case "delegation":
      return { tool: "delegation", subject: request.agent };
    case "skill":
      return { tool: "skill", subject: request.skill };
    case "unknown":
      return { tool: "tool", subject: request.tool };
    case undefined:
      return { tool: "call", subject: "?" };
  }
}
