/** Size limits. Exceeding one is an error, never a hang. */

export const limits = {
  frontmatterBytes: 64 * 1024,
  fileBytes: 1024 * 1024,
  /** Files of a skill other than SKILL.md: pictures, archives, data. */
  assetBytes: 10 * 1024 * 1024,
  nesting: 256,
  definitionsPerRoot: 10_000,
  /** Files and directories visited in one root; bounds the walk even if links multiply them. */
  entries: 200_000,
  nameLength: 100,
  /** The limit for skills; most clients render a command as one. */
  commandNameLength: 64,
  descriptionLength: 1024,
  aliases: 100,
} as const;

/** How deep a plain value is nested; stops counting just beyond the limit. */
export function deepestLevel(value: unknown, level = 0): number {
  if (typeof value !== "object" || value === null || level > limits.nesting) return level;
  let deepest = level + 1;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, deepestLevel(inner, level + 1));
  return deepest;
}
