/**
 * A skill folder on this machine, read whole. A walker of its own: what is installed may come from anybody, so no link
 * is followed and each file is looked at after it was opened.
 */

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
import { compare } from "../../base/order.ts";
import { isProblem, type Problem, problem } from "../../base/problem.ts";
import { ignoredNames } from "../../read/folder.ts";
import { type Bundle, type BundleFile, bundleLimits, checkBundle, tooLarge, unsafe } from "./install-bundle.ts";

/** `path` is the folder, or the SKILL.md in it; `shown` is how the person named it. */
export async function readSkillFolder(path: string, shown: string): Promise<Bundle | Problem> {
  let folder: string;
  try {
    // What the person names may be a link: that is their choice. What is inside may not.
    folder = realpathSync(path);
    if (statSync(folder).isFile() && basename(folder) === "SKILL.md") folder = dirname(folder);
    if (!statSync(folder).isDirectory())
      return unreadable(shown, "it is not a folder", "name the folder that holds SKILL.md");
    const files = readFolder(folder, shown);
    return isProblem(files) ? files : await checkBundle(shown, basename(folder), files);
  } catch (error) {
    return unreadable(shown, explain(error), "check the path; a hub's skill is named without a `/`");
  }
}

function readFolder(folder: string, shown: string): readonly BundleFile[] | Problem {
  const files: BundleFile[] = [];
  let [bytes, entries] = [0, 0];
  const walk = (inside: string, depth: number): Problem | undefined => {
    if (depth > bundleLimits.depth) return tooLarge(shown, "has folders in folders without end");
    const list = readdirSync(join(folder, inside), { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
    for (const entry of list) {
      if (ignoredNames.has(entry.name)) continue;
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
      if (++entries > bundleLimits.files * 2) return tooLarge(shown, "has too many files and folders");
      const problem = entry.isDirectory() ? walk(path, depth + 1) : add(path, entry);
      if (problem) return problem;
    }
    return undefined;
  };
  const add = (path: string, entry: Dirent): Problem | undefined => {
    if (!entry.isFile())
      return unsafe(shown, `\`${path}\` is ${entry.isSymbolicLink() ? "a link" : "no regular file"}`);
    if (files.length >= bundleLimits.files) return tooLarge(shown, "has more than 1,000 files");
    const file = readRegular(join(folder, path), bundleLimits.bytes - bytes);
    if (file === "large") return tooLarge(shown, "has more than 10 MB");
    if (file === "other") return unsafe(shown, `\`${path}\` is no regular file`);
    bytes += file.content.length;
    files.push({ path, ...file });
    return undefined;
  };
  return walk("", 1) ?? files;
}

/** Looks at what was opened, not at the name once more: between two looks it could have become a link or a pipe. */
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
  ENOENT: "there is no such file or folder",
  EACCES: "it may not be read",
  ELOOP: "a link stands where a file is expected",
};

function explain(error: unknown): string {
  if (!(error instanceof Error) || !("code" in error)) throw error;
  return failures[String(error.code)] ?? error.message;
}
