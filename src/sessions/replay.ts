/** Judges recorded calls with the current policies: what would be allowed, asked about and denied. */
import type { Policy, Verdict } from "../model/permission.ts";
import type { RecordedCall } from "../model/session.ts";
import { emptyDisk } from "../policy/compare/examples.ts";
import { decideRequest, subjectOf } from "../policy/decide-request.ts";
import type { Decision } from "../policy/decision.ts";
import type { Surroundings } from "../policy/surroundings.ts";

/** `unknown`: the agent is not recorded, not defined or ungoverned, or the record does not show what it requested. */
type Replayed = Verdict | "unknown";

export interface ReplayedCall {
  readonly call: RecordedCall;
  readonly agent: string | undefined;
  readonly verdict: Replayed;
  readonly tool: string;
  readonly subject: string;
  readonly decision: Decision | undefined;
  readonly why: string | undefined;
}

interface ReplayContext {
  /** Undefined if the agent is ungoverned. */
  readonly policies: ReadonlyMap<string, Policy | undefined>;
  readonly home: string;
  /** For calls whose agent is not recorded. */
  readonly agent: string | undefined;
}

/** Without the current disk: the disk of that time is not known. */
export function replayCall(call: RecordedCall, { policies, home, agent: fallback }: ReplayContext): ReplayedCall {
  const agent = call.agent ?? fallback;
  const { tool, subject } = subjectOf(call.request);
  const base = { call, agent, tool, subject };
  const unknown = (why: string): ReplayedCall => ({ ...base, verdict: "unknown", decision: undefined, why });
  if (call.request === undefined) return unknown("the call is not recorded");
  if (agent === undefined) return unknown("the agent is not recorded");
  if (!policies.has(agent)) return unknown(`there is no agent \`${agent}\``);
  const policy = policies.get(agent);
  if (!policy) return unknown(`\`${agent}\` is ungoverned`);
  const decision = decideRequest(policy, call.request, surroundingsOf(call, home));
  return { ...base, verdict: decision.verdict, decision, why: undefined };
}

export function surroundingsOf({ cwd, project }: Pick<RecordedCall, "cwd" | "project">, home: string): Surroundings {
  const root = project ?? cwd;
  const disk = emptyDisk(root ?? `${home}/project`, home);
  const isProject = root === undefined || !(home === root || home.startsWith(`${root}/`) || root === "/");
  return { ...disk, cwd: cwd ?? disk.cwd, projectRoot: isProject ? disk.projectRoot : undefined };
}

/** One client's part of a record. */
export interface ClientSummary {
  readonly harness: string;
  readonly calls: number;
  readonly sessions: number;
  /** Hours in which calls were made: pauses of more than a quarter of an hour do not count. */
  readonly hours: number;
  /** Undefined if the client does not record who was asked. */
  readonly askedThen: number | undefined;
  readonly asksNow: number;
}

const longestPause = 15 * 60_000;

export function summarizeClients(all: readonly ReplayedCall[]): readonly ClientSummary[] {
  const ids = [...new Set(all.map(({ call }) => call.harness))].sort();
  return ids.map((harness) => {
    const own = all.filter(({ call }) => call.harness === harness);
    const isTold = own.every(({ call }) => call.asked !== "unknown" || call.result === "refused");
    const times = new Map<string, number[]>();
    for (const { call } of own) {
      const list = times.get(call.session) ?? [];
      times.set(call.session, list);
      if (call.time !== undefined) list.push(call.time);
    }
    return {
      harness,
      calls: own.length,
      sessions: times.size,
      hours: [...times.values()].reduce((sum, list) => sum + activeTime(list), 0) / 3_600_000,
      askedThen: isTold ? own.filter(({ call }) => call.asked === "yes" || call.asked === "nobody").length : undefined,
      asksNow: own.filter(({ verdict }) => verdict === "ask").length,
    };
  });
}

function activeTime(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.slice(1).reduce((sum, time, i) => sum + Math.min(time - sorted[i]!, longestPause), 0);
}

/** Current questions that differ only in time, most frequent first. */
export function frequentQuestions(
  all: readonly ReplayedCall[],
): readonly (ReplayedCall & { readonly count: number })[] {
  const groups = new Map<string, { first: ReplayedCall; count: number }>();
  for (const each of all) {
    if (each.verdict !== "ask") continue;
    const key = JSON.stringify([each.agent, each.tool, each.subject]);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { first: each, count: 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).map(({ first, count }) => ({ ...first, count }));
}
