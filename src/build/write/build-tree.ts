/** Writes a whole output directory: staged next to its target, then renamed into place. */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { explainFailure } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { holdSignals } from "../../process/signals.ts";
import { claim, findWork, isProblem } from "./claim.ts";
import { checkOutputPaths, type HarnessOutput, parents } from "./harness-output.ts";
import { discardTree, hashFile, inspectTree, readText, statsOf } from "./inspect-tree.ts";
import {
  type Manifest,
  type ManifestFacts,
  type ManifestFile,
  makeManifest,
  manifestName,
  manifestPieces,
  readManifest,
  type WrittenOutput,
} from "./manifest.ts";
import { stageOutput, withPlainModes, writeInPieces } from "./stage-tree.ts";

export interface BuildRequest {
  /** As the user wrote it. */
  readonly out: string;
  readonly cwd: string;
  /** Consumed one by one, as they are written. */
  readonly outputs: Iterable<HarnessOutput>;
  /** Read after all outputs are written, because rendering may add to it. */
  readonly facts: ManifestFacts;
  /** Called when all outputs are written. If it returns true, the old output stays. */
  readonly isWrong?: () => boolean;
  /** A tree older than this was made by another version of the program. */
  readonly since?: number;
}

export type BuildResult =
  /** `kept`: paths of files that appeared in the old tree during the run and were not deleted. */
  | { readonly kind: "written"; readonly kept: readonly string[] }
  | { readonly kind: "unchanged"; readonly manifest: Manifest }
  | { readonly kind: "wrong" }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

export async function buildTree(request: BuildRequest): Promise<BuildResult> {
  const { out, cwd, facts, since } = request;
  const goal = resolve(cwd, out);
  try {
    const misplaced = checkPlace(goal, out, cwd);
    if (misplaced) return { kind: "refused", problems: [misplaced] };
    const manifest = builtFrom(goal, facts.inputs, since);
    if (manifest) return { kind: "unchanged", manifest };
    return await replace(goal, request);
  } catch (error) {
    return { kind: "refused", problems: [explainFailure(error, out)] };
  }
}

/** The manifest of the existing tree, if it was built from these inputs and is unchanged. */
export function builtFrom(goal: string, inputs: string, since = 0): Manifest | undefined {
  try {
    if (!statsOf(goal)?.isDirectory()) return undefined;
    const text = readText(join(goal, manifestName));
    const manifest = text === undefined ? undefined : readManifest(text);
    if (manifest?.inputs !== inputs || statsOf(join(goal, manifestName))!.mtimeMs < since) return undefined;
    if (findWork(dirname(goal), basename(goal)).length > 0) return undefined;
    return isUntouched(goal, manifest) || inspectTree(goal, manifest).isWhole ? manifest : undefined;
  } catch (error) {
    // An output that cannot be read counts as changed. Writing it then reports the reason.
    explainFailure(error, goal);
    return undefined;
  }
}

async function replace(goal: string, request: BuildRequest): Promise<BuildResult> {
  const parent = dirname(goal);
  mkdirSync(parent, { recursive: true });
  const claimed = claim(parent, basename(goal), request.out);
  if (isProblem(claimed)) return { kind: "refused", problems: [claimed] };
  const { work, leftovers } = claimed;
  const kept: string[] = [];
  try {
    for (const leftover of leftovers) kept.push(...clearWork(leftover, goal));
    const problems = checkExisting(goal, request.out);
    if (problems.length > 0) return { kind: "refused", problems };
    const failed = withPlainModes(() => stage(join(work, "new"), request));
    if (failed) return failed;
    await holdSignals(() => swap(work, goal));
  } finally {
    kept.push(...clearWork(work, goal));
  }
  return { kind: "written", kept: kept.map((path) => join(dirname(request.out), relative(parent, path))) };
}

/** The manifest is written last: a directory without one is incomplete. */
function stage(directory: string, { outputs, facts, isWrong }: BuildRequest): BuildResult | undefined {
  const written: WrittenOutput[] = [];
  mkdirSync(directory);
  for (const output of outputs) {
    const problems = checkOutputPaths(output.files.map(({ path }) => `${output.id}/${path}`));
    if (problems.length > 0) return { kind: "refused", problems };
    written.push(stageOutput(directory, output));
  }
  if (isWrong?.()) return { kind: "wrong" };
  writeInPieces(join(directory, manifestName), manifestPieces(makeManifest(written, facts)));
  return undefined;
}

/** Node cannot swap two directories atomically: between the two renames there is no output, see `recover`. */
function swap(work: string, goal: string): void {
  const old = join(work, "old");
  // An empty directory is replaced by the rename itself.
  const hasOld = statsOf(goal) !== undefined && readdirSync(goal).length > 0;
  if (hasOld) renameSync(goal, old);
  try {
    renameSync(join(work, "new"), goal);
  } catch (error) {
    if (hasOld) renameSync(old, goal);
    throw error;
  }
}

/** Recovers from a dead run: if there is no output, installs its new tree if that is complete, else the old one. */
function recover(work: string, goal: string): void {
  if (statsOf(goal)) return;
  const fresh = join(work, "new");
  const old = join(work, "old");
  if (statsOf(old) === undefined) return;
  renameSync(statsOf(fresh) && inspectTree(fresh).isWhole ? fresh : old, goal);
}

/** The paths that were kept, because another program wrote into the old tree or they cannot be removed. */
function clearWork(work: string, goal: string): readonly string[] {
  const old = join(work, "old");
  try {
    recover(work, goal);
    rmSync(join(work, "new"), { recursive: true, force: true });
    const kept = statsOf(old) ? discardTree(old) : [];
    if (kept.length === 0) rmdirSync(work);
    return kept;
  } catch (error) {
    explainFailure(error, work);
    return [work];
  }
}

function checkPlace(goal: string, shown: string, cwd: string): Problem | undefined {
  const unfit = (message: string, hint: string): Problem => problem("output-place", shown, message, hint);
  const fromGoal = relative(goal, cwd);
  if (fromGoal === "" || !/^\.\.(\/|$)/.test(fromGoal)) {
    return unfit(
      `\`${shown}\` contains the current directory`,
      "the whole directory is replaced: choose a separate one",
    );
  }
  const found = statsOf(goal);
  if (!found || found.isDirectory()) return undefined;
  if (found.isSymbolicLink()) {
    return unfit(`\`${shown}\` is a link`, "pass the directory that it points to, or remove the link");
  }
  return unfit(`\`${shown}\` is not a directory`, "remove it, or choose another --out");
}

function checkExisting(goal: string, shown: string): Problem[] {
  if (!statsOf(goal)) return [];
  const { manifest, foreign, edited, directories } = inspectTree(goal);
  if (!manifest && foreign.length + directories.length > 0) {
    const message = `\`${shown}\` is not empty, and surcingle did not write it`;
    return [problem("foreign-file", shown, message, "choose another --out, or remove the directory")];
  }
  return [
    ...foreign.map((path): Problem => {
      const message = `\`${join(shown, path)}\` was not written by surcingle`;
      return problem("foreign-file", join(shown, path), message, "move it out of the output directory");
    }),
    ...edited.map((path): Problem => {
      const message = `\`${join(shown, path)}\` was edited`;
      const hint = "copy the change into the definitions, then delete this file";
      return problem("edited-file", join(shown, path), message, hint);
    }),
  ];
}

/**
 * The manifest is written last, so a file or directory whose ctime is earlier has not changed since. One with the same
 * ctime or a later one must be compared. A program can change a file's mtime at will, but not its ctime.
 */
export function isUntouched(root: string, manifest: Manifest): boolean {
  const written = statsOf(`${root}/${manifestName}`);
  if (!written?.isFile()) return false;
  const end = Math.min(written.ctimeMs, written.mtimeMs);
  const isOlder = ({ ctimeMs, mtimeMs }: Stats): boolean => ctimeMs < end && mtimeMs < end;
  const entries = entriesOf(manifest);
  for (const directory of entries.directories) {
    const path = directory === "" ? root : `${root}/${directory}`;
    const found = statsOf(path);
    if (!found?.isDirectory()) return false;
    if (isOlder(found)) continue;
    const prefix = directory === "" ? "" : `${directory}/`;
    if (!readdirSync(path).every((name) => entries.all.has(prefix + name))) return false;
  }
  return manifest.files.every((file) => {
    const path = `${root}/${file.path}`;
    const found = statsOf(path);
    return found !== undefined && isOurs(file, found) && (isOlder(found) || hashFile(path).sha256 === file.sha256);
  });
}

function isOurs(file: ManifestFile, found: Stats): boolean {
  return found.isFile() && ((found.mode & 0o100) !== 0) === (file.executable === true);
}

/** All paths that may be in the tree, and the directories among them. */
function entriesOf(manifest: Manifest): { readonly all: ReadonlySet<string>; readonly directories: Set<string> } {
  const directories = new Set([""]);
  for (const { id, directories: own } of manifest.harnesses) {
    directories.add(id);
    for (const path of own) addParents(`${id}/${path}/`, directories);
  }
  for (const { path } of manifest.files) addParents(path, directories);
  return { all: new Set([...directories, ...manifest.files.map(({ path }) => path), manifestName]), directories };
}

/** Most files are in a directory that is already known. */
function addParents(path: string, directories: Set<string>): void {
  for (const parent of parents(path)) {
    if (directories.has(parent)) return;
    directories.add(parent);
  }
}
