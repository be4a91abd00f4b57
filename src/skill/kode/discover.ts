/** Finds Kode skills. If two have the same slug, the first one is used. */

import { isAbsolute, join, resolve } from "node:path";
import { didYouMean, nearest } from "../../base/did-you-mean.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { type BrokenSkill, type KodeSkill, loadSkillsDirectory } from "./load.ts";

/** The directory from the settings, then the one in the home directory. `base` is where a relative path starts. */
export function discoverDirectories(configured: string | undefined, base: string, home: string): string[] {
  const own = join(home, ".kode", "skills");
  if (configured === undefined) return [own];
  const first = configured.startsWith("~/")
    ? join(home, configured.slice(2))
    : isAbsolute(configured)
      ? resolve(configured)
      : resolve(base, configured);
  return first === own ? [own] : [first, own];
}

interface Discovered {
  /** One per slug, by slug. */
  readonly skills: readonly (KodeSkill | BrokenSkill)[];
  /** Skills of later directories that are hidden by an earlier one. */
  readonly hidden: readonly (KodeSkill | BrokenSkill)[];
}

export async function discoverSkills(directories: readonly string[]): Promise<Discovered> {
  const skills = new Map<string, KodeSkill | BrokenSkill>();
  const hidden: (KodeSkill | BrokenSkill)[] = [];
  for (const skill of (await Promise.all(directories.map(loadSkillsDirectory))).flat()) {
    if (skills.has(skill.slug)) hidden.push(skill);
    else skills.set(skill.slug, skill);
  }
  return { skills: [...skills.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1)), hidden };
}

/** A broken skill in an earlier directory still takes precedence, so that another one does not silently replace it. */
export async function findSkill(
  slug: string,
  directories: readonly string[],
): Promise<KodeSkill | BrokenSkill | Problem> {
  const { skills } = await discoverSkills(directories);
  const found = skills.find((skill) => skill.slug === slug);
  if (found) return found;
  const guess = nearest(
    slug,
    skills.map((skill) => skill.slug),
  );
  const places = directories.join(" and ");
  return problem(
    "skill-unknown",
    slug,
    `no skill \`${slug}\` in ${places}`,
    didYouMean(guess) ?? "`surcingle skill list` lists the skills, `surcingle skill install` adds one",
  );
}
