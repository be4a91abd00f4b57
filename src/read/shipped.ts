/** Finds the shipped roles, capabilities and packs: a base layer below every root. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The directories of a root that contain roles and capabilities. */
export const roleDirectories: readonly string[] = ["_capabilities", "_roles", "capabilities", "roles"];
export const shippedDirectories: readonly string[] = [...roleDirectories, "packs"];

/** Next to the bundle; from the sources, the root of this repository. */
export function shippedDirectory(): string {
  const places = ["../definitions", "../.."].map((path) => join(import.meta.dirname, path));
  const found = places.find((place) => existsSync(join(place, "roles")));
  if (!found) throw new Error("the shipped roles are missing; run `npm run build`");
  return found;
}
