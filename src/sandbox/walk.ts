/** Finds paths in a directory tree that differ from the directory around them: secret, steering and denied files. */
import { mayBeListed } from "../policy/path/lists.ts";
import { secretFiles } from "../policy/path/secrets.ts";
import { maySteer } from "../policy/path/steering.ts";
import { directoryOf, type MountMode, type MountPlan, place } from "./mounts.ts";
import { unsearched } from "./places.ts";
import { type BoxQuestion, mayUse, mayUseNew, type Reach, reachBelow } from "./reach.ts";

/** At most this many names are examined: the rest becomes read-only. */
const mostNames = 20_000;

interface Visit {
  readonly path: string;
  readonly mode: MountMode;
  readonly edit: Reach;
  readonly read: Reach;
}

export interface Walked {
  /** Top-level directories that were not fully examined. */
  readonly unread: readonly string[];
}

export function modeOf(question: BoxQuestion, path: string, edit: Reach, read: Reach): MountMode {
  const isNew = (tool: "edit" | "read", reach: Reach): boolean =>
    reach === "all" || (reach === "some" && mayUseNew(question, tool, path));
  if (!isNew("read", read)) return "hide";
  return isNew("edit", edit) ? "write" : "read";
}

export function reachesOf(question: BoxQuestion, path: string): Pick<Visit, "edit" | "read"> {
  return { edit: reachBelow(question, "edit", path), read: reachBelow(question, "read", path) };
}

/** Adds every exception below `root` to the plan, and `root` itself. */
export function walk(question: BoxQuestion, root: string, plan: MountPlan): Walked {
  const reaches = reachesOf(question, root);
  const mode = modeOf(question, root, reaches.edit, reaches.read);
  place(plan, root, { mode, isDirectory: true });
  const open: Visit[] = [{ path: root, mode, ...reaches }];
  const unread = new Set<string>();
  let left = mostNames;
  // Breadth first, so that only deep directories are given up.
  for (let next = 0; next < open.length; next++) {
    const visit = open[next]!;
    const entries = question.surroundings.list(visit.path) ?? [];
    left -= entries.length;
    if (left < 0) {
      if (visit.mode === "write") unread.add(visit.path);
      continue;
    }
    for (const { name, kind } of entries) {
      // A link is an entry of its directory; its target has its own mode.
      if (kind === "link") continue;
      const path = `${visit.path === "/" ? "" : visit.path}/${name}`;
      const found = kind === "directory" ? visitDirectory(question, visit, path) : visitFile(question, visit, path);
      place(plan, path, { mode: found.mode, isDirectory: kind === "directory" });
      if (kind === "directory" && isWorthALook(found, name)) open.push(found);
    }
  }
  return { unread: closeUnread(plan, root, unread) };
}

function isWorthALook({ mode, edit, read }: Visit, name: string): boolean {
  if (edit === "some" || read === "some") return true;
  return mode !== "hide" && !unsearched.has(name);
}

function visitDirectory(question: BoxQuestion, above: Visit, path: string): Visit {
  const edit = above.edit === "some" ? reachBelow(question, "edit", path) : above.edit;
  const read = above.read === "some" ? reachBelow(question, "read", path) : above.read;
  if (isSecret(question, path)) return { path, mode: "hide", edit: "none", read: "none" };
  if (isSteering(question, edit, path)) {
    const mode = modeOf(question, path, "none", read);
    return { path, mode, edit: "none", read };
  }
  return { path, mode: modeOf(question, path, edit, read), edit, read };
}

function visitFile(question: BoxQuestion, above: Visit, path: string): Visit {
  const mayRead =
    (above.read === "some" ? mayUse(question, "read", path) : above.read === "all") && !isSecret(question, path);
  const mayEdit =
    (above.edit === "some" ? mayUse(question, "edit", path) : above.edit === "all") &&
    !isSteering(question, above.edit, path);
  return { path, mode: !mayRead ? "hide" : mayEdit ? "write" : "read", edit: above.edit, read: above.read };
}

function isSecret(question: BoxQuestion, path: string): boolean {
  return mayBeListed(secretFiles, path) && !mayUse(question, "read", path);
}

function isSteering(question: BoxQuestion, edit: Reach, path: string): boolean {
  return edit !== "none" && maySteer(path, question.surroundings) && !mayUse(question, "edit", path);
}

/** The directories directly below the root become read-only, so that there are few of them. */
function closeUnread(plan: MountPlan, root: string, unread: ReadonlySet<string>): readonly string[] {
  const tops = new Set<string>();
  for (const path of unread) {
    let top = path;
    while (top !== root && directoryOf(top) !== root) top = directoryOf(top);
    tops.add(top);
  }
  for (const top of tops) {
    for (const [path, { mode }] of plan) if (path.startsWith(`${top}/`) && mode === "write") plan.delete(path);
    plan.delete(top);
    place(plan, top, { mode: "read", isDirectory: true });
  }
  return [...tops];
}
