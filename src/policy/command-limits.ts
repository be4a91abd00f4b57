/** A role's regular expressions on simple commands, also where a command is not fully known yet. */
import type { Limit, Policy } from "../model/permission.ts";
import type { Decision } from "./decision.ts";

export interface CommandText {
  /** Words joined by one space, up to the first that is not literal. */
  readonly text: string;
  readonly isWhole: boolean;
}

type CommandLimit = Exclude<Limit, { kind: "no-tool" }>;

/** The strictest answer of the limits; undefined when none has anything against the command. */
export function judgeByCommandLimits(policy: Policy, command: CommandText): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind === "no-tool") continue;
    const found = judgeByLimit(limit, command);
    if (found?.verdict === "deny") return found;
    best ??= found;
  }
  return best;
}

function judgeByLimit(limit: CommandLimit, { text, isWhole }: CommandText): Decision | undefined {
  const answers = limit.expressions.map((expression) => test(expression, text, isWhole));
  const because = { kind: "limit", limit } as const;
  if (limit.kind === "no-commands") {
    if (answers.includes("yes")) return { verdict: "deny", because };
    return answers.includes("maybe") ? { verdict: "ask", because } : undefined;
  }
  if (answers.includes("yes")) return undefined;
  return { verdict: answers.includes("maybe") ? "ask" : "deny", because };
}

function test(source: string, text: string, isWhole: boolean): "yes" | "maybe" | "no" {
  const expression = new RegExp(source);
  if (isWhole) return expression.test(text) ? "yes" : "no";
  // What matched in the known beginning still matches with more words behind it, unless the end was asked for.
  if (!/\$|\(\?/.test(source) && expression.test(text)) return "yes";
  return cannotContinue(source, text) ? "no" : "maybe";
}

/** An expression that begins with plain characters never matches a text that begins otherwise. */
function cannotContinue(source: string, text: string): boolean {
  if (hasChoiceOutside(source)) return false;
  const plain = /^\^([\w /-]*)(.?)/.exec(source);
  if (!plain) return false;
  const [, run = "", next = ""] = plain;
  const head = /[*?{]/.test(next) ? run.slice(0, -1) : run;
  const length = Math.min(head.length, text.length);
  return head.slice(0, length) !== text.slice(0, length);
}

/** Is there a `|` that is not inside parentheses? What cannot be told counts as one. */
function hasChoiceOutside(source: string): boolean {
  if (/\\.|\[/s.test(source.replace(/\\[bBdDwWsS]/g, ""))) return source.includes("|");
  let depth = 0;
  for (const unit of source) {
    if (unit === "(") depth++;
    else if (unit === ")") depth--;
    else if (unit === "|" && depth === 0) return true;
  }
  return false;
}
