/** A plan of mounts: the mode of each path, from the root of the disk down, and its bubblewrap arguments. */
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
 * A directory between a writable mount and an exception below it could be renamed, and the denied path recreated: as a
 * mount it is busy.
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

/**
 * Directories with too many exceptions become read-only: the smallest one that is enough, else the fullest one at the
 * top. Hidden paths stay hidden.
 */
export function limitMounts(
  plan: MountPlan,
  root: string,
  most: number,
): { readonly plan: MountPlan; readonly closed: string[] } {
  let current = plan;
  const closed: string[] = [];
  for (let guarded = guard(current); guarded.size > most; guarded = guard(current)) {
    const fullest = directoryToClose(guarded, root, guarded.size - most);
    if (fullest === undefined) break;
    const next: MountPlan = new Map(
      [...current].filter(([path, { mode }]) => path === fullest || !isInside(fullest, path) || mode === "hide"),
    );
    next.delete(fullest);
    place(next, fullest, { mode: "read", isDirectory: true });
    closed.push(fullest);
    current = next;
  }
  return { plan: current, closed };
}

function directoryToClose(guarded: MountPlan, root: string, excess: number): string | undefined {
  const counts = new Map<string, number>();
  for (const [path, { mode }] of guarded) {
    if (path === root || !isInside(root, path) || mode === "hide") continue;
    for (let at = directoryOf(path); ; at = directoryOf(at)) {
      counts.set(at, (counts.get(at) ?? 0) + 1);
      if (at === root) break;
    }
  }
  // The directory itself needs a mount.
  const enough = [...counts].filter(([path, count]) => path !== root && count > excess);
  const least = enough.sort(([a, m], [b, n]) => m - n || b.length - a.length || (a < b ? -1 : 1))[0]?.[0];
  const tops = [...counts].filter(([path, count]) => path !== root && directoryOf(path) === root && count > 1);
  const top = tops.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0];
  return least ?? top ?? (counts.has(root) ? root : undefined);
}

export function mountArguments(plan: MountPlan): readonly string[] {
  const all = inOrder(plan);
  const frozen = all.flatMap(([path, { mode, isDirectory }]) =>
    mode === "hide" && isDirectory && path !== "/" ? ["--remount-ro", path] : [],
  );
  const words = all.flatMap(([path, mount]) => {
    // The root of a sandbox is an empty directory, so a private directory below it needs no mount.
    const isOnRoot = mount.mode === "private" && nearest(plan, directoryOf(path)).path === "/";
    return isOnRoot && plan.get("/")?.mode === "hide" ? ["--dir", path] : wordsOf(path, mount);
  });
  return [...words, ...frozen];
}

function wordsOf(path: string, { mode, isDirectory, target = "" }: Mount): readonly string[] {
  switch (mode) {
    case "write":
      return ["--bind", path, path];
    case "read":
      return ["--ro-bind", path, path];
    case "private":
      return ["--tmpfs", path];
    case "proc":
      return ["--proc", path];
    case "dev":
      return ["--dev", path];
    case "link":
      return ["--symlink", target, path];
    case "hide":
      // The root of every sandbox is already an empty directory.
      if (path === "/") return [];
      return isDirectory ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  }
}
