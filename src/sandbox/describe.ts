/** Describes a sandbox for people: one line for `explain`, and hints for a command that fails in it. */
import { isInside } from "../policy/path/forms.ts";
import { readShell } from "../policy/shell/parse.ts";
import type { Sandbox } from "./compile.ts";
import { inOrder, nearest } from "./mounts.ts";
import { caches, toolchains } from "./special-directories.ts";

/** `writes src; reads the project; no network; .git read-only`. */
export function describeSandbox(sandbox: Sandbox, root: string | undefined, home: string): readonly string[] {
  const short = (path: string): string =>
    path === root
      ? "the project"
      : root !== undefined && isInside(root, path)
        ? path.slice(root.length + 1)
        : withTilde(path, home);
  const tops = (mode: "write" | "read"): readonly string[] =>
    inOrder(sandbox.plan).flatMap(([path, mount]) => {
      const above =
        path === "/" ? undefined : nearest(sandbox.plan, path.slice(0, path.lastIndexOf("/")) || "/").mount.mode;
      return mount.mode === mode && above !== mode && !isSystem(path)
        ? [path === "/" ? "the whole disk" : short(path)]
        : [];
    });
  const writes = tops("write");
  const tools = new Set([...toolchains, ...caches]);
  const seen = tops("read").filter((path) => !writes.includes(path));
  const reads = [
    ...seen.filter((path) => path === "the project"),
    ...seen.filter((path) => path !== "the project" && !tools.has(path)),
    ...(seen.some((path) => tools.has(path)) ? ["tools and caches"] : []),
  ];
  const git = root === undefined ? undefined : nearest(sandbox.plan, `${root}/.git`).mount.mode;
  return [
    writes.length === 0 ? "writes nothing" : `writes ${list(writes)}`,
    ...(reads.length === 0 ? [] : [`reads ${list(reads)}`]),
    sandbox.hasNetwork ? "network" : "no network",
    ...(git === undefined ? [] : [git === "write" ? "`.git` writable" : "`.git` read-only"]),
  ];
}

const mostNames = 6;

function list(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function withTilde(path: string, home: string): string {
  return isInside(home, path) && home !== "/" ? `~${path.slice(home.length)}` : path;
}

function isSystem(path: string): boolean {
  return /^\/(?:usr|bin|sbin|lib\w*|etc|opt|nix|run|proc|dev|var)(?:\/|$)/.test(path);
}

interface Needs {
  readonly network: boolean;
  /** Git changes the repository. */
  readonly git: boolean;
  readonly files: boolean;
  readonly usesGit: boolean;
}

/** What a command line needs from its sandbox, as far as its programs are known. */
function needsOf(command: string): Needs {
  let [network, git, files, usesGit] = [false, false, false, false];
  for (const found of readShell(command).found) {
    if (found.kind === "address") network = true;
    if (found.kind !== "command") continue;
    if (found.reading?.head[0] === "git") usesGit = true;
    for (const { kind } of found.effects) {
      if (kind === "connects" || kind === "fetch" || kind === "host") network = true;
      if (kind === "changes" && found.reading?.head[0] === "git") git = true;
      else if (kind === "changes") files = true;
    }
  }
  return { network, git, files, usesGit };
}

/** Every program of the command is known and only reads: it creates no files. */
export function onlyReads(command: string): boolean {
  const isReading = (kind: string): boolean => kind === "read" || kind === "list";
  return readShell(command).found.every((found) =>
    found.kind === "command"
      ? found.reading !== undefined && found.effects.every(({ kind }) => isReading(kind))
      : found.kind === "move" || (found.kind === "path" && isReading(found.effect)),
  );
}

/** A command such as `git commit`: approving it also approves git's changes to its own files. */
export function changesGit(command: string): boolean {
  return needsOf(command).git;
}

/** Sentences for a failed command: what it may have needed, and what would permit it. */
export function hintsFor(command: string, sandbox: Sandbox, root: string | undefined): readonly string[] {
  const needs = needsOf(command);
  const canWrite = (path: string): boolean => nearest(sandbox.plan, path).mount.mode === "write";
  const hints: string[] = [];
  if (needs.network && !sandbox.hasNetwork)
    hints.push(
      "the sandbox has no network: `webfetch` does not allow every address. Approving the command may allow it.",
    );
  const isNoted = sandbox.notes.some((note) => note.startsWith("`.git`"));
  if (needs.git && root !== undefined && !canWrite(`${root}/.git`) && !isNoted)
    hints.push('the sandbox keeps `.git` read-only. Approve the command, or set `git = "write"` in [sandbox].');
  const hidden = needs.usesGit && root !== undefined ? hiddenFiles(sandbox, root) : [];
  if (hidden.length > 0)
    hints.push(`the sandbox hides ${list(hidden)}, and git cannot read hidden files. A \`read\` rule can allow them.`);
  if (needs.files && root !== undefined && !canWrite(root))
    hints.push("in the sandbox, files that `edit` does not allow are read-only; add caches to `write` in [sandbox].");
  const kept = root === undefined ? undefined : keptOutput(sandbox, root);
  if (kept)
    hints.push(
      `in the sandbox, \`${kept.file}\` cannot be changed, because \`edit\` does not allow it. If \`${kept.directory}\` is build output, add it to \`write\` in [sandbox].`,
    );
  for (const note of sandbox.notes) hints.push(`in the sandbox, ${note}.`);
  return hints.map((hint) => `surcingle: ${hint}`);
}

function hiddenFiles({ plan }: Sandbox, root: string): readonly string[] {
  return inOrder(plan).flatMap(([path, { mode, isDirectory }]) =>
    mode === "hide" && !isDirectory && isInside(root, path) ? [`\`${path.slice(root.length + 1)}\``] : [],
  );
}

const outputNames = new Set([
  "dist",
  "build",
  "out",
  "output",
  "target",
  "coverage",
  "node_modules",
  "_build",
  ".next",
]);

/** A build that replaces such a directory fails at the first file in it that is read-only. */
function keptOutput(
  { plan }: Sandbox,
  root: string,
): { readonly directory: string; readonly file: string } | undefined {
  for (const [path, { mode, isDirectory }] of inOrder(plan)) {
    if (mode !== "read" || !isInside(root, path)) continue;
    const names = path.slice(root.length + 1).split("/");
    const at = names.findIndex((name) => outputNames.has(name));
    if (at < 0 || (isDirectory && at === names.length - 1)) continue;
    return { directory: names.slice(0, at + 1).join("/"), file: names.join("/") };
  }
  return undefined;
}
