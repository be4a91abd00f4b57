/** The journal of an `apply`, written before anything is moved, so that the next run can finish an interrupted one. */
import { copyFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { valueAt } from "../../base/unchecked.ts";
import { kindOf, openDisk } from "./disk.ts";
import { readText, removeIfEmpty } from "./inspect-tree.ts";
import { isHash, isPath, isPathList, parseObject } from "./manifest.ts";
import { withPlainModes, writeNew } from "./stage-tree.ts";
import { isState, printState, type State } from "./state.ts";

export interface Move {
  readonly path: string;
  /** The staged new content, next to its target. Without it the file is removed. */
  readonly staged?: string;
  /** Hash of the file that may be replaced or removed; without it the path must not exist. */
  readonly before?: string;
  /** Where the old file is backed up. */
  readonly backup?: string;
}

export interface Journal {
  /**
   * `staging`: nothing was moved yet, so recovery undoes the run. `moving`: everything is staged, so recovery finishes
   * it.
   */
  readonly phase: "staging" | "moving";
  readonly moves: readonly Move[];
  /** Directories to create, parents first. */
  readonly make: readonly string[];
  /** Our directories that are now empty of our files, parents first. */
  readonly drop: readonly string[];
  readonly state: State;
}

const journalVersion = 1;
export const journalName = "journal.json";

/** A target of `apply`. */
export interface ApplyTarget {
  readonly root: string;
  /** Full path of the manifest of the last run. */
  readonly manifest: string;
}

function journalPath(site: ApplyTarget): string {
  return join(dirname(site.manifest), journalName);
}

/** Undefined: there is none. A string: it exists but cannot be parsed. */
export function readJournal(site: ApplyTarget): Journal | string | undefined {
  const text = readText(journalPath(site));
  if (text === undefined) return undefined;
  const value = parseObject(text);
  return valueAt(value, "journal") === journalVersion && isJournal(value) ? value : text;
}

/** Written inside `work` and renamed, so that a partial file is never visible. */
export function writeJournal(site: ApplyTarget, work: string, journal: Journal): void {
  putWhole(journalPath(site), work, `${JSON.stringify({ journal: journalVersion, ...journal })}\n`);
}

export function completeJournal(site: ApplyTarget, work: string, journal: Journal): void {
  if (journal.phase === "staging") undo(site.root, journal);
  else finish(site, work, journal);
  unlinkSync(journalPath(site));
}

function undo(root: string, { moves, make }: Journal): void {
  for (const { staged } of moves) if (staged !== undefined) removeFile(join(root, staged));
  for (const directory of make.toReversed()) removeIfEmpty(join(root, directory));
}

/**
 * Every move is checked again: the run that planned it may have died long ago. A file that is neither what we saw then
 * nor what we would write belongs to someone else by now. It stays, and the next plan refuses it by name.
 */
function finish(site: ApplyTarget, work: string, { moves, drop, state }: Journal): void {
  const disk = openDisk(site.root, () => false);
  for (const { path, staged, before, backup } of moves) {
    const found = disk(path);
    const goal = join(site.root, path);
    const isAsPlanned =
      found.kind === "file" ? found.sha256 === before : found.kind === "missing" && before === undefined;
    if (backup !== undefined && isAsPlanned && found.kind === "file") backUp(goal, join(site.root, backup));
    const source = staged === undefined ? undefined : join(site.root, staged);
    if (source === undefined) {
      if (isAsPlanned && found.kind === "file") unlinkSync(goal);
    } else if (kindOf(source) === "file") {
      if (isAsPlanned) renameSync(source, goal);
      else unlinkSync(source);
    }
  }
  for (const directory of drop.toReversed()) removeIfEmpty(join(site.root, directory));
  if (state.files.length + state.shared.length > 0) putWhole(site.manifest, work, printState(state));
  else removeFile(site.manifest);
}

/** The copy is complete before it gets its name, and the original stays until then. */
function backUp(file: string, copy: string): void {
  copyFileSync(file, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
}

function putWhole(path: string, work: string, text: string): void {
  const temporary = join(work, "text");
  removeFile(temporary);
  withPlainModes(() => writeNew(temporary, text, false));
  renameSync(temporary, path);
}

function removeFile(path: string): void {
  if (kindOf(path) === "file") unlinkSync(path);
}

function isJournal(value: unknown): value is Journal {
  const [phase, moves, make, drop, state] = ["phase", "moves", "make", "drop", "state"].map((key) =>
    valueAt(value, key),
  );
  return (
    (phase === "staging" || phase === "moving") &&
    Array.isArray(moves) &&
    moves.every(isMove) &&
    isPathList(make) &&
    isPathList(drop) &&
    isState(state)
  );
}

function isMove(value: unknown): boolean {
  const [path, staged, before, backup] = ["path", "staged", "before", "backup"].map((key) => valueAt(value, key));
  const isOptionalPath = (each: unknown): boolean => each === undefined || isPath(each);
  return isPath(path) && isOptionalPath(staged) && isOptionalPath(backup) && (before === undefined || isHash(before));
}
