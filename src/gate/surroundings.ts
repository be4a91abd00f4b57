/** Reads the facts about the disk that a decision needs. */
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { DiskEntry, Surroundings } from "../policy/surroundings.ts";

interface SurroundingsOptions {
  /** The shell that runs commands, if known. */
  readonly shell?: string | undefined;
  /** The policy that the gate was started with. */
  readonly policyFile?: string;
}

/** Whether the directory is the root of a work tree. */
function isWorkTree(directory: string): boolean {
  return gitDirectoryIn(directory) !== undefined;
}

/** The git directory that git uses if started here. Linked work trees share that of their repository. */
function findRepository(directory: string): string | undefined {
  for (let at = realPath(resolve(directory)); ; at = dirname(at)) {
    const found = gitDirectoryIn(at) ?? (isGitDirectory(at) ? at : undefined);
    if (found !== undefined) return sharedDirectory(found);
    if (at === dirname(at)) return undefined;
  }
}

/** From a `.git` directory, or from the directory that a `.git` file names. */
function gitDirectoryIn(directory: string): string | undefined {
  const git = join(directory, ".git");
  if (isGitDirectory(git)) return git;
  const named = /^gitdir: ?(.+?)\s*$/s.exec(readSmall(git) ?? "")?.[1];
  return named === undefined ? undefined : resolve(directory, named);
}

/** A HEAD that names a branch or a commit, and objects and refs, here or in the repository it belongs to. */
function isGitDirectory(directory: string): boolean {
  const head = readSmall(join(directory, "HEAD"));
  if (head === undefined || !/^(?:ref:\s*refs\/|[0-9a-f]{40}(?:[0-9a-f]{24})?\s*$)/.test(head)) return false;
  const shared = sharedDirectory(directory);
  return isDirectory(join(shared, "objects")) && isDirectory(join(shared, "refs"));
}

function sharedDirectory(directory: string): string {
  const shared = readSmall(join(directory, "commondir"))?.trim();
  return realPath(shared ? resolve(directory, shared) : directory);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const largest = 4_096;

function readSmall(file: string): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= largest ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `start` is where the session was started; undefined if the client does not report it. */
export function diskSurroundings(
  cwd: string,
  start: string | undefined,
  home: string,
  { shell, policyFile }: SurroundingsOptions = {},
): Surroundings {
  const projectRoot =
    start === undefined
      ? findOutermostRoot(resolve(cwd), resolve(home))
      : findProjectRoot(resolve(start), resolve(home));
  return {
    cwd: resolve(cwd),
    projectRoot,
    home: resolve(home),
    readLink,
    isUserWritable,
    list,
    isRoot,
    repositoryOf: findRepository,
    ignoresCase: ignoresCase(resolve(start ?? cwd)),
    shell,
    gateFiles: policyFile === undefined ? [] : gateFilesOf(resolve(policyFile), projectRoot),
  };
}

/** The git work tree, else the directory itself. The home directory and those above it are never a project. */
export function findProjectRoot(directory: string, home: string): string | undefined {
  const around = projectsAround(directory, home);
  return around.find(isWorkTree) ?? around[0];
}

/**
 * The same from a call's directory, which an agent can choose. The outermost work tree counts: a repository that the
 * agent creates inside the project does not move the root.
 */
function findOutermostRoot(directory: string, home: string): string | undefined {
  const around = projectsAround(directory, home);
  return around.findLast(isWorkTree) ?? around[0];
}

/** From the directory up to the home; empty if the directory itself cannot be a project. */
function projectsAround(directory: string, home: string): readonly string[] {
  const all = ancestorsOf(directory);
  const end = all.findIndex((each) => holdsHome(each, home));
  return end < 0 ? all : all.slice(0, end);
}

/** Whether the directory is the home or above it, also if links are on the way. */
function holdsHome(directory: string, home: string): boolean {
  return isAbove(directory, home) || isAbove(realPath(directory), realPath(home));
}

function isAbove(above: string, below: string): boolean {
  return below === above || below.startsWith(above === "/" ? "/" : `${above}/`);
}

function ancestorsOf(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...ancestorsOf(above)];
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isUserWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function list(directory: string): readonly DiskEntry[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "directory" : "file",
    }));
  } catch {
    return undefined;
  }
}

function isRoot(directory: string): boolean {
  if (existsSync(join(directory, "surcingle.toml"))) return true;
  const agents = join(directory, "agents");
  return (list(agents) ?? []).some(({ name }) => existsSync(join(agents, name, "agent.toml")));
}

/** Whether the same file is found under its name in the other case. */
function ignoresCase(path: string): boolean {
  const other = path.replace(/\p{L}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper === letter ? letter.toLowerCase() : upper;
  });
  if (other === path) return process.platform === "darwin";
  const [own, found] = [path, other].map((each) => statSync(each, { throwIfNoEntry: false }));
  return own !== undefined && found !== undefined && own.ino === found.ino && own.dev === found.dev;
}

/** The directory of the policies; in a home also the client's own directory around it, wherever it was moved. */
function gateFilesOf(policyFile: string, projectRoot: string | undefined): readonly string[] {
  const policies = dirname(policyFile);
  const around = dirname(policies);
  const isOwn = [policies, around].some((each) => basename(each) === "surcingle");
  if (!isOwn) return [policyFile];
  return [projectRoot !== undefined && isAbove(projectRoot, around) ? policies : around];
}
