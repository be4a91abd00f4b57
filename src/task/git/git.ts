/** Runs git. Every call names its repository and work tree, because an agent can write the `.git` file. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeError } from "../../base/errno.ts";
import { type Problem, problem } from "../../base/problem.ts";

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly bytes: Buffer;
  readonly stderr: string;
}

/** A work tree and its git directory. */
export interface WorkTree {
  readonly path: string;
  readonly gitDir: string;
}

/** The user's repository and work tree. */
export interface Repository extends WorkTree {
  /** The directory that all work trees share. */
  readonly commonDir: string;
}

interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** Larger outputs are rejected. */
  readonly largest?: number;
}

/** A string of twice the size could not be created. */
const largestAnswer = 256 * 1024 * 1024;

/** Never run hooks or helpers of the repository. */
const plain = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0"];

/** Variables that redirect git to another repository, for example when a git hook starts us. */
const strange = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE|ALTERNATE_.*|CONFIG.*)$/;

export function withoutGitVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined && !strange.test(pair[0])),
  );
}

export function git(tree: WorkTree, words: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const env = { GIT_DIR: tree.gitDir, GIT_WORK_TREE: tree.path, ...options.env };
  return runGit(tree.path, words, { ...options, env });
}

/** Throws if git fails; for commands that always work in a healthy repository. */
export async function askGit(tree: WorkTree, words: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await git(tree, words, options);
  if (code !== 0) throw new Error(`git ${words[0]} exited with ${code}: ${stderr.trim()}`);
  return stdout;
}

function runGit(cwd: string, words: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const { env, input, largest = largestAnswer } = options;
  return new Promise((resolve, reject) => {
    // Runs in its own session, so that Ctrl-C does not interrupt git.
    const child = spawn("git", [...plain, ...words], {
      cwd,
      detached: true,
      env: {
        ...withoutGitVariables(process.env),
        LC_ALL: "C",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        ...env,
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) out.push(chunk);
      else child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    child.on("error", reject);
    child.on("close", (code) => {
      const isTooLong = size > largest;
      const bytes = Buffer.concat(isTooLong ? [] : out);
      const reason = isTooLong ? `it prints more than ${largest} bytes` : Buffer.concat(err).toString("utf8");
      resolve({ code: isTooLong ? 1 : (code ?? 1), bytes, stdout: bytes.toString("utf8"), stderr: reason });
    });
  });
}

/** The user's work tree around a directory. Their own `.git` is trusted. */
export async function openRepository(directory: string): Promise<Repository | Problem> {
  const hint = "run it inside a git repository with a work tree and at least one commit";
  const none = (why: string): Problem => problem("task-no-repository", directory, why, hint);
  let found: GitAnswer;
  try {
    found = await runGit(
      directory,
      ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir", "--git-dir"],
      {},
    );
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return none(
      isMissing
        ? "`git` is not on PATH, or the directory does not exist"
        : `git cannot be started: ${describeError(error)}`,
    );
  }
  const [path, commonDir, gitDir] = found.stdout.split("\n");
  if (found.code !== 0 || !path || !commonDir || !gitDir)
    return none(`\`${directory}\` is not inside the work tree of a git repository`);
  const repository = { path: realpathSync(path), commonDir: realpathSync(commonDir), gitDir: realpathSync(gitDir) };
  const head = await git(repository, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return head.code === 0 ? repository : none("the repository has no commit");
}

/** The work tree of this repository at a path, as the repository itself knows it. */
export function treeAt(repository: Repository, path: string): WorkTree | undefined {
  const real = realPath(path);
  if (real === undefined) return undefined;
  if (real === repository.path) return { path: real, gitDir: repository.gitDir };
  for (const gitDir of adminDirectories(repository)) if (worktreePathOf(gitDir) === real) return { path: real, gitDir };
  // Git does not list the main work tree there.
  const isFirst = dirname(repository.commonDir) === real && repository.commonDir.endsWith("/.git");
  return isFirst ? { path: real, gitDir: repository.commonDir } : undefined;
}

/** Where git keeps the data of each linked work tree. */
export function adminDirectories({ commonDir }: Repository): string[] {
  const all = join(commonDir, "worktrees");
  try {
    return readdirSync(all).map((name) => join(all, name));
  } catch {
    return [];
  }
}

/** The path of a linked work tree, even if it no longer exists. */
export function worktreePathOf(gitDir: string): string | undefined {
  const path = recordedPathOf(gitDir);
  return path === undefined ? undefined : (realPath(path) ?? path);
}

/** The same as git recorded it at its creation: later links do not change it. */
export function recordedPathOf(gitDir: string): string | undefined {
  try {
    return dirname(readFileSync(join(gitDir, "gitdir"), "utf8").trim());
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** The branch that is checked out, by its full name; `HEAD` if there is none. */
export async function currentBranch(tree: WorkTree): Promise<string> {
  const { code, stdout } = await git(tree, ["symbolic-ref", "--quiet", "HEAD"]);
  return code === 0 ? stdout.trim() : "HEAD";
}

export async function commitOf(tree: WorkTree, ref: string): Promise<string | undefined> {
  const { code, stdout } = await git(tree, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
  return code === 0 ? stdout.trim() : undefined;
}

/** Changed, staged and untracked files of the user's work tree, without `tasks/`. */
export async function uncommitted(tree: WorkTree): Promise<string[]> {
  const words = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal", "--", ...withoutTasks];
  return (await askGit(tree, words))
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => entry.slice(3));
}

/** Files in `tasks/` are written by us and never compared. */
export const withoutTasks = [":(top)", ":(top,exclude)tasks"] as const;
