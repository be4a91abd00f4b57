/** Installs a checked skill atomically: staged next to its target, then renamed. */

import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, explainFailure } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { clearClaim, findWork, workName } from "../../build/write/claim.ts";
import { kindOf } from "../../build/write/disk.ts";
import { isAlive } from "../../process/alive.ts";
import type { Bundle } from "./install-bundle.ts";

interface InstallRequest {
  readonly bundle: Bundle;
  readonly home: string;
  /** Replace an existing skill. */
  readonly isForced: boolean;
  /** Delays a stop request until the step is done. */
  readonly uninterrupted: <T>(step: () => T) => Promise<T>;
}

interface Installed {
  /** The new folder. */
  readonly path: string;
  readonly isReplaced: boolean;
}

export async function installBundle(request: InstallRequest): Promise<Installed | Problem> {
  const { bundle, home, isForced, uninterrupted } = request;
  const directory = join(home, ".kode", "skills");
  const target = join(directory, bundle.slug);
  let work: string | undefined;
  try {
    const obstacle = makeDirectories(home, [".kode", ".kode/skills"]);
    if (obstacle) return obstacle;
    recover(directory, bundle.slug);
    const inTheWay = findTargetProblem(target, bundle.slug, isForced);
    if (inTheWay) return inTheWay;
    work = join(directory, workName(bundle.slug));
    stage(bundle, join(work, "new"));
    const [fresh, old] = [join(work, "new"), join(work, "old")];
    return await uninterrupted(() => swap(fresh, target, old, bundle.slug, isForced));
  } catch (error) {
    return unwritable(error, target, work);
  } finally {
    if (work !== undefined) clear(work, target);
  }
}

/** Never through a link: the folder may belong to another program. */
function makeDirectories(home: string, paths: readonly string[]): Problem | undefined {
  for (const path of paths.map((each) => join(home, each))) {
    const kind = kindOf(path);
    if (kind === "missing") mkdirSync(path, { mode: 0o755 });
    else if (kind !== "directory") {
      return problem(
        "skill-unwritable",
        path,
        `cannot install into \`${path}\`: it is ${kind === "link" ? "a link" : "not a directory"}`,
        "replace it with a directory, or install into its target by hand",
      );
    }
  }
  return undefined;
}

function findTargetProblem(target: string, slug: string, isForced: boolean): Problem | undefined {
  const kind = kindOf(target);
  if (kind === "missing" || (kind === "directory" && isForced)) return undefined;
  if (kind === "directory") return exists(target, slug);
  return problem(
    "skill-exists",
    target,
    `\`${target}\` is ${kind === "link" ? "a link" : "a file"} that surcingle did not create`,
    "move it away first; `--force` replaces only directories",
  );
}

function exists(target: string, slug: string): Problem {
  return problem(
    "skill-exists",
    target,
    `the skill \`${slug}\` is already installed in \`${target}\``,
    "`--force` replaces it",
  );
}

function stage({ files }: Bundle, root: string): void {
  const made = new Set<string>();
  const makeFolder = (path: string): void => {
    if (made.has(path)) return;
    if (path !== root) makeFolder(dirname(path));
    mkdirSync(path, { recursive: path === root });
    // The same modes whatever the umask is.
    chmodSync(path, 0o755);
    made.add(path);
  };
  makeFolder(root);
  for (const { path, content, executable } of files) {
    const full = join(root, path);
    makeFolder(dirname(full));
    writeFileSync(full, content, { flag: "wx" });
    chmodSync(full, executable ? 0o755 : 0o644);
  }
}

function swap(fresh: string, target: string, old: string, slug: string, isForced: boolean): Installed | Problem {
  const isReplaced = kindOf(target) === "directory";
  if (isReplaced && !isForced) return exists(target, slug);
  if (isReplaced) renameSync(target, old);
  try {
    renameSync(fresh, target);
  } catch (error) {
    if (isReplaced) renameSync(old, target);
    // Another run was faster; its directory stays.
    else if (["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error) ?? "")) return exists(target, slug);
    throw error;
  }
  return { path: target, isReplaced };
}

/** If an old skill could not be restored, it is still there: then the next run restores it. */
function clear(work: string, target: string): void {
  if (!isStranded(work, target)) clearClaim([work]);
}

function isStranded(work: string, target: string): boolean {
  return existsSync(join(work, "old")) && kindOf(target) === "missing";
}

/** A run killed between two renames left the old skill in its working folder: it is restored. */
function recover(directory: string, slug: string): void {
  const target = join(directory, slug);
  for (const { name, pid } of findWork(directory, slug)) {
    if (isAlive(pid)) continue;
    const work = join(directory, name);
    if (isStranded(work, target)) renameSync(join(work, "old"), target);
    clear(work, target);
  }
}

function unwritable(error: unknown, target: string, work: string | undefined): Problem {
  const { message, hint } = explainFailure(error, target, { ENOENT: "the home directory does not exist" });
  const isKept = work !== undefined && isStranded(work, target);
  return problem(
    "skill-unwritable",
    target,
    message,
    isKept ? `the old skill is kept in ${join(work, "old")}; the next installation puts it back` : hint,
  );
}
