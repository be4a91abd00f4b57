/** Regular expressions that are matched in linear time, even against a text of which only the beginning is known. */
import {
  type Assertion,
  type ExpressionProblem,
  failAt,
  inRanges,
  isWordUnit,
  type Node,
  readExpression,
  type Units,
} from "./expression-reader.ts";

type Step = Units | Assertion | { readonly kind: "split"; readonly to: readonly number[] } | { readonly kind: "match" };

export interface Expression {
  readonly steps: readonly Step[];
}

/** Counted repetitions are copied, so an expression can become large. */
const mostSteps = 4_000;

export function compileExpression(source: string): Expression | ExpressionProblem {
  try {
    const steps: Step[] = [];
    emit(readExpression(source), steps);
    steps.push({ kind: "match" });
    return { steps };
  } catch (error) {
    if (typeof error === "object" && error !== null && "problem" in error) return error as ExpressionProblem;
    throw error;
  }
}

function emit(node: Node, steps: Step[]): void {
  if (steps.length > mostSteps) failAt("is too large", 0, 0);
  if (node.kind === "sequence") for (const part of node.parts) emit(part, steps);
  else if (node.kind === "choice") emitChoice(node.options, steps);
  else if (node.kind === "repeat") emitRepeat(node, steps);
  else steps.push(node);
}

/** A split before each option except the last, a jump after it. Targets are filled in once known. */
function emitChoice(options: readonly Node[], steps: Step[]): void {
  const ends: number[][] = [];
  options.forEach((option, i) => {
    const isLast = i === options.length - 1;
    const to: number[] = [steps.length + 1];
    if (!isLast) steps.push({ kind: "split", to });
    emit(option, steps);
    if (isLast) return;
    const end: number[] = [];
    steps.push({ kind: "split", to: end });
    ends.push(end);
    to.push(steps.length);
  });
  for (const end of ends) end.push(steps.length);
}

function emitRepeat({ part, min, max }: Extract<Node, { kind: "repeat" }>, steps: Step[]): void {
  for (let i = 0; i < min; i++) emit(part, steps);
  if (max === Infinity) {
    const to = [steps.length + 1];
    const start = steps.length;
    steps.push({ kind: "split", to });
    emit(part, steps);
    steps.push({ kind: "split", to: [start] });
    to.push(steps.length);
    return;
  }
  const skips: number[][] = [];
  for (let i = min; i < max; i++) {
    const to = [steps.length + 1];
    steps.push({ kind: "split", to });
    skips.push(to);
    emit(part, steps);
  }
  for (const to of skips) to.push(steps.length);
}

/** The steps that can be taken at one position of the text, each once. */
interface Front {
  readonly units: Units[];
  /** For each of `units`, where it leads. */
  readonly next: number[];
  isMatch: boolean;
  /** A match that needs the text to end here. */
  isMatchAtEnd: boolean;
}

interface Where {
  readonly isStart: boolean;
  readonly isEnd: boolean | "maybe";
  readonly isBorder: boolean | "maybe";
}

/**
 * Whether the expression matches anywhere in the text. An incomplete text may end here or continue with a space and
 * anything; `yes` and `no` then hold for every continuation.
 */
export function matchExpression({ steps }: Expression, text: string, isWhole: boolean): "yes" | "maybe" | "no" {
  const [first, second] = steps;
  // Most expressions begin with `^`, and most commands differ from them in their first characters.
  const isAnchored = first!.kind === "start";
  if (isAnchored && second?.kind === "unit" && text !== "" && !takes(second, text.charCodeAt(0))) return "no";
  const marks = new Uint32Array(steps.length);
  let ahead: number[] = [];
  let front: Front | undefined;
  for (let at = 0; at <= text.length; at++) {
    const isEnd = at === text.length;
    const border = isWordAt(text, at - 1) !== isWordAt(text, at);
    ahead.push(0);
    front = enter(
      steps,
      ahead,
      { isStart: at === 0, isEnd: isEnd && (isWhole || "maybe"), isBorder: border },
      marks,
      at,
    );
    if (front.isMatch) return "yes";
    if (isEnd) break;
    const unit = text.charCodeAt(at);
    const { units, next } = front;
    ahead = next.filter((_, i) => takes(units[i]!, unit));
    if (ahead.length === 0 && isAnchored) return "no";
  }
  if (isWhole || !front) return "no";
  if (front.isMatchAtEnd || front.units.some((each) => takes(each, 32))) return "maybe";
  // Or the match begins in the unknown part.
  const later = enter(steps, [0], { isStart: false, isEnd: "maybe", isBorder: "maybe" }, marks, text.length + 1);
  return later.isMatch || later.isMatchAtEnd || later.units.length > 0 ? "maybe" : "no";
}

function takes({ ranges, isNegated }: Units, unit: number): boolean {
  return inRanges(ranges, unit) !== isNegated;
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isWordUnit(text.charCodeAt(at));
}

/** Follows all steps that read no unit: first those that are certain, then those that need the text to end here. */
function enter(steps: readonly Step[], from: readonly number[], where: Where, marks: Uint32Array, at: number): Front {
  const front: Front = { units: [], next: [], isMatch: false, isMatchAtEnd: false };
  const unsure: number[] = [];
  const walk = (stack: number[], isSure: boolean): void => {
    for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
      if (marks[i] === at + 1) continue;
      marks[i] = at + 1;
      const step = steps[i]!;
      if (step.kind === "split") stack.push(...step.to);
      else if (step.kind === "match") front[isSure ? "isMatch" : "isMatchAtEnd"] = true;
      else if (step.kind === "unit") {
        // Nothing can be read after the end.
        if (!isSure) continue;
        front.units.push(step);
        front.next.push(i + 1);
      } else if (step.kind === "end" && where.isEnd === "maybe" && isSure) unsure.push(i + 1);
      else if (holds(step, where)) stack.push(i + 1);
    }
  };
  walk([...from], true);
  walk(unsure, false);
  return front;
}

function holds(step: Assertion, { isStart, isEnd, isBorder }: Where): boolean {
  switch (step.kind) {
    case "start":
      return isStart;
    case "end":
      return isEnd !== false;
    case "border":
      return isBorder === "maybe" || step.isBorder === isBorder;
  }
}
