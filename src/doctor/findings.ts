/** One check of one client and its result. */

/** A `note` is information; only `failed` means that something is wrong. */
type Outcome = "ok" | "failed" | "note";

/** Stable names, because scripts read the findings. */
type Check =
  | "client"
  | "version"
  | "environment"
  | "files"
  | "settings"
  | "gate-program"
  | "plugin"
  | "policy"
  | "trust"
  | "agents"
  | "project"
  | "sandbox"
  | "refused"
  | "allowed";

export interface Finding {
  readonly check: Check;
  readonly outcome: Outcome;
  /** A sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string;
  readonly agent?: string;
}

export function ok(check: Check, message: string): Finding {
  return { check, outcome: "ok", message };
}

export function failed(check: Check, message: string, fix: string, agent?: string): Finding {
  return { check, outcome: "failed", message, fix, ...(agent === undefined ? {} : { agent }) };
}

export function note(check: Check, message: string, fix?: string): Finding {
  return { check, outcome: "note", message, ...(fix === undefined ? {} : { fix }) };
}

/** The findings of a live run, merged over all agents, without those whose cause was found before the run. */
export function withoutRepeats(seen: readonly Finding[], fromRun: readonly Finding[]): Finding[] {
  const isExplained = (found: Finding): boolean =>
    found.outcome === "failed" &&
    seen.some(({ check, outcome, agent }) => {
      return outcome === "failed" && check === found.check && (agent === undefined || agent === found.agent);
    });
  const groups = new Map<string, Finding[]>();
  for (const found of fromRun.filter((each) => !isExplained(each))) {
    const key = `${found.check} ${found.outcome} ${found.fix}`;
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
