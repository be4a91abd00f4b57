/** Seven agents with the same trouble are one trouble. */
import type { Finding } from "./finding.ts";

/** The findings of a live run, one for all agents alike, without those whose cause was seen before the run. */
export function withoutRepeats(seen: readonly Finding[], lived: readonly Finding[]): Finding[] {
  const isExplained = (found: Finding): boolean =>
    found.outcome === "failed" &&
    seen.some(({ check, outcome, agent }) => {
      return outcome === "failed" && check === found.check && (agent === undefined || agent === found.agent);
    });
  const groups = new Map<string, Finding[]>();
  for (const found of lived.filter((each) => !isExplained(each))) {
    const key = `${found.check} ${found.outcome} ${found.cure}`;
    const group = groups.get(key);
    if (group) group.push(found);
    else groups.set(key, [found]);
  }
  return [...groups.values()].map(([first, ...others]) => {
    if (others.length === 0) return first!;
    const { agent: _, ...rest } = first!;
    const more = others.length === 1 ? "1 more agent" : `${others.length} more agents`;
    return { ...rest, message: `${first!.message}; the same for ${more}` };
  });
}
