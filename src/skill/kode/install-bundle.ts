/** A skill to install: its files in memory, and the rules that they must follow. */

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { describeError } from "../../base/errno.ts";
import { compare } from "../../base/order.ts";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import { place } from "../../base/source.ts";
import { ignoredNames } from "../../read/folder.ts";
import { decodeSkillText, parseKodeSkill } from "./load.ts";

export interface BundleFile {
  /** Relative to the skill's folder, with forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly executable: boolean;
}

export interface Bundle {
  readonly slug: string;
  readonly version: string;
  readonly files: readonly BundleFile[];
}

export const bundleLimits = { bytes: 10 * 1024 * 1024, files: 1_000, pathLength: 300, depth: 16 } as const;

export function tooLarge(from: string, what: string): Problem {
  return problem(
    "skill-too-large",
    from,
    `\`${from}\` ${what}; the limits are 10 MB and 1,000 files`,
    "check that this is the skill you meant, and remove files that do not belong to it",
  );
}

export function unsafe(from: string, what: string): Problem {
  return problem(
    "skill-unsafe",
    from,
    `${what}, so \`${from}\` was not installed`,
    "a skill may contain only regular files with plain relative paths",
  );
}

/** Undefined if the path stays inside its directory on every system, else what is wrong with it. */
export function pathProblem(path: string): string | undefined {
  const shown = JSON.stringify(path.slice(0, 200));
  const parts = path.split("/");
  if (path === "") return "a file has an empty path";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return `the path ${shown} is absolute`;
  if (parts.includes("..")) return `the path ${shown} points outside the directory`;
  if (parts.some((part) => part === "" || part === ".")) return `the path ${shown} is not a plain relative path`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matched in order to reject them
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return `the path ${shown} contains a backslash or a control character`;
  if (path.length > bundleLimits.pathLength || parts.length > bundleLimits.depth)
    return `the path ${shown} is too long`;
  return undefined;
}

/** The complete skill, or why it cannot be installed. `directory` is the name of its directory. */
export async function checkBundle(
  from: string,
  directory: string,
  files: readonly BundleFile[],
): Promise<Bundle | Problem> {
  if (files.length > bundleLimits.files) return tooLarge(from, `has ${files.length} files`);
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > bundleLimits.bytes) return tooLarge(from, `has ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  // Two names that differ only in case are one file on many systems; a file and a directory of one name also conflict.
  const seen = new Map<string, "file" | "directory">();
  for (const { path } of files) {
    const problem = pathProblem(path);
    if (problem) return unsafe(from, problem);
    const parts = path.normalize("NFC").toLowerCase().split("/");
    const clash = unsafe(from, `two files share the path ${JSON.stringify(path)}`);
    for (let end = 1; end < parts.length; end++) {
      const parent = parts.slice(0, end).join("/");
      if (seen.get(parent) === "file") return clash;
      seen.set(parent, "directory");
    }
    if (seen.has(parts.join("/"))) return clash;
    seen.set(parts.join("/"), "file");
  }
  return readPage(from, directory, files);
}

async function readPage(from: string, directory: string, files: readonly BundleFile[]): Promise<Bundle | Problem> {
  const page = files.find(({ path }) => path === "SKILL.md");
  const broken = (why: string, hint: string) =>
    problem("skill-broken", from, `\`${from}\` is not a Kode skill: ${why}`, hint);
  if (!page) return broken("it has no SKILL.md", "pass the directory that contains SKILL.md");
  const errors: Diagnostic[] = [];
  const file = decodeSkillText("SKILL.md", page.content, (each) => void errors.push(each));
  const skill =
    file && (await parseKodeSkill(file, directory, (each) => void (each.severity === "error" && errors.push(each))));
  if (skill) return { slug: skill.name, version: skill.version, files };
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return broken(`${first?.message ?? "it does not load"}${more}`, first ? hintOf(first) : "check its SKILL.md");
}

function hintOf({ hint, span }: Diagnostic): string {
  return hint ?? `look at ${place(span)}`;
}

/** `path` is the folder, or the SKILL.md in it; `shown` is the user's spelling. */
export async function readSkillFolder(path: string, shown: string): Promise<Bundle | Problem> {
  let folder: string;
  try {
    // The given path may be a link; files inside may not.
    folder = realpathSync(path);
    if (statSync(folder).isFile() && basename(folder) === "SKILL.md") folder = dirname(folder);
    if (!statSync(folder).isDirectory())
      return unreadable(shown, "it is not a directory", "pass the directory that contains SKILL.md");
    const files = readFolder(folder, shown);
    return isProblem(files) ? files : await checkBundle(shown, basename(folder), files);
  } catch (error) {
    return unreadable(shown, explain(error), "check the path; the name of a skill on the hub has no `/`");
  }
}

function readFolder(folder: string, shown: string): readonly BundleFile[] | Problem {
  const files: BundleFile[] = [];
  let [bytes, entries] = [0, 0];
  const walk = (inside: string, depth: number): Problem | undefined => {
    if (depth > bundleLimits.depth) return tooLarge(shown, "has directories that are nested too deeply");
    const list = readdirSync(join(folder, inside), { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
    for (const entry of list) {
      if (ignoredNames.has(entry.name)) continue;
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (++entries > bundleLimits.files * 2) return tooLarge(shown, "has too many files and directories");
      const problem = entry.isDirectory() ? walk(path, depth + 1) : add(path, entry);
      if (problem) return problem;
    }
    return undefined;
  };
  const add = (path: string, entry: Dirent): Problem | undefined => {
    if (!entry.isFile())
      return unsafe(shown, `\`${path}\` is ${entry.isSymbolicLink() ? "a link" : "not a regular file"}`);
    if (files.length >= bundleLimits.files) return tooLarge(shown, "has more than 1,000 files");
    const file = readRegular(join(folder, path), bundleLimits.bytes - bytes);
    if (file === "large") return tooLarge(shown, "has more than 10 MB");
    if (file === "other") return unsafe(shown, `\`${path}\` is not a regular file`);
    bytes += file.content.length;
    files.push({ path, ...file });
    return undefined;
  };
  return walk("", 1) ?? files;
}

/** Checks the opened file instead of its name, which could have become a link or a pipe meanwhile. */
function readRegular(path: string, left: number): Omit<BundleFile, "path"> | "large" | "other" {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return "other";
    if (stats.size > left) return "large";
    const content = readFileSync(handle);
    return content.length > left ? "large" : { content, executable: (stats.mode & 0o111) !== 0 };
  } finally {
    closeSync(handle);
  }
}

function unreadable(shown: string, why: string, hint: string): Problem {
  return problem("skill-unknown", shown, `cannot install \`${shown}\`: ${why}`, hint);
}

const failures: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EACCES: "permission denied",
  ELOOP: "it is a link",
};

function explain(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  return failures[String(error.code)] ?? describeError(error);
}
