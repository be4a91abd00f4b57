/** A map with the same decisions in fewer lines. */
import type { Verdict } from "../../model/permission.ts";
import { canMeet, isCover, type NativeRule, type Prepared, prepare } from "./native-pattern.ts";

/** What a later line hides and what changes nothing goes. */
export function simplify(rules: readonly NativeRule[]): NativeRule[] {
  const lines = rules.map(([pattern, verdict]) => ({ at: prepare(pattern), verdict }));
  const prepared = lines.map(({ at }) => at);
  const kept: Line[] = [];
  for (const [i, line] of lines.entries()) if (!isHidden(prepared, i) && !saysTheSame(kept, line)) kept.push(line);
  return kept.map(({ at, verdict }) => [at.pattern, verdict]);
}

interface Line {
  readonly at: Prepared;
  readonly verdict: Verdict;
}

function isHidden(lines: readonly Prepared[], i: number): boolean {
  const line = lines[i]!;
  for (let later = i + 1; later < lines.length; later++) {
    if (hasLikeEdges(lines[later]!, line) && isCover(lines[later]!, line)) return true;
  }
  return false;
}

/** Cheaper than all else, and most pairs of a long list end here. */
function hasLikeEdges(one: Prepared, other: Prepared): boolean {
  return (
    (one.first === other.first || one.first === 0 || other.first === 0) &&
    (one.last === other.last || one.last === 0 || other.last === 0)
  );
}

/** Do the lines before already decide so, wherever this one matches? */
function saysTheSame(before: readonly Line[], line: Line): boolean {
  for (let i = before.length - 1; i >= 0; i--) {
    const other = before[i]!;
    if (!hasLikeEdges(other.at, line.at)) continue;
    // The cheaper question first: what covers this line also meets it.
    if (other.verdict === line.verdict) {
      if (isCover(other.at, line.at)) return true;
    } else if (canMeet(other.at, line.at)) return false;
  }
  return false;
}
