/** Limits of roles and capabilities: their types, which of them deny, and how they judge a command. */
import { compileExpression, type Expression, matchExpression } from "../base/expression.ts";
import { valueAt } from "../base/unchecked.ts";
import { type Limit, type Policy, type Tool, tools, type Verdict } from "../model/permission.ts";
import type { Decision, Note } from "./decision.ts";

interface CommandText {
  /** Words joined by one space, up to the first that is not literal. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The words of the runner that starts the command, up to and including its program. */
  readonly startedBy?: readonly (string | undefined)[];
}

/** How many words are matched from each start, to bound the work. Further words are assumed to match. */
const mostWordsTried = 16;

type CommandLimit = Extract<Limit, { kind: "only-commands" | "no-commands" }>;

/** The strictest decision of the limits; undefined if no limit objects to the command. */
export function judgeByCommandLimits(policy: Policy, command: CommandText): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind !== "only-commands" && limit.kind !== "no-commands") continue;
    const found = judgeByLimit(limit, command);
    if (found?.verdict === "deny") return found;
    best ??= found;
  }
  return best;
}

/**
 * The denial if a forbidden command can begin at one of the words. Only expressions that begin with `^` are tried.
 */
export function findForbiddenWord(policy: Policy, words: readonly string[]): Decision | undefined {
  for (const limit of policy.limits) {
    if (limit.kind !== "no-commands") continue;
    for (const [i, expression] of expressionsOf(limit).entries()) {
      const by = limit.expressions[i]!;
      if (!by.startsWith("^")) continue;
      const isFound = words.some((_, at) => {
        const text = words.slice(at, at + mostWordsTried).join(" ");
        return matchExpression(expression, text, at + mostWordsTried >= words.length) !== "no";
      });
      if (isFound) return { verdict: "deny", because: { kind: "limit", limit, by } };
    }
  }
  return undefined;
}

/** Whether every list of allowed commands names this program with its subcommand. */
export function isListed({ limits }: Policy, head: readonly (string | undefined)[]): boolean {
  const lists = limits.filter((limit) => limit.kind === "only-commands");
  return lists.length > 0 && lists.every(({ expressions }) => expressions.some((source) => spellsOut(source, head)));
}

/** The same for an option with its own effect: one expression must contain it and match the command. */
export function isOptionListed(
  { limits }: Policy,
  head: readonly (string | undefined)[],
  option: string,
  { text, isWhole }: CommandText,
): boolean {
  const lists = limits.filter((limit) => limit.kind === "only-commands");
  const holds = (limit: CommandLimit): boolean =>
    expressionsOf(limit).some((expression, i) => {
      const source = limit.expressions[i]!;
      const isSpelled = spellsOut(source, head) && source.includes(` ${escapeLiteral(option)}`);
      return isSpelled && matchExpression(expression, text, isWhole) === "yes";
    });
  return lists.length > 0 && lists.every(holds);
}

/** Whether the expression starts with exactly these words: `^uv run pytest( |$)` starts with `uv run pytest`. */
function spellsOut(source: string, words: readonly (string | undefined)[]): boolean {
  if (words.length === 0 || words.includes(undefined)) return false;
  const head = `^${escapeLiteral(words.join(" "))}`;
  return source.startsWith(head) && /^(?:$|\$| |\( \|\$\)|\\b)/.test(source.slice(head.length));
}

function escapeLiteral(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

function judgeByLimit(limit: CommandLimit, { text, isWhole, startedBy }: CommandText): Decision | undefined {
  const answers = expressionsOf(limit).map((expression) => matchExpression(expression, text, isWhole));
  if (limit.kind === "no-commands") {
    const [sure, unsure] = [answers.indexOf("yes"), answers.indexOf("maybe")];
    const found = sure >= 0 ? sure : unsure;
    if (found < 0) return undefined;
    return { verdict: sure >= 0 ? "deny" : "ask", because: { kind: "limit", limit, by: limit.expressions[found]! } };
  }
  // As for rules: a list that names a runner and its program allows the program.
  if (answers.includes("yes") || (startedBy && limit.expressions.some((source) => spellsOut(source, startedBy))))
    return undefined;
  return { verdict: answers.includes("maybe") ? "ask" : "deny", because: { kind: "limit", limit } };
}

const compiled = new WeakMap<CommandLimit, readonly Expression[]>();

/** A line may contain thousands of commands. An invalid expression is a fault, and therefore a deny. */
function expressionsOf(limit: CommandLimit): readonly Expression[] {
  const known = compiled.get(limit);
  if (known) return known;
  const expressions = limit.expressions.map((source) => {
    const expression = compileExpression(source);
    if ("problem" in expression) throw new Error(`the expression ${JSON.stringify(source)} ${expression.problem}`);
    return expression;
  });
  compiled.set(limit, expressions);
  return expressions;
}

const fields: Readonly<Record<Limit["kind"], "tool" | "expressions" | "patterns" | undefined>> = {
  "no-tool": "tool",
  "no-reading": undefined,
  "no-delegation": undefined,
  "only-commands": "expressions",
  "no-commands": "expressions",
  "only-paths": "patterns",
  "no-paths": "patterns",
};

export function isLimit(value: unknown): value is Limit {
  const kind = valueAt(value, "kind");
  const [severity, bypass] = [valueAt(value, "severity"), valueAt(value, "bypass")];
  return (
    typeof kind === "string" &&
    Object.hasOwn(fields, kind) &&
    hasField(value, fields[kind as Limit["kind"]]) &&
    typeof valueAt(value, "from") === "string" &&
    [undefined, true].some((each) => each === valueAt(value, "isTopOnly")) &&
    (severity === undefined || severity === "warn" || severity === "advisory") &&
    (bypass === undefined || typeof bypass === "string")
  );
}

function hasField(value: unknown, field: "tool" | "expressions" | "patterns" | undefined): boolean {
  if (field === undefined) return true;
  const inner = valueAt(value, field);
  if (field === "tool") return tools.some((tool) => tool === inner);
  return Array.isArray(inner) && inner.every((text) => typeof text === "string");
}

/** The policy with only the limits that deny. */
export function hardPolicy(policy: Policy): Policy {
  return policy.limits.some(isSoft) ? { ...policy, limits: hardLimits(policy) } : policy;
}

export function hardLimits({ limits }: Pick<Policy, "limits">): readonly Limit[] {
  return limits.some(isSoft) ? limits.filter((limit) => !isSoft(limit)) : limits;
}

function isSoft({ severity }: Limit): boolean {
  return severity !== undefined;
}

const free = Object.fromEntries(tools.map((tool) => [tool, "allow"])) as Record<Tool, Verdict>;

/** Each soft limit judges the call alone, as if it could deny, so that it sees what a hard limit would see. */
export function withNotes(policy: Policy, decision: Decision, judge: (policy: Policy) => Decision): Decision {
  const notes: Note[] = [];
  for (const limit of policy.limits.filter(isSoft)) {
    const { severity: _, ...hard } = limit;
    const judged = judge({ ...policy, rules: [], otherwise: free, limits: [hard] });
    // A limit that cannot be evaluated denies, even if it would only warn.
    if (judged.because.kind === "fault") return judged;
    const found = [judged, ...(judged.parts ?? [])].find(({ because }) => because.kind === "limit");
    if (!found) continue;
    const { tool, subject } = found;
    notes.push({ limit, ...(tool && { tool }), ...(subject !== undefined && { subject }) });
  }
  return notes.length === 0 ? decision : { ...decision, notes };
}

export function withoutBypassed(policy: Policy, env: Readonly<Record<string, string | undefined>>): Policy {
  const limits = policy.limits.filter(({ bypass }) => bypass === undefined || env[bypass] !== "1");
  return limits.length === policy.limits.length ? policy : { ...policy, limits };
}
