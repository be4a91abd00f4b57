/** Lists how one policy is looser than another: each kind of difference once, with a call that shows it. */
import type { Policy, Rule, Tool, ToolCall } from "../../model/permission.ts";
import { tools } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import { type Decision, isStricter, type Reason } from "../decision.ts";
import type { Surroundings } from "../surroundings.ts";
import { findingsOf } from "./compare.ts";
import { type Example, plainExamples, spelledExamples } from "./examples.ts";

/** `call` is missing if the comparison cannot rule out a difference but found no call that shows one. */
export interface Change {
  readonly tool: Tool | undefined;
  readonly example?: Shown;
  readonly why?: string;
}

interface Shown {
  readonly call: ToolCall;
  readonly surroundings: Surroundings;
  readonly was: Decision;
  readonly is: Decision;
}

/** Empty if the second policy is not looser. */
export function findChanges(first: Policy, second: Policy): readonly Change[] {
  const changes: Change[] = [];
  const known = new Set<string>();
  const add = (change: Change): void => {
    const key = keyOf(change);
    if (!known.has(key)) changes.push(change);
    known.add(key);
  };
  const findings = [...findingsOf(first, second)];
  if (findings.length === 0) return [];
  for (const example of examplesOf(first, second)) {
    const shown = show(first, second, example);
    if (shown) add({ tool: example.call.tool, example: shown });
  }
  const unshown: Change[] = [];
  for (const finding of findings) {
    const { difference, why } = finding as Partial<Record<"difference", Example> & Record<"why", string>>;
    const shown = difference && show(first, second, difference);
    if (shown) add({ tool: shown.call.tool, example: shown });
    else if (difference)
      unshown.push({ tool: difference.call.tool, why: `its rules for \`${difference.call.tool}\` differ` });
    else unshown.push({ tool: undefined, why: why ?? "its rules may be less strict" });
  }
  // An unproved difference for a tool adds nothing if a call already shows that the tool is looser.
  const shownTools = new Set(changes.map(({ tool }) => tool));
  for (const change of unshown)
    if (changes.length === 0 || (change.tool !== undefined && !shownTools.has(change.tool))) add(change);
  return changes.sort((one, other) => orderOf(one) - orderOf(other));
}

function orderOf({ tool }: Change): number {
  return tool === undefined ? tools.length : tools.indexOf(tool);
}

/** Calls from the rules of both policies, and obvious ones. */
function* examplesOf(first: Policy, second: Policy): Generator<Example> {
  const key = ({ tool, pattern, verdict }: Rule): string => `${tool} ${verdict} ${pattern}`;
  const [old, now] = [first, second].map(({ rules }) => new Set(rules.map(key))) as [Set<string>, Set<string>];
  for (const tool of tools) {
    for (const rule of second.rules) if (rule.tool === tool && !old.has(key(rule))) yield* spelledExamples(rule);
    for (const rule of first.rules) if (rule.tool === tool && !now.has(key(rule))) yield* spelledExamples(rule);
    yield* plainExamples(tool);
  }
}

/** Both decisions, if the second one is looser. */
function show(first: Policy, second: Policy, { call, surroundings }: Example): Shown | undefined {
  const [was, is] = [decide(first, call, surroundings), decide(second, call, surroundings)];
  return isStricter(was.verdict, is.verdict) ? { call, surroundings, was, is } : undefined;
}

/** Calls that are decided by the same rules in the same way show the same difference. */
function keyOf({ tool, example, why }: Change): string {
  if (!example) return JSON.stringify([tool, why]);
  const { was, is } = example;
  return JSON.stringify([tool, was.verdict, is.verdict, reasonKey(was.because), reasonKey(is.because)]);
}

function reasonKey(because: Reason): string {
  if (because.kind === "rule") return `${because.rule.pattern}:${because.rule.verdict}`;
  return because.kind === "limit" ? JSON.stringify(because.limit) : because.kind;
}
