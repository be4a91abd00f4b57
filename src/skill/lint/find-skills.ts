/** Finds the skills at or in a directory: the directory itself, the directories in it, or those in its `skills/`. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { compare } from "../../base/order.ts";

/** Directories as a user would write them, sorted. Throws if the directory cannot be read. */
export function findSkills(directory: string): string[] {
  if (isSkill(directory)) return [directory];
  const inside = skillsIn(directory);
  if (inside.length > 0) return inside;
  const skills = join(directory, "skills");
  return isDirectory(skills) ? skillsIn(skills) : [];
}

function skillsIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort(compare)
    .map((name) => join(directory, name))
    .filter((path) => isDirectory(path) && isSkill(path));
}

/** A main file in the wrong case is an invalid skill, which is reported instead of ignored. */
function isSkill(directory: string): boolean {
  try {
    return readdirSync(directory).some((name) => name.toLowerCase() === "skill.md");
  } catch (error) {
    // One that cannot be read is not ignored: the check says why.
    if ((error as NodeJS.ErrnoException).code === "EACCES") return true;
    throw error;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
