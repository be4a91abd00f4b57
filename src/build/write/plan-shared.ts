/** Plans the merge of our keys into one shared file. Other keys and values stay. */
import { findConflicts, type KeyPath, mergeJson, unmergeJson, withoutKeys } from "../../formats/json-merge.ts";
import type { JsonProblem } from "../../formats/jsonc.ts";
import type { Entries, SharedFile } from "../../model/output.ts";
import { type PlannedChange, refuse, refuseObstacle } from "./change.ts";
import type { PathState } from "./disk.ts";
import { sha256 } from "./manifest.ts";
import type { OwnKeys } from "./state.ts";

interface SharedPlan {
  readonly change: PlannedChange;
  /** Our keys after the merge, including those of other roots. */
  readonly own: readonly OwnKeys[];
}

/** The recorded keys of a shared file: those of these roots, and those of other roots, which stay. */
interface KnownKeys {
  readonly mine: readonly OwnKeys[];
  readonly others: readonly OwnKeys[];
}

/** Without a file, keys that were ours are removed. */
export function planShared(
  entry: Pick<OwnKeys, "path" | "harness" | "roots">,
  file: SharedFile | undefined,
  found: PathState,
  known: KnownKeys,
): SharedPlan {
  const { path } = entry;
  const refused = (change: PlannedChange): SharedPlan => ({ change, own: [...known.mine, ...known.others] });
  if (found.kind === "obstacle") return refused(refuseObstacle(path, found));
  if (file && file.format !== "json") throw new Error(`keys cannot be merged into \`${path}\``);
  const text = found.kind === "missing" ? "" : found.text;
  if (text === undefined) return refused(refuseText(path, { problem: "it is not valid UTF-8", offset: 0 }, ""));
  const keys = file?.keys ?? [];
  const all = [...known.mine, ...known.others];
  const isNew = all.length > 0 ? all.some((own) => own.isNew) : found.kind === "missing";
  const changed = changeKeys(text, keys, known);
  if ("problem" in changed) return refused(refuseText(path, changed, text));
  if ("conflicts" in changed) return refused(refuseKeys(path, changed.conflicts));
  // The last roots to be removed also remove the objects that the others created.
  const others = known.others.map((own) => ({ ...own, keys: withoutKeys(own.keys, keys), made: changed.made }));
  const own = [
    ...(keys.length > 0 ? [{ ...entry, keys, made: changed.made, isNew }] : []),
    ...others.filter((each) => each.keys.length > 0),
  ];
  if (found.kind === "file" && own.length === 0 && isNew && changed.text.trim() === "{}")
    return { change: { kind: "remove", path, before: found.sha256 }, own };
  if (changed.text === text) return { change: { kind: "keep", path, isAdopted: false }, own };
  const before = found.kind === "file" ? found.sha256 : undefined;
  const isExecutable = found.kind === "file" && found.isExecutable;
  const after = sha256(changed.text);
  return { change: { kind: "merge", path, content: changed.text, isExecutable, before, after }, own };
}

type Changed =
  | { readonly text: string; readonly made: readonly KeyPath[] }
  | { readonly conflicts: KeyPath[] }
  | JsonProblem;

function changeKeys(text: string, keys: Entries, { mine, others }: KnownKeys): Changed {
  const conflicts = conflictsWith(
    text,
    keys,
    [...mine, ...others].map((own) => own.keys),
  );
  if ("problem" in conflicts) return conflicts;
  const stale = mine.map((own) => ({
    made: own.made,
    keys: others.reduce((left, other) => withoutKeys(left, other.keys), withoutKeys(own.keys, keys)),
  }));
  for (const each of stale) {
    const edited = findConflicts(text, each.keys, []);
    if ("problem" in edited) return edited;
    conflicts.push(...edited);
  }
  if (conflicts.length > 0) return { conflicts };
  let rest = text;
  for (const each of stale) {
    if (each.keys.length === 0 || rest === "") continue;
    const less = unmergeJson(rest, each.keys, each.made);
    if (typeof less !== "string") return less;
    rest = less;
  }
  const merged = keys.length === 0 ? { text: rest, made: [] } : mergeJson(rest, keys);
  if ("problem" in merged) return merged;
  const made = [...[...mine, ...others].flatMap((own) => own.made), ...merged.made];
  return { text: merged.text, made: [...new Map(made.map((path) => [JSON.stringify(path), path])).values()] };
}

/** Values that we neither wrote before nor would write now. */
function conflictsWith(text: string, keys: Entries, last: readonly Entries[]): KeyPath[] | JsonProblem {
  let left: KeyPath[] | undefined;
  for (const own of last.length > 0 ? last : [[]]) {
    const found = findConflicts(text, keys, own);
    if ("problem" in found) return found;
    const paths = new Set(found.map((path) => JSON.stringify(path)));
    left = left === undefined ? found : left.filter((path) => paths.has(JSON.stringify(path)));
  }
  return left ?? [];
}

function refuseText(path: string, { problem, offset }: JsonProblem, text: string): PlannedChange {
  const line = text.slice(0, offset).split("\n").length;
  const hint = "fix the file, or apply without `--with-shared`";
  return refuse(path, "shared-file", `\`${path}\` cannot be merged: line ${line}: ${problem}`, hint);
}

function refuseKeys(path: string, conflicts: readonly KeyPath[]): PlannedChange {
  const names = conflicts.map((keys) => `\`${keys.join(".")}\``).join(", ");
  const hint = "remove these keys, or apply without `--with-shared`";
  return refuse(path, "shared-file", `\`${path}\` already has different values for ${names}`, hint);
}
