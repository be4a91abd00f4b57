/** Compares two sets of agents: what became looser, what became stricter, and a call that shows each. */
import type { Policy, Tool, ToolCall, Verdict } from "../../model/permission.ts";
import { comparePolicies, describeComparison, identityOf } from "../../policy/compare/compare.ts";
import { type Change, findChanges } from "../../policy/compare/differences.ts";
import { compilePolicy } from "../../policy/compile.ts";
import type { Decision } from "../../policy/decision.ts";
import { explainDecision } from "../../policy/explain.ts";

/** One agent of one side. */
export interface SideAgent {
  readonly name: string;
  /** Undefined if ungoverned. */
  readonly policy: Policy | undefined;
  /** Its definition, relative to its root. */
  readonly path: string;
}

type Direction = "looser" | "stricter";

/** `explain --batch` accepts the example as it is, with `agent` added. */
interface DiffExample {
  readonly tool: Tool;
  readonly input: string;
  readonly reading?: ToolCall["reading"];
  readonly cwd: string;
  readonly home: string;
  readonly shell: string;
}

export interface DiffVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
  /** `file:line:col` of the deciding rule or limit, if any. */
  readonly from?: string;
}

export interface DiffEntry {
  readonly direction: Direction;
  /** `delegation` if the reachable agents changed; undefined if it concerns several tools. */
  readonly tool: Tool | "delegation" | undefined;
  readonly example?: DiffExample;
  readonly was?: DiffVerdict;
  readonly is?: DiffVerdict;
  /** The subject if no single call shows it: a sentence without a full stop. */
  readonly why?: string;
}

/** `equivalent`: other rules, the same verdicts. */
type AgentStatus = "added" | "removed" | "changed" | "equivalent" | "unchanged";

export interface AgentDiff {
  readonly agent: string;
  readonly path: string;
  readonly status: AgentStatus;
  readonly entries: readonly DiffEntry[];
}

export interface Diff {
  readonly agents: readonly AgentDiff[];
  readonly isLooser: boolean;
}

export function diffSides(old: readonly SideAgent[], now: readonly SideAgent[]): Diff {
  const [before, after] = [old, now].map((all) => new Map(all.map((agent) => [agent.name, agent])));
  const names = [...new Set([...now, ...old].map(({ name }) => name))].sort();
  const agents = names.map((name): AgentDiff => {
    const [was, is] = [before!.get(name), after!.get(name)];
    const entries = [...diffPolicies(was, is), ...(was && is ? diffDelegation(name, before!, after!) : [])];
    return { agent: name, path: (is ?? was)!.path, status: statusOf(was, is, entries), entries };
  });
  return { agents, isLooser: agents.some(({ entries }) => entries.some(({ direction }) => direction === "looser")) };
}

function statusOf(
  was: SideAgent | undefined,
  is: SideAgent | undefined,
  entries: readonly DiffEntry[],
): AgentDiff["status"] {
  if (!was) return "added";
  if (!is) return "removed";
  if (entries.length > 0) return "changed";
  const isSame = was.policy && is.policy ? identityOf(was.policy) === identityOf(is.policy) : was.policy === is.policy;
  return isSame ? "unchanged" : "equivalent";
}

/** A new agent is compared with one that has no rules: it asks before almost everything. */
function diffPolicies(was: SideAgent | undefined, is: SideAgent | undefined): readonly DiffEntry[] {
  if (!is) return [];
  const ungoverned = "it has no permissions: the client's own defaults apply";
  if (!is.policy) return was && !was.policy ? [] : [{ direction: "looser", tool: undefined, why: ungoverned }];
  if (was && !was.policy) return [{ direction: "stricter", tool: undefined, why: "it had no permissions before" }];
  const old = was?.policy ?? compilePolicy({ agent: is.name, permissions: {} });
  const looser = findChanges(old, is.policy).map((change) => entryOf("looser", change, old, is.policy!));
  if (!was) return looser;
  return [...looser, ...findChanges(is.policy, old).map((change) => entryOf("stricter", change, old, is.policy!))];
}

/** The comparison goes from the stricter to the looser policy; the entry goes from the old one to the new one. */
function entryOf(direction: Direction, { tool, example, why }: Change, old: Policy, now: Policy): DiffEntry {
  if (!example) return { direction, tool, ...(why !== undefined && { why }) };
  const { call, surroundings } = example;
  const [was, is] = direction === "looser" ? [example.was, example.is] : [example.is, example.was];
  return {
    direction,
    tool: call.tool,
    example: {
      tool: call.tool,
      input: call.subject,
      ...(call.reading && { reading: call.reading }),
      cwd: surroundings.projectRoot ?? surroundings.cwd,
      home: surroundings.home,
      shell: surroundings.shell ?? "bash",
    },
    was: verdictOf(old, call, was),
    is: verdictOf(now, call, is),
  };
}

function verdictOf(policy: Policy, call: ToolCall, decision: Decision): DiffVerdict {
  const { because } = decision;
  const from = because.kind === "rule" ? because.rule.from : because.kind === "limit" ? because.limit.from : undefined;
  const reason = explainDecision(policy, call, decision);
  return { verdict: decision.verdict, reason, ...(from !== undefined && { from }) };
}

type Agents = ReadonlyMap<string, SideAgent>;

/** A newly reachable delegate counts as looser if it may do what the agent itself could not. */
function diffDelegation(name: string, before: Agents, after: Agents): readonly DiffEntry[] {
  const [old, now] = [before, after].map((agents) => reachedFrom(name, agents)) as [Set<string>, Set<string>];
  const own = before.get(name)?.policy;
  const gained = [...now].filter((each) => !old.has(each));
  const looser = gained.flatMap((each): DiffEntry[] => {
    const policy = after.get(each)?.policy;
    if (!own || !policy) return [];
    const comparison = comparePolicies(own, policy, { isDelegation: true });
    if (!comparison.isLooser) return [];
    const why = `it may delegate to \`${each}\`, which may do more: ${describeComparison(comparison, name, each)}`;
    return [{ direction: "looser", tool: "delegation", why }];
  });
  const lost = [...old].filter((each) => !now.has(each) && after.has(each));
  const stricter = lost.map((each): DiffEntry => {
    return { direction: "stricter", tool: "delegation", why: `it may no longer delegate to \`${each}\`` };
  });
  return [...looser, ...stricter];
}

/** Directly or indirectly. */
function reachedFrom(name: string, agents: Agents): Set<string> {
  const found = new Set<string>();
  const open = [name];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of agents.get(at)?.policy?.delegates ?? [])
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  found.delete(name);
  return found;
}
