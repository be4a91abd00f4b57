/** Collects an agent's changes as a list and as a patch, including untracked, renamed and deleted files. */
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sortBy } from "../../base/order.ts";
import type { FileChange } from "../../capability/contract.ts";
import { askGit, type GitAnswer, git, type WorkTree, withoutTasks } from "./git.ts";

interface Changes {
  readonly list: readonly FileChange[];
  /** Complete, with binary files: `git apply` reproduces the tree. Empty if nothing changed. */
  readonly patch: Buffer;
  /** Why git could not list all changes; if set, ignore the rest. */
  readonly problems: readonly string[];
}

/** The user's settings must not change the output format. */
const form = ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=none", "--submodule=short"];
const patchForm = ["--binary", "--full-index", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/", "--unified=3"];

/**
 * Uses a separate index, so that an agent cannot hide changes in its own, and a separate object store, so that a large
 * file that is rejected does not stay in the repository.
 */
export async function readChanges(tree: WorkTree, base: string, largest?: number): Promise<Changes> {
  if (!isInPlace(tree)) return { list: [], patch: Buffer.alloc(0), problems: ["the worktree is missing"] };
  const scratch = mkdtempSync(join(tmpdir(), "surcingle-index-"));
  try {
    const objects = (await askGit(tree, ["rev-parse", "--path-format=absolute", "--git-path", "objects"])).trimEnd();
    mkdirSync(join(scratch, "objects"));
    const env = {
      GIT_INDEX_FILE: join(scratch, "index"),
      GIT_OBJECT_DIRECTORY: join(scratch, "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
    };
    await askGit(tree, ["read-tree", base], { env });
    // Excludes nothing: git treats an ignored directory that is excluded here as explicitly requested.
    const added = await git(tree, ["-c", "advice.addEmbeddedRepo=false", "add", "--all", "--", ":(top)"], { env });
    const diff = ["diff", "--cached", ...form];
    const raw = await askGit(
      tree,
      [...diff, "--raw", "-z", "--no-abbrev", "--find-renames", base, "--", ...withoutTasks],
      {
        env,
      },
    );
    const { list, nested } = readRaw(raw);
    const limit = largest === undefined ? {} : { largest };
    const patch = await git(tree, [...diff, ...patchForm, base, "--", ...withoutTasks], { env, ...limit });
    const problems = [
      ...saidBy("git add", added),
      ...saidBy("git diff", patch),
      ...nested.map((path) => `${path} is a nested repository, so its files cannot be compared`),
      ...brokenLink(tree),
    ];
    const whole = patch.code === 0 ? patch.bytes : Buffer.alloc(0);
    return { list: sortBy(list, ({ path }) => path), patch: whole, problems };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** An agent can remove its worktree, or replace it with a link to another directory. */
export function isInPlace({ path }: WorkTree): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function saidBy(what: string, { code, stderr }: GitAnswer): string[] {
  if (code === 0) return [];
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 ? lines.map((line) => `${what}: ${line}`) : [`${what} exited with ${code}`];
}

const kinds: Readonly<Record<string, FileChange["kind"]>> = { A: "added", D: "deleted", R: "renamed", C: "added" };

/** `:100644 100644 <hash> <hash> M\0path\0`, and two paths after a rename. */
function readRaw(text: string): { readonly list: readonly FileChange[]; readonly nested: readonly string[] } {
  const parts = text.split("\0");
  const [list, nested]: [FileChange[], string[]] = [[], []];
  for (let at = 0; at + 1 < parts.length; ) {
    const [, mode = "", , , letter = ""] = parts[at]!.split(" ");
    const kind = kinds[letter[0] ?? ""] ?? "modified";
    const hasTwo = letter.startsWith("R") || letter.startsWith("C");
    const [first = "", second = ""] = parts.slice(at + 1, at + 3);
    const path = hasTwo ? second : first;
    list.push(letter.startsWith("R") ? { kind, path, from: first } : { kind, path });
    if (mode === "160000") nested.push(path);
    at += hasTwo ? 3 : 2;
  }
  return { list, nested };
}

/** A worktree is tied to its repository by a file that an agent can write. We do not follow it, but others will. */
function brokenLink({ path, gitDir }: WorkTree): string[] {
  if (gitDir.endsWith("/.git")) return [];
  try {
    const link = join(path, ".git");
    // Reading a pipe would block.
    if (lstatSync(link).isFile() && readFileSync(link, "utf8").trim() === `gitdir: ${gitDir}`) return [];
  } catch {
    // It does not exist or is not a file.
  }
  return ["the file .git of the worktree has changed"];
}

/** A file at a commit; undefined if it is missing or not text. */
export async function readAt(tree: WorkTree, commit: string, path: string): Promise<string | undefined> {
  const { code, bytes } = await git(tree, ["cat-file", "blob", `${commit}:${path}`]);
  return code === 0 ? textOf(bytes) : undefined;
}

export function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}
