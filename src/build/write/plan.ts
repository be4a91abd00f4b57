/** Compares the wanted files with the disk and with the last run. Only reads. */
import type { WholeFile } from "../../model/output.ts";
import { type PlannedChange, refuse, refuseEdited, refuseObstacle } from "./change.ts";
import type { Disk, PathState } from "./disk.ts";
import { type HarnessOutput, targetPath } from "./harness-output.ts";
import { sha256 } from "./manifest.ts";
import { planShared } from "./plan-shared.ts";
import type { AppliedFile, OwnKeys, State } from "./state.ts";

export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** The state after the changes. */
  readonly files: readonly AppliedFile[];
  readonly shared: readonly OwnKeys[];
  /** Number of kept files of other roots, by root. */
  readonly others: ReadonlyMap<string, number>;
}

interface PlanOptions {
  readonly withShared: boolean;
  /** The roots of the outputs. */
  readonly roots?: string | undefined;
  /** Also remove files of other roots. */
  readonly replace?: boolean | undefined;
  /** Backup directory for foreign and edited files; without it they are refused. */
  readonly backup?: string | undefined;
  /** The harnesses whose stale files are removed. Default: those of the outputs. */
  readonly harnesses?: readonly string[] | undefined;
}

export function plan(outputs: readonly HarnessOutput[], disk: Disk, last: State, options: PlanOptions): Plan {
  const { withShared, roots, replace, backup } = options;
  const changes: PlannedChange[] = [];
  const produced = new Set<string>();
  const files = new Map<string, AppliedFile>();
  const shared: OwnKeys[] = [];
  const others = new Map<string, number>();
  const known = new Map(last.files.map((file) => [file.path, file]));
  // Entries of older versions have no roots.
  const isMine = (entry: { readonly roots?: string | undefined }): boolean =>
    replace === true || roots === undefined || entry.roots === undefined || entry.roots === roots;
  const keysIn = (path: string) => {
    const all = last.shared.filter((keys) => keys.path === path);
    return { mine: all.filter(isMine), others: all.filter((keys) => !isMine(keys)) };
  };
  for (const output of outputs) {
    const { id } = output;
    for (const file of output.files) {
      const path = targetPath(output, file.path);
      produced.add(path);
      if (file.kind === "whole") {
        const hash = sha256(file.content);
        const change = planWhole(path, file, hash, disk(path), known.get(path), backup);
        changes.push(change);
        if (change.kind !== "leave") files.set(path, { path, harness: id, sha256: hash, roots });
      } else if (withShared) {
        const { change, own } = planShared({ path, harness: id, roots }, file, disk(path), keysIn(path));
        changes.push(change);
        shared.push(...own);
      } else changes.push({ kind: "skip", path, built: `${id}/${file.path}` });
    }
  }
  // A run for some harnesses keeps files of the others, and a run with some roots keeps files of other roots.
  const isRendered = new Set(options.harnesses ?? outputs.map(({ id }) => id));
  for (const file of last.files) {
    if (produced.has(file.path)) continue;
    if (isRendered.has(file.harness) && isMine(file)) changes.push(...planRemoval(file, disk(file.path), backup));
    else files.set(file.path, file);
    if (!isMine(file)) others.set(file.roots ?? "", (others.get(file.roots ?? "") ?? 0) + 1);
  }
  for (const path of new Set(last.shared.map((keys) => keys.path))) {
    if (produced.has(path) && withShared) continue;
    const entries = last.shared.filter((keys) => keys.path === path);
    const { harness } = entries[0]!;
    const found = keysIn(path);
    if (!withShared || !isRendered.has(harness) || found.mine.length === 0) shared.push(...entries);
    else {
      const { change, own } = planShared({ path, harness, roots }, undefined, disk(path), found);
      changes.push(change);
      shared.push(...own);
    }
  }
  return { changes, files: [...files.values()], shared, others };
}

function planWhole(
  path: string,
  file: WholeFile,
  hash: string,
  found: PathState,
  own: AppliedFile | undefined,
  backup: string | undefined,
): PlannedChange {
  const isExecutable = file.executable === true;
  const write = { kind: "write", path, content: file.content, isExecutable, after: hash } as const;
  if (found.kind === "missing") return { ...write, before: undefined };
  if (found.kind === "obstacle") return refuseObstacle(path, found);
  if (found.sha256 === hash) {
    if (found.isExecutable === isExecutable) return { kind: "keep", path, isAdopted: own === undefined };
    return { ...write, before: hash };
  }
  if (found.sha256 === own?.sha256) return { ...write, before: own.sha256 };
  if (!own && file.isOptional) return { kind: "leave", path };
  if (backup !== undefined) return { ...write, before: found.sha256, backup: `${backup}/${path}` };
  if (own)
    return refuseEdited(path, "copy the change into the definitions; `--adopt` backs the file up and replaces it");
  const hint = "move it away, or pass `--adopt` to back it up and replace it";
  return refuse(path, "foreign-file", `\`${path}\` exists and surcingle did not write it`, hint);
}

function planRemoval(own: AppliedFile, found: PathState, backup: string | undefined): PlannedChange[] {
  if (found.kind === "missing") return [];
  // Whatever replaced our file is not ours and stays.
  if (found.kind === "obstacle") return [];
  if (found.sha256 === own.sha256) return [{ kind: "remove", path: own.path, before: own.sha256 }];
  if (backup !== undefined)
    return [{ kind: "remove", path: own.path, before: found.sha256, backup: `${backup}/${own.path}` }];
  return [refuseEdited(own.path, "it is no longer produced: move it away, or pass `--adopt` to back it up")];
}
