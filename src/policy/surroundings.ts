/** Facts about the disk and the shell that a decision needs. They are passed in, so that deciding stays pure. */

export interface DiskEntry {
  readonly name: string;
  readonly kind: "link" | "directory" | "file";
}

export interface Surroundings {
  /** Absolute: where the call runs. */
  readonly cwd: string;
  /** Absolute: the git work tree or the directory of the session. Undefined: no project, so every path is outside. */
  readonly projectRoot: string | undefined;
  /** Absolute. */
  readonly home: string;
  /** The target as written in the link; undefined if the path is not a link. */
  readonly readLink: (path: string) => string | undefined;
  /** Whether the user can create or change a link in this directory. */
  readonly isUserWritable: (directory: string) => boolean;
  /** The entries of a directory; undefined if it cannot be read. */
  readonly list: (directory: string) => readonly DiskEntry[] | undefined;
  /** Whether the directory contains a `surcingle.toml` or an `agents/<name>/agent.toml`. */
  readonly isRoot: (directory: string) => boolean;
  /** The git directory of the repository that git finds from this directory, links resolved; worktrees share one. */
  readonly repositoryOf: (directory: string) => string | undefined;
  /** Whether the file system ignores case. */
  readonly ignoresCase: boolean;
  /** The name of the shell that runs commands: `bash`, `zsh`. Undefined if unknown. */
  readonly shell?: string | undefined;
  /** Absolute paths of the gate's own files and directories. */
  readonly gateFiles: readonly string[];
}

/** A disk without links, directories and repositories: for examples and for questions about the text of a call. */
export function emptySurroundings(root: string, home: string): Surroundings {
  return {
    cwd: root,
    projectRoot: root,
    home,
    readLink: () => undefined,
    isUserWritable: () => true,
    list: () => undefined,
    isRoot: () => false,
    repositoryOf: () => undefined,
    ignoresCase: false,
    gateFiles: [],
  };
}

const unchanging = new WeakSet<Surroundings>();

/** For a made-up disk, which never changes: what is derived from it is kept across decisions. */
export function withFixedDisk(surroundings: Surroundings): Surroundings {
  unchanging.add(surroundings);
  return surroundings;
}

/** Looks up each path once. */
export function rememberLinks(surroundings: Surroundings): Surroundings {
  if (unchanging.has(surroundings)) return surroundings;
  return {
    ...surroundings,
    readLink: remember(surroundings.readLink),
    isUserWritable: remember(surroundings.isUserWritable),
    list: remember(surroundings.list),
    isRoot: remember(surroundings.isRoot),
    repositoryOf: remember(surroundings.repositoryOf),
  };
}

function remember<T>(ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, ask(path));
    return known.get(path) as T;
  };
}
