/** Plans our keys in one file that belongs to someone else too. Its other keys, and values we did not write, stay. */
import { findConflicts, type KeyPath, mergeJson, unmergeJson, withoutKeys } from "../../formats/json-merge.ts";
import type { JsonProblem } from "../../formats/jsonc.ts";
import type { Entries, SharedFile } from "../../model/output.ts";
import { type PlannedChange, refuse, refuseObstacle } from "./change.ts";
import type { PathState } from "./look-at.ts";
import { sha256 } from "./manifest.ts";
import type { OwnKeys } from "./state.ts";

export interface SharedPlan {
  readonly change: PlannedChange;
  /** Our keys afterwards, if any are left. */
  readonly own?: OwnKeys;
}

/** Without a file, keys that were ours are taken out again. */
export function planShared(
  path: string,
  harness: string,
  file: SharedFile | undefined,
  found: PathState,
  own: OwnKeys | undefined,
): SharedPlan {
  if (found.kind === "obstacle") return { change: refuseObstacle(path, found) };
  if (file && file.format !== "json") throw new Error(`there is no way yet to merge keys into \`${path}\``);
  const text = found.kind === "missing" ? "" : found.text;
  if (text === undefined) return { change: refuseText(path, { problem: "it is not UTF-8 text", offset: 0 }, "") };
  const keys = file?.keys ?? [];
  const isNew = own?.isNew ?? found.kind === "missing";
  const changed = changeKeys(text, keys, own);
  if ("problem" in changed) return { change: refuseText(path, changed, text) };
  if ("conflicts" in changed) return { change: refuseKeys(path, changed.conflicts) };
  const left = keys.length > 0 ? { own: { path, harness, keys, made: changed.made, isNew } } : {};
  if (found.kind === "file" && keys.length === 0 && isNew && changed.text.trim() === "{}") {
    return { change: { kind: "remove", path, before: found.sha256 } };
  }
  if (changed.text === text) return { change: { kind: "keep", path, isAdopted: false }, ...left };
  const before = found.kind === "file" ? found.sha256 : undefined;
  const isExecutable = found.kind === "file" && found.isExecutable;
  const after = sha256(changed.text);
  return { change: { kind: "merge", path, content: changed.text, isExecutable, before, after }, ...left };
}

type Changed =
  | { readonly text: string; readonly made: readonly KeyPath[] }
  | { readonly conflicts: KeyPath[] }
  | JsonProblem;

function changeKeys(text: string, keys: Entries, own: OwnKeys | undefined): Changed {
  const last = own?.keys ?? [];
  const stale = withoutKeys(last, keys);
  const conflicts = findConflicts(text, keys, last);
  if ("problem" in conflicts) return conflicts;
  const edited = findConflicts(text, stale, []);
  if ("problem" in edited) return edited;
  if (conflicts.length + edited.length > 0) return { conflicts: [...conflicts, ...edited] };
  const made = own?.made ?? [];
  const rest = stale.length > 0 && text !== "" ? unmergeJson(text, stale, made) : text;
  if (typeof rest !== "string") return rest;
  if (keys.length === 0) return { text: rest, made: [] };
  const merged = mergeJson(rest, keys);
  if ("problem" in merged) return merged;
  const all = new Map([...made, ...merged.made].map((path) => [JSON.stringify(path), path]));
  return { text: merged.text, made: [...all.values()] };
}

function refuseText(path: string, { problem, offset }: JsonProblem, text: string): PlannedChange {
  const line = text.slice(0, offset).split("\n").length;
  const hint = "mend the file and apply again, or apply without --with-shared";
  return refuse(path, "shared-file", `\`${path}\` cannot be merged into: line ${line}: ${problem}`, hint);
}

function refuseKeys(path: string, conflicts: readonly KeyPath[]): PlannedChange {
  const names = conflicts.map((keys) => `\`${keys.join(".")}\``).join(", ");
  const hint = "remove these keys, or apply without --with-shared";
  return refuse(path, "shared-file", `\`${path}\` has other values than surcingle would write under ${names}`, hint);
}
