/**
 * What limits of roles do to commands beyond their own lists: to assignments, to words of programs that start others, to
 * work outside the project, to changes and to trees. Where only A has such a limit, B counts as looser unless it is plain
 * that it does not matter.
 */
import type { Limit, Policy } from "../../model/permission.ts";
import { deniesAll } from "../read-only.ts";
import { takesAway } from "../rules.ts";
import { hardLimits } from "../soft-limits.ts";

import { emptyDisk } from "./examples.ts";
import { calm } from "./manners.ts";
import { type Finding, neverStarts, type Session, tryCall } from "./session.ts";

export function checkLimits(session: Session): Finding | undefined {
  const { a, b } = session;
  if (deniesAll(b, "bash")) return undefined;
  const ofB = new Set(hardLimits(b).map(limitKey));
  const missing = hardLimits(a).filter((limit) => !ofB.has(limitKey(limit)));
  if (missing.some(({ kind }) => kind === "only-commands")) return show(session, "A=1 x", "assignments");
  const isAboutWords = missing.some(({ kind }) => kind === "no-commands" || kind === "only-paths");
  if (isAboutWords && !neverStarts(session, calm)) return show(session, "x", "programs that start others");
  if (mayChange(a, b)) return show(session, "git commit", "commands that change things");
  const ofA = new Set(hardLimits(a).map(limitKey));
  const isTopOnly = (limit: Limit) => limit.kind === "no-paths" && limit.isTopOnly === true;
  const isShallow = hardLimits(b).some((limit) => isTopOnly(limit) && !ofA.has(limitKey(limit)));
  const hasPaths = missing.some((limit) => limit.kind === "no-paths" && !isTopOnly(limit));
  return isShallow && hasPaths ? show(session, "rm -rf x", "trees") : undefined;
}

export function limitKey({ from: _, ...limit }: Limit): string {
  return JSON.stringify(limit);
}

/** A limit of A takes editing away, and a list of B spells out commands that change things all the same. */
function mayChange(a: Policy, b: Policy): boolean {
  const ofA = new Set(hardLimits(a).map(limitKey));
  if (!hardLimits(a).some((limit) => takesAway(limit, "edit"))) return false;
  const lists = hardLimits(b).filter((limit) => limit.kind === "only-commands" && !ofA.has(limitKey(limit)));
  return lists.length > 0 || (b.isToolList === true && !hardLimits(b).some((limit) => takesAway(limit, "edit")));
}

function show(session: Session, subject: string, what: string): Finding {
  const found = tryCall(session, { call: { tool: "bash", subject }, surroundings: emptyDisk() });
  const { a, b } = session;
  return found ?? { why: `\`${b.agent}\` does not have the limits of \`${a.agent}\` on ${what}` };
}
