/** A snapshot of git's state, to detect whether an agent used git. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { GitState } from "../../capability/contract.ts";
import { askGit, git, type Repository, treeAt, type WorkTree } from "./git.ts";

export async function readGitState(repository: Repository, tree: WorkTree): Promise<GitState> {
  const symbolic = await git(tree, ["symbolic-ref", "--quiet", "HEAD"]);
  const head = await git(tree, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  const list = await askGit(tree, ["for-each-ref", "--format=%(refname)%00%(objectname)%00%(symref)"]);
  const refs: Record<string, string> = {};
  for (const line of list.split("\n")) {
    const [name = "", hash = "", target = ""] = line.split("\0");
    // A symbolic ref moves with its target.
    if (name !== "" && name !== "refs/stash" && target === "") refs[name] = hash;
  }
  const stash = await git(tree, ["rev-parse", "--verify", "--quiet", "refs/stash"]);
  return {
    head: `${symbolic.code === 0 ? symbolic.stdout.trim() : "detached"} ${head.stdout.trim()}`,
    refs,
    stash: stash.code === 0 ? stash.stdout.trim() : "",
    config: configHash(repository, tree),
  };
}

/** A hash, because a configuration can contain secrets. Covers hooks, ignore and attribute files too. */
function configHash({ commonDir }: Repository, { gitDir }: WorkTree): string {
  const hash = createHash("sha256");
  const hooks = listNames(join(commonDir, "hooks")).filter((name) => !name.endsWith(".sample"));
  const files: [name: string, file: string][] = [
    ["config", join(commonDir, "config")],
    ["config.worktree", join(gitDir, "config.worktree")],
    ...["info/exclude", "info/attributes", "objects/info/alternates"].map((name): [string, string] => [
      name,
      join(commonDir, name),
    ]),
    ...hooks.map((name): [string, string] => [`hooks/${name}`, join(commonDir, "hooks", name)]),
  ];
  for (const [name, file] of files) hash.update(`${name}\0`).update(contentOf(file)).update("\0");
  return hash.digest("hex");
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function contentOf(file: string): Buffer | string {
  try {
    // Anything else with this name, such as a pipe, is not read.
    return statSync(file).isFile() ? readFileSync(file) : "no file";
  } catch {
    return "";
  }
}

/**
 * People keep working while an agent does. A branch that another work tree has checked out may move there, and that
 * work tree's log says when; a fetch moves remote branches. These moves are removed from the later state. A branch that
 * was moved from anywhere else stays in it.
 */
export async function withoutOtherMoves(
  repository: Repository,
  tree: WorkTree,
  before: GitState,
  after: GitState,
): Promise<GitState> {
  const owners = await ownersOf(repository, tree);
  const refs: Record<string, string> = { ...after.refs };
  for (const [name, hash] of Object.entries(after.refs)) {
    if (before.refs[name] === hash) continue;
    const owner = owners.get(name);
    const isTheirs = owner ? await movedItself(repository, owner, hash) : await wasFetched(repository, name, hash);
    if (!isTheirs) continue;
    const known = before.refs[name];
    if (known === undefined) delete refs[name];
    else refs[name] = known;
  }
  return { ...after, refs };
}

/** The other work trees, by the branch that is checked out there. */
async function ownersOf(repository: Repository, tree: WorkTree): Promise<ReadonlyMap<string, string>> {
  const list = await askGit(repository, ["worktree", "list", "--porcelain", "-z"]);
  const owners = new Map<string, string>();
  let path = "";
  for (const line of list.split("\0")) {
    if (line.startsWith("worktree ")) path = line.slice("worktree ".length);
    if (line.startsWith("branch ") && path !== tree.path) owners.set(line.slice("branch ".length), path);
  }
  return owners;
}

async function movedItself(repository: Repository, path: string, hash: string): Promise<boolean> {
  const owner = treeAt(repository, path);
  const log = owner && (await git(owner, ["log", "-g", "-1", "--format=%H", "HEAD"]));
  return log?.code === 0 && log.stdout.trim() === hash;
}

async function wasFetched(repository: Repository, name: string, hash: string): Promise<boolean> {
  if (!name.startsWith("refs/remotes/")) return false;
  const log = await git(repository, ["log", "-g", "-1", "--format=%H %gs", name]);
  return log.code === 0 && log.stdout.startsWith(`${hash} fetch`);
}

interface Entry {
  readonly from: string;
  readonly to: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
}

/** Seconds by which the branch of a worktree may be newer than the worktree. */
const moment = 1;

/** Git's state when the worktree was created, from the reflogs. Settings and tags have none: they count as unchanged. */
export async function stateAtCreation(repository: Repository, tree: WorkTree): Promise<GitState | undefined> {
  const now = await readGitState(repository, tree);
  const [first, ...others] = readLog(join(tree.gitDir, "logs/HEAD"));
  // The log of the user's own checkout does not show when an agent began.
  if (!first || tree.gitDir === repository.commonDir || !/^0+$/.test(first.from)) return undefined;
  const hasMoved = others.some(({ message }) => message !== "reset: moving to HEAD");
  const at = (ref: string): string | undefined => valueAt(join(repository.commonDir, "logs", ref), first.time + moment);
  const refs = Object.entries(now.refs).flatMap(([name, hash]): [string, string][] => {
    const known = at(name) ?? hash;
    return known === "" ? [] : [[name, known]];
  });
  return {
    ...now,
    head: hasMoved ? `where the worktree was made, ${first.to}` : now.head,
    refs: Object.fromEntries(refs),
    stash: at("refs/stash") ?? now.stash,
  };
}

/** The hash of a ref at a time; empty if it did not exist, undefined without a log. */
function valueAt(file: string, time: number): string | undefined {
  const log = readLog(file);
  const last = log.findLast((entry) => entry.time <= time);
  if (last) return last.to;
  const [next] = log;
  return next && (/^0+$/.test(next.from) ? "" : next.from);
}

/** `<from> <to> Name <address> 1794814686 +0000\tmessage` */
function readLog(file: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line): Entry[] => {
    const found = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d+(?:\t(.*))?$/.exec(line);
    return found ? [{ from: found[1]!, to: found[2]!, time: Number(found[3]), message: found[4] ?? "" }] : [];
  });
}
