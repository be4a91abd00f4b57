/** Regular expressions of roles and capabilities on simple commands, also where a command is not fully known yet. */
import { compileExpression, type Expression, matchExpression } from "../base/expression.ts";
import type { Limit, Policy } from "../model/permission.ts";
import type { Decision } from "./decision.ts";

export interface CommandText {
  /** Words joined by one space, up to the first that is not literal. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The words of the runner that starts the command, up to and including its program. */
  readonly startedBy?: readonly (string | undefined)[];
}

/** No command that people forbid has more words before the part that does not matter. */
const mostWordsTried = 16;

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

/** The command that no limit lets run, if it can begin at one of the words. Only expressions that begin with `^` are tried. */
export function findForbiddenWord(policy: Policy, words: readonly string[]): Decision | undefined {
  for (const limit of policy.limits) {
    if (limit.kind !== "no-commands") continue;
    for (const [i, expression] of expressionsOf(limit).entries()) {
      const by = limit.expressions[i]!;
      if (!by.startsWith("^")) continue;
      const isFound = words.some((_, at) => {
        const text = words.slice(at, at + mostWordsTried).join(" ");
        return matchExpression(expression, text, true) === "yes";
      });
      if (isFound) return { verdict: "deny", because: { kind: "limit", limit, by } };
    }
  }
  return undefined;
}

/** Is the use of this program, with its subcommand, what every list of allowed commands spells out? */
export function isListed({ limits }: Policy, head: readonly (string | undefined)[]): boolean {
  const lists = limits.filter((limit) => limit.kind === "only-commands");
  return lists.length > 0 && lists.every(({ expressions }) => spellsOut(expressions, head));
}

/** Does an expression begin with exactly these words? `^uv run pytest( |$)` begins with `uv run pytest`. */
function spellsOut(expressions: readonly string[], words: readonly (string | undefined)[]): boolean {
  if (words.length === 0 || words.includes(undefined)) return false;
  const head = `^${words.join(" ").replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}`;
  return expressions.some(
    (source) => source.startsWith(head) && /^(?:$|\$| |\( \|\$\)|\\b)/.test(source.slice(head.length)),
  );
}

function judgeByLimit(limit: CommandLimit, { text, isWhole, startedBy }: CommandText): Decision | undefined {
  const answers = expressionsOf(limit).map((expression) => matchExpression(expression, text, isWhole));
  if (limit.kind === "no-commands") {
    const [sure, unsure] = [answers.indexOf("yes"), answers.indexOf("maybe")];
    const found = sure >= 0 ? sure : unsure;
    if (found < 0) return undefined;
    return { verdict: sure >= 0 ? "deny" : "ask", because: { kind: "limit", limit, by: limit.expressions[found]! } };
  }
  // As for rules: a list that spells out a runner and its program lets the program run.
  if (answers.includes("yes") || (startedBy && spellsOut(limit.expressions, startedBy))) return undefined;
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
