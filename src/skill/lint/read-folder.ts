/** Reads a skill's folder from disk: its entries, and its main file as text. Follows no link out of the folder. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../../base/source.ts";
import { limits } from "../../formats/limits.ts";
import type { SkillFile, SkillProfile } from "../../model/skill.ts";
import { makeFolderWalker } from "../../read/folder.ts";
import { type Root, readText, reportUnreadable } from "../../read/read-file.ts";

const folderLimits = { nesting: 16, entries: 10_000 } as const;

/** `directory` as the user wrote it, so that positions can be opened from there. */
function rootOf(directory: string): Root {
  return {
    directory,
    real: realpathSync(directory),
    name: (path, text = "") => ({ path: join(directory, path), text }),
  };
}

interface FolderFile {
  readonly executable: boolean;
  /** Undefined if it is not text, or too large to be handwritten. */
  readonly text: () => string | undefined;
}

/** A skill's folder as the linter sees it: each file by its path in the folder, with forward slashes. */
export type SkillFolder = ReadonlyMap<string, FolderFile>;

const largestText = 1024 * 1024;

export function folderOf(files: readonly SkillFile[]): SkillFolder {
  return new Map(files.map(({ path, content, executable }) => [path, { executable, text: () => asText(content) }]));
}

function asText(content: string | Uint8Array): string | undefined {
  if (content.length > largestText) return undefined;
  const text = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  return text.includes("\0") ? undefined : text;
}

/** Throws when the directory cannot be read. */
export function readFolder(directory: string, report: Report): SkillFolder {
  const files = new Map<string, FolderFile>();
  const root = rootOf(directory);
  const { walk, hasTooMany } = makeFolderWalker({
    root,
    limits: folderLimits,
    report,
    visit: (path, { size, mode }) => {
      const text = (): string | undefined =>
        size > limits.fileBytes ? undefined : asText(readFileSync(join(directory, path)));
      files.set(path, { executable: (mode & 0o111) !== 0, text });
    },
  });
  walk("");
  if (hasTooMany()) {
    const message = `the skill contains more than ${folderLimits.entries} files`;
    report({ code: "too-many", severity: "error", message, span: fileStart(root.name("")) });
  }
  return files;
}

/** UTF-8 with LF, or a report. CRLF is read as LF. The profile `claude` is loose, as the client is. */
export function readMain(
  directory: string,
  path: string,
  profile: SkillProfile,
  report: Report,
): SourceFile | undefined {
  try {
    const { size } = statSync(join(directory, path));
    return readText(rootOf(directory), path, { size, limit: limits.fileBytes }, report, profile === "claude");
  } catch (error) {
    reportUnreadable({ path: join(directory, path), text: "" }, error, report);
    return undefined;
  }
}
