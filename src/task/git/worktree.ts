/** Worktrees of agents, outside the user's checkout. Each is owned by a process and removed when that process dies. */

import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem, problem } from "../../base/problem.ts";
import { hostMark, isAliveOn } from "../../process/alive.ts";
import {
  adminDirectories,
  git,
  type Repository,
  recordedPathOf,
  treeAt,
  type WorkTree,
  worktreePathOf,
} from "./git.ts";

/** The directory of all our worktrees for one repository. */
export function worktreeHome(repository: Repository, home: string, env: Readonly<Record<string, string | undefined>>) {
  const given = env["XDG_STATE_HOME"];
  const state = given?.startsWith("/") ? given : join(home, ".local/state");
  const first = repository.commonDir.endsWith("/.git") ? dirname(repository.commonDir) : repository.commonDir;
  const name = basename(first).replaceAll(/[^\w.-]/g, "_") || "repository";
  const hash = createHash("sha256").update(repository.commonDir).digest("hex").slice(0, 10);
  return join(state, "surcingle", "worktrees", `${name}-${hash}`);
}

/** The worktree of one agent. It exists from the start of the agent until its work is verified. */
export function taskWorktree(home: string, agentId: string): string {
  return join(home, "tasks", agentId);
}

/** No branch is created: the agent does not commit, so it would be empty. */
export async function addWorktree(repository: Repository, path: string, commit: string): Promise<WorkTree | Problem> {
  if (existsSync(path))
    return problem(
      "task-exists",
      path,
      `a worktree already exists at \`${path}\``,
      "`surcingle task verify` checks it and removes it; or change the `agent-id` of the task",
    );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const added = await git(repository, ["worktree", "add", "--quiet", "--detach", path, commit]);
  const tree = added.code === 0 ? treeAt(repository, path) : undefined;
  if (tree) return tree;
  await removeWorktree(repository, path);
  const output = added.stderr.trim() || `it exited with ${added.code}`;
  return problem("task-worktree", path, `git could not create a worktree at \`${path}\``, `it printed: ${output}`);
}

/** Works even if the agent broke the worktree. Also removes git's record of it; other worktrees are not touched. */
export async function removeWorktree(repository: Repository, path: string): Promise<void> {
  const known = adminDirectories(repository).filter((gitDir) => isOf(gitDir, path));
  if (existsSync(path)) await git(repository, ["worktree", "remove", "--force", "--force", path]);
  removeTree(path);
  for (const gitDir of known) removeTree(gitDir);
}

/**
 * Whether git's directory belongs to the worktree at `path`, even if the agent replaced the worktree or a parent with a
 * link.
 */
function isOf(gitDir: string, path: string): boolean {
  const places = [path, join(realDirectory(dirname(path)), basename(path))];
  return [worktreePathOf(gitDir), recordedPathOf(gitDir)].some(
    (place) => place !== undefined && places.includes(place),
  );
}

function realDirectory(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function removeTree(path: string): void {
  const options = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 } as const;
  try {
    rmSync(path, options);
  } catch {
    // Entries of a read-only directory cannot be removed.
    openDirectories(path);
    rmSync(path, options);
  }
}

function openDirectories(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) openDirectories(join(path, name));
}

/** A worktree for one step, always removed afterwards. */
export async function withTemporaryWorktree<T>(
  place: { readonly repository: Repository; readonly home: string; readonly agentId: string },
  commit: string,
  step: (tree: WorkTree) => Promise<T>,
): Promise<T | Problem> {
  const { repository, home, agentId } = place;
  const name = `${agentId}.${hostMark()}.${process.pid}.${randomBytes(6).toString("hex")}`;
  const path = join(home, "temporary", name);
  try {
    const tree = await addWorktree(repository, path, commit);
    return "code" in tree ? tree : await step(tree);
  } finally {
    await removeWorktree(repository, path);
  }
}

/** The process that owns an agent's worktree, and the directory of its task. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly directory: string;
}

const ownerFile = (home: string, agentId: string): string => join(home, "owners", `${agentId}.json`);

/** One process per agent id; a second one gets a problem. */
export function takeOwnership(home: string, agentId: string, directory: string): Problem | undefined {
  const file = ownerFile(home, agentId);
  const draft = join(home, `owner.${process.pid}.${randomBytes(6).toString("hex")}`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, JSON.stringify({ pid: process.pid, host: hostMark(), directory } satisfies Owner));
  try {
    // Created atomically, and only if it does not exist.
    linkSync(draft, file);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const message = `another process is working on \`${agentId}\``;
    const hint = `wait for it to end, or change the \`agent-id\` of the task; if there is no such process, remove \`${file}\``;
    return problem("task-exists", agentId, message, hint);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function giveUpOwnership(home: string, agentId: string): void {
  rmSync(ownerFile(home, agentId), { force: true });
}

export interface Abandoned extends Owner {
  readonly agentId: string;
}

/** Removes temporary worktrees of dead processes, and returns the agents whose process died. */
export async function findAbandoned(repository: Repository, home: string): Promise<Abandoned[]> {
  for (const name of listNames(join(home, "temporary"))) {
    const [, host, pid] = /\.([0-9a-f]{8})\.(\d+)\.[0-9a-f]{12}$/.exec(name) ?? [];
    if (host !== undefined && !isAliveOn(host, Number(pid)))
      await removeWorktree(repository, join(home, "temporary", name));
  }
  return listNames(join(home, "owners")).flatMap((name): Abandoned[] => {
    const agentId = name.replace(/\.json$/, "");
    const owner = readOwner(ownerFile(home, agentId));
    return owner && !isAliveOn(owner.host, owner.pid) ? [{ ...owner, agentId }] : [];
  });
}

function readOwner(file: string): Owner | undefined {
  try {
    const { pid, host, directory } = JSON.parse(readFileSync(file, "utf8"));
    const isWhole = typeof pid === "number" && typeof host === "string" && typeof directory === "string";
    return isWhole ? { pid, host, directory } : undefined;
  } catch {
    return undefined;
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
