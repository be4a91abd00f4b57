/** Finds allow rules of read-only agents that let a program run code which no word of the rule names. */
import type { Policy, Rule } from "../model/permission.ts";
import { type Entry, findEntry } from "./programs/all.ts";
import { isReadOnly } from "./read-only.ts";
import { findUnreachable } from "./unreachable.ts";

export interface AllowsMore {
  /** A place in the rules of the policy. */
  readonly index: number;
  readonly program: string;
}

/** A rule that spells out a subcommand or an option as well was meant so. Rules of packs never name a program. */
export function findAllowsMore(policy: Policy): readonly AllowsMore[] {
  if (!isReadOnly(policy)) return [];
  const found = policy.rules.flatMap((rule, index) => {
    const program = openProgram(rule);
    const entry = program === undefined ? undefined : findEntry(program);
    return program !== undefined && entry && mayRunCode(entry) ? [{ index, program, rule }] : [];
  });
  if (found.length === 0) return [];
  const isOther = (rule: Rule): boolean => !found.some((each) => each.rule === rule);
  const covered = new Set(findUnreachable(policy.rules, "bash", isOther).map(({ index }) => index));
  return found.filter(({ index }) => !covered.has(index));
}

/** The program of a rule such as `awk *`, whose other words may be any. */
function openProgram({ tool, pattern, verdict, isPacked }: Rule): string | undefined {
  if (tool !== "bash" || verdict !== "allow" || isPacked) return undefined;
  return /^([^ *]+) ?\*{1,2}$/.exec(pattern)?.[1];
}

/** A subcommand has to be spelled out before it may run anything, so programs that have them are not meant. */
function mayRunCode({ marks, options, operands, hasSubs }: Entry): boolean {
  if (hasSubs) return false;
  const roles = [...operands.first, operands.middle, ...operands.last];
  return (
    marks.includes("runs") ||
    roles.includes("code:awk") ||
    [...options.values()].some((option) => option.marks.includes("runs"))
  );
}
