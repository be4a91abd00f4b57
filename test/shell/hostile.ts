/** The table of hostile cases: lines and calls that look harmless but do harm, by class. */
import { arithmetic } from "./hostile/arithmetic.ts";
import { calls } from "./hostile/calls.ts";
import { casesOf, type HostileCase, type HostileGroup } from "./hostile/case.ts";
import { context } from "./hostile/context.ts";
import { git } from "./hostile/git.ts";
import { limits } from "./hostile/limits.ts";
import { options } from "./hostile/options.ts";
import { outside } from "./hostile/outside.ts";
import { quoting } from "./hostile/quoting.ts";
import { reads } from "./hostile/reads.ts";
import { runners } from "./hostile/runners.ts";
import { runs } from "./hostile/runs.ts";
import { shells } from "./hostile/shells.ts";
import { writes } from "./hostile/writes.ts";

const groups: readonly HostileGroup[] = [
  ...[...quoting, ...shells, ...arithmetic, ...options, ...runners, ...writes, ...runs],
  ...[...reads, ...outside, ...context, ...git, ...calls, ...limits],
];

export const hostileClasses: ReadonlyMap<string, readonly HostileCase[]> = new Map(
  groups.map((group) => [group.class, casesOf(group)]),
);

export const hostileCases: readonly HostileCase[] = [...hostileClasses.values()].flat();
