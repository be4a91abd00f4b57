/** Describes a sandbox for people: one line for `explain`, and hints for a command that fails in it. */
import { isInside } from "../policy/path/forms.ts";
import { readShell } from "../policy/shell/parse.ts";
import type { Box } from "./compile.ts";
import { inOrder, nearest } from "./mounts.ts";
import { toolchains } from "./places.ts";

/** `writes src; reads the project; no network; .git read-only`. */
export function describeBox(box: Box, root: string | undefined, home: string): readonly string[] {
  const short = (path: string): string =>
    path === root
      ? "the project"
      : root !== undefined && isInside(root, path)
        ? path.slice(root.length + 1)
        : homely(path, home);
  const tops = (mode: "write" | "read"): readonly string[] =>
    inOrder(box.plan).flatMap(([path, mount]) => {
      const above =
        path === "/" ? undefined : nearest(box.plan, path.slice(0, path.lastIndexOf("/")) || "/").mount.mode;
      return mount.mode === mode && above !== mode && !isSystem(path)
        ? [path === "/" ? "the whole disk" : short(path)]
        : [];
    });
  const writes = tops("write");
  const tools = new Set(toolchains);
  const seen = tops("read").filter((path) => !writes.includes(path));
  const reads = [
    ...seen.filter((path) => path === "the project"),
    ...seen.filter((path) => path !== "the project" && !tools.has(path)),
    ...(seen.some((path) => tools.has(path)) ? ["tools and caches"] : []),
  ];
  const git = root === undefined ? undefined : nearest(box.plan, `${root}/.git`).mount.mode;
  return [
    writes.length === 0 ? "writes nothing" : `writes ${list(writes)}`,
    ...(reads.length === 0 ? [] : [`reads ${list(reads)}`]),
    box.hasNetwork ? "network" : "no network",
    ...(git === undefined ? [] : [git === "write" ? "`.git` writable" : "`.git` read-only"]),
  ];
}

const mostNames = 6;

function list(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function homely(path: string, home: string): string {
  return isInside(home, path) && home !== "/" ? `~${path.slice(home.length)}` : path;
}

function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|sbin|lib\w*|etc|opt|nix|run|proc|dev|var)(?:\/|$)/.test(path);
}

/** Sentences for a failed command: what it may have needed, and what would permit it. */
export function hintsFor(command: string, box: Box, root: string | undefined): readonly string[] {
  let connects = false;
  let changesGit = false;
  let changes = false;
  for (const found of readShell(command).found) {
    if (found.kind === "address") connects = true;
    if (found.kind !== "command") continue;
    for (const { kind } of found.effects) {
      if (kind === "connects" || kind === "fetch" || kind === "host") connects = true;
      if (kind === "changes" && found.reading?.head[0] === "git") changesGit = true;
      else if (kind === "changes") changes = true;
    }
  }
  const canWrite = (path: string): boolean => nearest(box.plan, path).mount.mode === "write";
  const hints: string[] = [];
  if (connects && !box.hasNetwork)
    hints.push("the sandbox has no network: `webfetch` does not allow every address. An approved command may have it.");
  if (changesGit && root !== undefined && !canWrite(`${root}/.git`))
    hints.push('the sandbox keeps `.git` read-only. Approve the command, or set `git = "write"` in [sandbox].');
  if (changes && root !== undefined && !canWrite(root))
    hints.push(
      "the sandbox keeps files read-only that `edit` does not allow; `write` in [sandbox] names caches to open.",
    );
  return hints.map((hint) => `surcingle: ${hint}`);
}
