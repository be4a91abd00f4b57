/** A skill's folder as the linter sees it: names, executable bits, and texts on demand. */
import type { SkillFile } from "../../model/skill.ts";

export interface FolderFile {
  readonly executable: boolean;
  /** Undefined if it is not text, or too large to be handwritten. */
  readonly text: () => string | undefined;
}

/** By path in the skill's folder, with forward slashes. */
export type SkillFolder = ReadonlyMap<string, FolderFile>;

const largestText = 1024 * 1024;

export function folderOf(files: readonly SkillFile[]): SkillFolder {
  return new Map(files.map(({ path, content, executable }) => [path, { executable, text: () => asText(content) }]));
}

export function asText(content: string | Uint8Array): string | undefined {
  if (content.length > largestText) return undefined;
  const text = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  return text.includes("\0") ? undefined : text;
}
