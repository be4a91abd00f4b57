/** One rule as an author writes it, `pattern:action`, to its two parts. */
import { type Verdict, verdicts } from "../model/permission.ts";

export interface RuleText {
  readonly pattern: string;
  readonly verdict: Verdict;
}

export interface RuleProblem {
  /** Completes the sentence "the rule … ". */
  readonly problem: string;
  readonly label: string;
  readonly part: "action" | "pattern" | "whole";
  /** Which part of the text is wrong. */
  readonly start: number;
  readonly end: number;
}

export function parseRule(text: string): RuleText | RuleProblem {
  // Patterns may hold colons, actions never do.
  const colon = text.lastIndexOf(":");
  if (colon < 0) return { problem: "has no colon", label: "no action", part: "whole", start: 0, end: text.length };
  const pattern = text.slice(0, colon);
  const action = text.slice(colon + 1);
  const verdict = verdicts.find((each) => each === action);
  if (!verdict) {
    const problem = `has the action \`${action}\`, which is not one of \`allow\`, \`ask\`, \`deny\``;
    return { problem, label: "not an action", part: "action", start: colon + 1, end: text.length };
  }
  if (pattern === "")
    return { problem: "has an empty pattern", label: "no pattern", part: "pattern", start: 0, end: colon + 1 };
  const edge = /^\s+/.exec(pattern) ?? /\s+$/.exec(pattern);
  if (edge) {
    const problem = "has white space at an edge of its pattern";
    return { problem, label: "white space", part: "pattern", start: edge.index, end: edge.index + edge[0].length };
  }
  return { pattern, verdict };
}
