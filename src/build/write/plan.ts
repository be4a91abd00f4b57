/** Compares what should be there with what is there and with what we wrote last. Pure: the disk is asked, not touched. */
import type { WholeFile } from "../../model/output.ts";
import { type PlannedChange, refuse, refuseEdited, refuseObstacle } from "./change.ts";
import { type HarnessOutput, targetPath } from "./harness-output.ts";
import type { Disk, PathState } from "./look-at.ts";
import { sha256 } from "./manifest.ts";
import { planShared } from "./plan-shared.ts";
import type { AppliedFile, OwnKeys, State } from "./state.ts";

export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** What will be ours when the changes are done. */
  readonly files: readonly AppliedFile[];
  readonly shared: readonly OwnKeys[];
}

export function plan(outputs: readonly HarnessOutput[], disk: Disk, last: State, withShared: boolean): Plan {
  const changes: PlannedChange[] = [];
  const produced = new Set<string>();
  const files = new Map<string, AppliedFile>();
  const shared = new Map<string, OwnKeys>();
  const known = new Map(last.files.map((file) => [file.path, file]));
  const knownKeys = new Map(last.shared.map((keys) => [keys.path, keys]));
  for (const output of outputs) {
    const { id } = output;
    for (const file of output.files) {
      const path = targetPath(output, file.path);
      produced.add(path);
      if (file.kind === "whole") {
        const hash = sha256(file.content);
        changes.push(planWhole(path, file, hash, disk(path), known.get(path)));
        files.set(path, { path, harness: id, sha256: hash });
      } else if (withShared) {
        const { change, own } = planShared(path, id, file, disk(path), knownKeys.get(path));
        changes.push(change);
        if (own) shared.set(path, own);
      } else changes.push({ kind: "skip", path, built: `${id}/${file.path}` });
    }
  }
  // A run for some harnesses leaves what the others have.
  const isRendered = new Set(outputs.map(({ id }) => id));
  for (const file of last.files) {
    if (produced.has(file.path)) continue;
    if (!isRendered.has(file.harness)) files.set(file.path, file);
    else changes.push(...planRemoval(file, disk(file.path)));
  }
  for (const keys of last.shared) {
    if (produced.has(keys.path) && withShared) continue;
    if (!withShared || !isRendered.has(keys.harness)) shared.set(keys.path, keys);
    else changes.push(planShared(keys.path, keys.harness, undefined, disk(keys.path), keys).change);
  }
  return { changes, files: [...files.values()], shared: [...shared.values()] };
}

function planWhole(
  path: string,
  file: WholeFile,
  hash: string,
  found: PathState,
  own: AppliedFile | undefined,
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
  if (own)
    return refuseEdited(path, "take the change over into the definitions, then delete this file and apply again");
  const hint = "move it away and apply again; nothing was written";
  return refuse(path, "foreign-file", `\`${path}\` exists and surcingle did not write it`, hint);
}

function planRemoval(own: AppliedFile, found: PathState): PlannedChange[] {
  if (found.kind === "missing") return [];
  // Whatever took the place of our file is not ours: it is in nobody's way and stays.
  if (found.kind === "obstacle") return [];
  if (found.sha256 === own.sha256) return [{ kind: "remove", path: own.path, before: own.sha256 }];
  return [refuseEdited(own.path, "it is no longer produced: delete it, or move it away, and apply again")];
}
