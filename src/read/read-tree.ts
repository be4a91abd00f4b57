/** Reads every definition file of one root into a SourceTree, in order. Follows no link out of the root. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { ignoredNames, makeFolderWalker } from "./folder.ts";
import { entryStats, type Root, readBytes, readText, reportUnreadable } from "./read-file.ts";

interface ReadFile {
  /** Bytes for files that are not text: a picture, a script, an archive in a skill. */
  readonly content: SourceFile | Uint8Array;
  readonly executable: boolean;
}

export interface SourceTree {
  /** Its index among the roots: a later root replaces definitions of an earlier one. */
  readonly index: number;
  /** By path in the root, in order of path. */
  readonly files: ReadonlyMap<string, ReadFile>;
  /**
   * Paths that exist but could not be read, with the errors: what is missing because of them is a consequence, not a
   * second cause. Errors of roles and capabilities are reported by the stage that knows which are used.
   */
  readonly failed: ReadonlyMap<string, readonly Diagnostic[]>;
  /** The root itself, for problems with it as a whole. */
  readonly self: SourceFile;
  /** Reads any file of the root; undefined if it is missing or a problem was reported. */
  readonly readText: (path: string, report: Report) => SourceFile | undefined;
}

interface RootOptions {
  readonly directory: string;
  readonly index: number;
  /** The prefix of paths in messages. */
  readonly label: string | undefined;
  readonly limits: {
    readonly fileBytes: number;
    readonly assetBytes: number;
    readonly nesting: number;
    readonly entries: number;
  };
  /** Read only these directories. Default: every known one. */
  readonly only?: readonly string[];
  /** Files to ignore. */
  readonly isReplaced?: (path: string) => boolean;
}

/** What to read in a root; everything else is ignored. */
export const definitionEntries: readonly string[] = [
  "_capabilities",
  "_roles",
  "agents",
  "capabilities",
  "commands",
  "context",
  "extensions",
  "packs",
  "roles",
  "rules",
  "skills",
  "surcingle.toml",
];

const isText = (path: string): boolean => /\.(?:md|toml|ya?ml)$/i.test(path);

/** Where a directory is a mistake. In a skill any name may be a directory, except the main file. */
const isDefinitionFile = (path: string): boolean => isText(path) && !/^skills\/[^/]+\/(?!SKILL\.md$)/.test(path);

/** Claude Code reads these with a byte order mark and with NUL characters, too. */
const isSkillPage = (path: string): boolean => /^skills\/[^/]+\/skill\.md$/i.test(path);

const isUsedByName = (path: string): boolean => /^_?(?:capabilities|roles)\//.test(path);

export function readTree(
  { directory, index, label, limits, only = definitionEntries, isReplaced }: RootOptions,
  reportAny: Report,
): SourceTree {
  const files = new Map<string, ReadFile>();
  const failed = new Map<string, Diagnostic[]>();
  const report: Report = (diagnostic) => {
    const { path } = diagnostic.span.file;
    const isError = diagnostic.severity === "error";
    if (isError) failed.set(path, [...(failed.get(path) ?? []), diagnostic]);
    if (!isError || !isUsedByName(path)) reportAny(diagnostic);
  };
  const self: SourceFile = { path: directory, text: "", label };
  const name: Root["name"] = (path, text = "") => ({ path, text, label: label && `${label}/${path}` });
  let root: Root;
  let top: string[];
  try {
    root = { directory, real: realpathSync(directory), name };
    top = readdirSync(directory);
  } catch (error) {
    reportUnreadable(self, error, report, "pass a directory with definitions, or create one with `surcingle init DIR`");
    return { index, files, failed, self, readText: () => undefined };
  }

  const { walk, hasTooMany } = makeFolderWalker({
    root,
    limits,
    isReplaced,
    isDefinitionFile,
    report,
    visit: (path, { size, mode }) => {
      const isAsset = path.startsWith("skills/") && !isText(path);
      if (!isAsset && !isText(path)) return;
      const content = isAsset
        ? readBytes(root, path, { size, limit: limits.assetBytes }, report)
        : readText(root, path, { size, limit: limits.fileBytes }, report, isSkillPage(path));
      if (content) files.set(path, { content, executable: (mode & 0o111) !== 0 });
    },
  });
  for (const entry of definitionEntries) if (top.includes(entry) && only.includes(entry)) walk(entry);
  if (only === definitionEntries) for (const entry of top) reportMisnamed(name(entry), report);
  for (const [kind, needed] of neededFiles)
    if (top.includes(kind) && only.includes(kind))
      for (const path of emptyDirectories(directory, kind, files)) reportEmpty(name(path), needed, report);
  if (hasTooMany()) {
    const message = `the root contains more than ${limits.entries} files; check that it is the directory you meant`;
    report({ code: "too-many", severity: "error", message, span: { file: self, start: 0, end: 0 } });
  }

  const readAnywhere: SourceTree["readText"] = (path, to) => {
    try {
      statSync(join(directory, path));
    } catch {
      return undefined;
    }
    const facts = entryStats(root, path, true, to);
    return facts?.isFile() ? readText(root, path, { size: facts.size, limit: limits.fileBytes }, to) : undefined;
  };
  return { index, files, failed, self, readText: readAnywhere };
}

/** The files without which a directory of that kind is not a definition. */
const neededFiles = [
  ["agents", "agent.toml and system-prompt.md"],
  ["extensions", "extension.yml"],
  ["skills", "SKILL.md"],
] as const;

/** Directories in which nothing is read, so that no file of them can be reported. */
function emptyDirectories(root: string, kind: string, files: ReadonlyMap<string, ReadFile>): readonly string[] {
  const used = new Set([...files.keys()].map((path) => path.split("/", 2).join("/")));
  const isEmpty = (path: string): boolean =>
    !used.has(path) && entriesOf(join(root, path))?.some((entry) => isPart(kind, entry)) === false;
  return (entriesOf(join(root, kind)) ?? [])
    .filter((entry) => entry.isDirectory() && !ignoredNames.has(entry.name))
    .map((entry) => `${kind}/${entry.name}`)
    .filter(isEmpty);
}

/** Whether an entry is read, or reported if it cannot be. */
function isPart(kind: string, entry: Dirent): boolean {
  return !ignoredNames.has(entry.name) && (kind === "skills" || !entry.isFile() || isText(entry.name));
}

/** Undefined if the directory cannot be read, which the walk has reported. */
function entriesOf(directory: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function reportEmpty(file: SourceFile, needed: string, report: Report): void {
  report({
    code: "empty-definition",
    severity: "warning",
    message: `\`${file.path}\` does not contain a definition`,
    span: { file, start: 0, end: 0 },
    hint: `add ${needed}, or delete the directory`,
  });
}

/** `skill/` next to `agents/`, or settings in another format, would be ignored silently. */
function reportMisnamed(file: SourceFile, report: Report): void {
  const entry = file.path.toLowerCase();
  const meant = /^\.?surcingle\.(?:toml|json|ya?ml)$/.test(entry)
    ? "surcingle.toml"
    : definitionEntries.find((each) => each === entry || each === `${entry}s` || `${each}s` === entry);
  if (meant === undefined || meant === file.path) return;
  const isSettings = meant === "surcingle.toml";
  report({
    code: "misplaced-file",
    severity: "warning",
    message: `\`${file.path}\` is not read`,
    span: { file, start: 0, end: 0 },
    hint: isSettings
      ? "the settings of a root are in surcingle.toml"
      : `if it contains definitions, rename it to ${meant}/`,
  });
}
