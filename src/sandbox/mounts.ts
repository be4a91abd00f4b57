/** A plan of mounts: the mode of each path, from the root of the disk down. */
import { isInside } from "../policy/path/forms.ts";

/**
 * `hide`: nothing of the disk is visible. `private`: an empty directory of the sandbox. `link`: a symbolic link. A path
 * without a mount has the mode of the nearest directory above it.
 */
export type MountMode = "write" | "read" | "hide" | "private" | "proc" | "dev" | "link";

export interface Mount {
  readonly mode: MountMode;
  readonly isDirectory: boolean;
  /** Where a link points. */
  readonly target?: string;
}

export type MountPlan = Map<string, Mount>;

export function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

export function nearest(plan: MountPlan, path: string): { readonly path: string; readonly mount: Mount } {
  for (let at = path; ; at = directoryOf(at)) {
    const mount = plan.get(at);
    if (mount) return { path: at, mount };
    if (at === "/") return { path: "/", mount: { mode: "hide", isDirectory: true } };
  }
}

export function isVisible({ mode }: Mount): boolean {
  return mode === "read" || mode === "write";
}

/** Sets a mode unless the path already has it. */
export function place(plan: MountPlan, path: string, mount: Mount): void {
  const above = path === "/" ? undefined : nearest(plan, directoryOf(path)).mount;
  const isHidden = (each: Mount): boolean => each.mode === "hide" || each.mode === "private";
  const isSame = above !== undefined && (above.mode === mount.mode || (isHidden(above) && mount.mode === "hide"));
  if (isSame) plan.delete(path);
  else plan.set(path, mount);
}

export function inOrder(plan: MountPlan): readonly (readonly [path: string, mount: Mount])[] {
  const key = (path: string): string => path.replaceAll("/", "\u0000");
  return [...plan].sort(([a], [b]) => (key(a) < key(b) ? -1 : 1));
}

/**
 * A directory between a writable mount and an exception below it could be renamed, and the denied path recreated. A
 * mount point cannot be renamed, because it is busy.
 */
export function guard(plan: MountPlan): MountPlan {
  const guarded: MountPlan = new Map(plan);
  for (const [path] of inOrder(plan)) {
    if (path === "/") continue;
    const above = nearest(plan, directoryOf(path));
    if (above.mount.mode !== "write") continue;
    for (let at = directoryOf(path); at !== above.path; at = directoryOf(at))
      guarded.set(at, { mode: "write", isDirectory: true });
  }
  return guarded;
}

/** The files directly in each directory that a program can change. */
export type FreeFiles = ReadonlyMap<string, number>;

/**
 * With many mounts, each one takes longer. Above this fraction of the limit, a directory becomes read-only if that
 * saves one mount for every two files that could be changed in it.
 */
const manyMounts = 1 / 5;
const filesForMount = 2;

/**
 * Makes directories with many exceptions read-only, so that one mount is enough. Above the limit, as many as necessary:
 * first those that save many mounts and make few files read-only. Hidden paths stay hidden.
 */
export function limitMounts(
  plan: MountPlan,
  root: string,
  most: number,
  free: FreeFiles,
): { readonly plan: MountPlan; readonly closed: readonly string[] } {
  let current = plan;
  let closed: readonly string[] = [];
  const lost = sumBelow(root, [...free]);
  for (let worth = filesForMount; worth <= Number.MAX_SAFE_INTEGER; ) {
    const guarded = guard(current);
    const isOver = guarded.size > most;
    const excess = guarded.size - Math.floor(worth === filesForMount ? most * manyMounts : most);
    if (excess <= 0) break;
    const chosen = directoryToClose(
      guarded,
      root,
      (path, saved) => worth * Math.min(saved, excess) - (lost.get(path) ?? 0),
    );
    if (chosen === undefined || (chosen === root && !isOver)) {
      worth *= 2;
      continue;
    }
    const next: MountPlan = new Map(
      [...current].filter(([path, { mode }]) => path === chosen || !isInside(chosen, path) || mode === "hide"),
    );
    next.delete(chosen);
    place(next, chosen, { mode: "read", isDirectory: true });
    closed = [...closed.filter((path) => !isInside(chosen, path)), chosen];
    const here = lost.get(chosen) ?? 0;
    for (let at = chosen; ; at = directoryOf(at)) {
      lost.set(at, (lost.get(at) ?? 0) - here);
      if (at === root) break;
    }
    current = next;
  }
  return { plan: current, closed };
}

/** The directory with the highest gain, if one has any. The project itself only if nothing else is left. */
function directoryToClose(
  guarded: MountPlan,
  root: string,
  gainOf: (path: string, saved: number) => number,
): string | undefined {
  const mounts = [...guarded].flatMap(([path, { mode }]) =>
    path === root || mode === "hide" ? [] : [directoryOf(path)],
  );
  const saved = sumBelow(
    root,
    mounts.map((path) => [path, 1]),
  );
  const all = [...saved].map(([path, count]) => ({ path, gain: gainOf(path, count) }));
  const inner = all.filter(({ path }) => path !== root);
  inner.sort((a, b) => b.gain - a.gain || b.path.length - a.path.length || (a.path < b.path ? -1 : 1));
  const best = inner[0] ?? all[0];
  return best !== undefined && best.gain > 0 ? best.path : undefined;
}

/** For each directory from the root down: the sum of what is in it and below. */
function sumBelow(root: string, counts: readonly (readonly [path: string, count: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [path, count] of counts) {
    if (!isInside(root, path)) continue;
    for (let at = path; ; at = directoryOf(at)) {
      sums.set(at, (sums.get(at) ?? 0) + count);
      if (at === root) break;
    }
  }
  return sums;
}
