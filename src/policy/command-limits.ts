/** Regular expressions of roles and capabilities on simple commands, also where a command is not fully known yet. */
import { compileExpression, type Expression, matchExpression } from "../base/expression.ts";
import type { Limit, Policy } from "../model/permission.ts";
import type { Decision } from "./decision.ts";

export interface CommandText {
  /** Words joined by one space, up to the first that is not literal. */
  readonly text: string;
  readonly isWhole: boolean;
}

type CommandLimit = Extract<Limit, { kind: "only-commands" | "no-commands" }>;

/** The strictest answer of the limits; undefined when none has anything against the command. */
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

function judgeByLimit(limit: CommandLimit, { text, isWhole }: CommandText): Decision | undefined {
  const answers = expressionsOf(limit).map((expression) => matchExpression(expression, text, isWhole));
  if (limit.kind === "no-commands") {
    const [sure, unsure] = [answers.indexOf("yes"), answers.indexOf("maybe")];
    const found = sure >= 0 ? sure : unsure;
    if (found < 0) return undefined;
    return { verdict: sure >= 0 ? "deny" : "ask", because: { kind: "limit", limit, by: limit.expressions[found]! } };
  }
  if (answers.includes("yes")) return undefined;
  return { verdict: answers.includes("maybe") ? "ask" : "deny", because: { kind: "limit", limit } };
}

const compiled = new WeakMap<CommandLimit, readonly Expression[]>();

/** A line may hold thousands of commands. An expression that is none is a fault, and so a deny. */
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
