/** Installs files into a home or a repository: all are staged next to their targets before any is moved. */

import { chmodSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, explainFailure, isMissing } from "../../base/errno.ts";
import { compare } from "../../base/order.ts";
import { type Problem, problem } from "../../base/problem.ts";
import type { Scope } from "../../harness/harness.ts";
import type { PlannedChange, WriteChange } from "./change.ts";
import { type Claim, claim, clearClaim, findWork, isProblem } from "./claim.ts";
import { type Disk, kindOf, openDisk } from "./disk.ts";
import { checkOutputPaths, type HarnessOutput, parents, targetPath } from "./harness-output.ts";
import { readText, removeIfEmpty, statsOf } from "./inspect-tree.ts";
import {
  type ApplyTarget,
  completeJournal,
  type Journal,
  journalName,
  type Move,
  readJournal,
  writeJournal,
} from "./journal.ts";
import { type Plan, plan } from "./plan.ts";
import { withPlainModes, writeNew } from "./stage-tree.ts";
import { noState, printState, readState, type State, stateDirectory, statePath } from "./state.ts";

export interface ApplyRequest {
  /** The home or repository, as the user wrote it. */
  readonly to: string;
  readonly cwd: string;
  readonly scope: Scope;
  readonly outputs: readonly HarnessOutput[];
  readonly withShared: boolean;
  /** The roots of the outputs; see `rootsName`. */
  readonly roots?: string | undefined;
  /** Also remove files of other roots. */
  readonly replace?: boolean;
  /** Name of a new backup directory for foreign and edited files. Without it they are refused. */
  readonly adopt?: string | undefined;
  /** The harnesses whose stale files are removed. Default: those of the outputs. */
  readonly harnesses?: readonly string[];
}

export type ApplyResult =
  /** `isInterrupted`: an earlier run died. `apply` has completed it; a preview only reports it. */
  | {
      readonly kind: "planned";
      readonly changes: readonly PlannedChange[];
      readonly isInterrupted: boolean;
      /** Number of kept files of other roots, by root. */
      readonly others: ReadonlyMap<string, number>;
    }
  /** Nothing was written. */
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

const claimName = "apply";

/** What `apply` would do. Changes nothing. */
export function previewApply(request: ApplyRequest): ApplyResult {
  return attempt(request, (site) => {
    const prepared = prepare(site, request);
    return "problems" in prepared ? refused(prepared.problems) : planned(prepared.plan, hasJournal(site));
  });
}

export function apply(request: ApplyRequest): ApplyResult {
  return attempt(request, (site) => {
    const isInterrupted = hasJournal(site);
    const before = quietState(site);
    if (before !== undefined) {
      const prepared = prepare(site, request);
      // Files that another run is moving look edited.
      if ("problems" in prepared && quietState(site) === before) return refused(prepared.problems);
      if ("plan" in prepared && isDone(prepared)) return planned(prepared.plan, false);
    }
    return withClaim(site, request, (work) => {
      const journal = readJournal(site);
      if (typeof journal === "string") return refused([strangeJournal(request.scope)]);
      if (journal) completeJournal(site, work, journal);
      // The plan is final only now that no other run is active.
      const prepared = prepare(site, request);
      if ("problems" in prepared) return refused(prepared.problems);
      if (!isDone(prepared)) carryOut(site, work, prepared.plan, prepared.last);
      return planned(prepared.plan, isInterrupted);
    });
  });
}

type RemoveRequest = Pick<ApplyRequest, "to" | "cwd" | "scope" | "adopt"> & Required<Pick<ApplyRequest, "harnesses">>;

/** Removes what `apply` installed for these harnesses, from all roots. */
export function removeApplied(request: RemoveRequest, isPreview: boolean): ApplyResult {
  const whole = { ...request, outputs: [], withShared: true, replace: true };
  const result = isPreview ? previewApply(whole) : apply(whole);
  const root = resolve(request.cwd, request.to);
  if (!isPreview && result.kind === "planned" && statsOf(join(root, stateDirectory(request.scope)))?.isDirectory())
    removeIfEmpty(join(root, stateDirectory(request.scope)));
  return result;
}

function attempt(request: ApplyRequest, work: (site: ApplyTarget) => ApplyResult): ApplyResult {
  const { to, cwd, scope } = request;
  let site: ApplyTarget | undefined;
  try {
    const root = realpathSync(resolve(cwd, to));
    site = { root, manifest: join(root, statePath(scope)) };
    return work(site);
  } catch (error) {
    const refusal = explainFailure(error, to);
    if (!site && errorCode(error) === "ENOENT") {
      const hint = "pass an existing home directory or repository with --to";
      return refused([problem("output-place", to, `\`${to}\` is not a directory`, hint)]);
    }
    if (!site || !hasJournal(site)) return refused([refusal]);
    return refused([{ ...refusal, code: "interrupted", hint: "run the command again to finish" }]);
  }
}

type Prepared =
  | { readonly plan: Plan; readonly last: State; readonly lastText: string }
  | { readonly problems: Problem[] };

function prepare({ root, manifest }: ApplyTarget, request: ApplyRequest): Prepared {
  const { scope, outputs, withShared, roots, replace, adopt, harnesses } = request;
  const targets = outputs.flatMap((output) =>
    output.files.map(({ kind, path }) => ({ kind, path: targetPath(output, path) })),
  );
  const own = [statePath(scope), `${stateDirectory(scope)}/${journalName}`];
  const clashes = checkOutputPaths([...targets.map(({ path }) => path), ...own]);
  if (clashes.length > 0) return { problems: clashes };
  const lastText = readText(manifest) ?? "";
  const last = lastText === "" ? noState : readState(lastText);
  if (!last) return { problems: [strangeState(scope)] };
  const shared = new Set([...last.shared, ...targets.filter(({ kind }) => kind === "shared")].map(({ path }) => path));
  const disk = openDisk(root, (path) => shared.has(path));
  const backup = adopt === undefined ? undefined : `${stateDirectory(scope)}/backup/${adopt}`;
  const result = plan(outputs, disk, last, { withShared, roots, replace, backup, harnesses });
  const problems = result.changes.flatMap((change) => (change.kind === "refuse" ? [change.problem] : []));
  problems.push(...checkStatePlace(disk, scope), ...checkBackups(disk, result.changes));
  return problems.length > 0 ? { problems } : { plan: result, last, lastText };
}

function checkStatePlace(disk: Disk, scope: Scope): Problem[] {
  const found = disk(statePath(scope));
  if (found.kind !== "obstacle") return [];
  const message = `\`${found.at}\` is a ${found.what}, but surcingle stores its records below it`;
  return [problem("behind-link", found.at, message, "replace it with a directory")];
}

/** A backup never overwrites a file. */
function checkBackups(disk: Disk, changes: readonly PlannedChange[]): Problem[] {
  const paths = changes.flatMap((change) => ("backup" in change && change.backup !== undefined ? [change.backup] : []));
  return paths.flatMap((path) => {
    if (disk(path).kind === "missing") return [];
    return [problem("foreign-file", path, `the backup \`${path}\` already exists`, "run the command again")];
  });
}

function isDone(prepared: Exclude<Prepared, { problems: unknown }>): boolean {
  const { changes, files, shared } = prepared.plan;
  if (changes.some(({ kind }) => kind === "write" || kind === "merge" || kind === "remove")) return false;
  const { directories } = splitDirectories(prepared.plan, prepared.last, []);
  if (files.length + shared.length === 0) return prepared.lastText === "";
  return prepared.lastText === printState({ files, shared, directories });
}

/**
 * Identifies the manifest; every run that moves files writes a new one. Undefined while another run is active or if one
 * was interrupted: files may then change between two reads.
 */
function quietState(site: ApplyTarget): string | undefined {
  if (hasJournal(site) || findWork(dirname(site.manifest), claimName).length > 0) return undefined;
  const stats = statsOf(site.manifest);
  return stats ? `${stats.ino} ${stats.ctimeMs}` : "none";
}

function withClaim(site: ApplyTarget, request: ApplyRequest, step: (work: string) => ApplyResult): ApplyResult {
  // Checked before anything is created or removed: the directory could belong to someone else.
  const misplaced = checkStatePlace(
    openDisk(site.root, () => false),
    request.scope,
  );
  if (misplaced.length > 0) return refused(misplaced);
  const made = new Set<string>();
  try {
    const claimed = claimPlace(site, request, made);
    if (isProblem(claimed)) return refused([claimed]);
    try {
      clearClaim(claimed.leftovers);
      return step(claimed.work);
    } finally {
      clearClaim([claimed.work]);
    }
  } finally {
    for (const directory of [...made].sort(compare).toReversed()) removeIfEmpty(join(site.root, directory));
  }
}

/** Adds the directories it creates to `made`. */
function claimPlace(site: ApplyTarget, { scope, to }: ApplyRequest, made: Set<string>): Claim | Problem {
  for (let attempt = 0; ; attempt++) {
    const missing = missingParents(site.root, [statePath(scope)]);
    for (const directory of missing) made.add(directory);
    try {
      withPlainModes(() => makeDirectories(site.root, missing));
      return claim(dirname(site.manifest), claimName, to);
    } catch (error) {
      // Another run that also created these directories removes them if it withdraws, perhaps just before we claim.
      if (!isMissing(error) || attempt === 100) throw error;
    }
  }
}

function carryOut(site: ApplyTarget, work: string, { changes, files, shared }: Plan, last: State): void {
  const mark = basename(work).slice(claimName.length + 1);
  const writes = changes.filter((change): change is WriteChange => change.kind === "write" || change.kind === "merge");
  const make = missingParents(
    site.root,
    changes.flatMap((change) => {
      if (change.kind !== "write" && change.kind !== "merge" && change.kind !== "remove") return [];
      const backup = "backup" in change && change.backup !== undefined ? [change.backup] : [];
      return change.kind === "remove" ? backup : [change.path, ...backup];
    }),
  );
  const { directories, drop } = splitDirectories({ files, shared }, last, make);
  const moves = changes.flatMap((change): Move[] => {
    if (change.kind !== "write" && change.kind !== "merge" && change.kind !== "remove") return [];
    const { path, before, backup } = change;
    const rest = { ...(before !== undefined && { before }), ...(backup !== undefined && { backup }) };
    return [change.kind === "remove" ? { path, ...rest } : { path, staged: stagedPath(path, mark), ...rest }];
  });
  const journal: Journal = { phase: "staging", moves, make, drop, state: { files, shared, directories } };
  writeJournal(site, work, journal);
  try {
    withPlainModes(() => {
      makeDirectories(site.root, make);
      for (const change of writes) stage(site.root, change, mark);
    });
    writeJournal(site, work, { ...journal, phase: "moving" });
  } catch (error) {
    completeJournal(site, work, journal);
    throw error;
  }
  completeJournal(site, work, { ...journal, phase: "moving" });
}

function stage(root: string, { kind, path, content, isExecutable, before }: WriteChange, mark: string): void {
  const staged = join(root, stagedPath(path, mark));
  writeNew(staged, content, isExecutable);
  // A shared file may contain secrets, so it keeps its mode.
  if (kind === "merge" && before !== undefined) chmodSync(staged, statSync(join(root, path)).mode & 0o777);
}

function stagedPath(path: string, mark: string): string {
  return `${path.slice(0, path.lastIndexOf("/") + 1)}.${basename(path)}${mark}`;
}

/** Splits the directories we created into those that still contain our files and those that do not. */
function splitDirectories(
  { files, shared }: Pick<Plan, "files" | "shared">,
  last: State,
  made: readonly string[],
): { readonly directories: readonly string[]; readonly drop: readonly string[] } {
  const needed = new Set([...files, ...shared].flatMap(({ path }) => parents(path)));
  const all = [...new Set([...last.directories, ...made])].sort(compare);
  return { directories: all.filter((path) => needed.has(path)), drop: all.filter((path) => !needed.has(path)) };
}

/** Each after its parent. */
function missingParents(root: string, paths: readonly string[]): string[] {
  const all = new Set(paths.flatMap(parents));
  return [...all].filter((path) => kindOf(join(root, path)) === "missing").sort(compare);
}

function makeDirectories(root: string, paths: readonly string[]): void {
  for (const path of paths) mkdirSync(join(root, path), { recursive: true });
}

function hasJournal(site: ApplyTarget): boolean {
  return readJournal(site) !== undefined;
}

function planned({ changes, others }: Plan, isInterrupted: boolean): ApplyResult {
  return { kind: "planned", changes, others, isInterrupted };
}

function refused(problems: readonly Problem[]): ApplyResult {
  return { kind: "refused", problems };
}

function strangeState(scope: Scope): Problem {
  const message = `\`${statePath(scope)}\` is not valid, so surcingle cannot tell which files it wrote`;
  const hint = "use the version that wrote it, or delete it: files with unchanged content are recognized again";
  return problem("foreign-file", statePath(scope), message, hint);
}

function strangeJournal(scope: Scope): Problem {
  const path = `${stateDirectory(scope)}/${journalName}`;
  const message = `\`${path}\` is not valid, so the interrupted run cannot be completed`;
  return problem("interrupted", path, message, "use the version that wrote it, or delete it");
}
