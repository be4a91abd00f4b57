/** The facts of the disk and the shell that a decision needs. They are handed in, so that deciding stays pure. */

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
  /** Where a link points, as it is written in the link; undefined for anything that is not a link or not there. */
  readonly readLink: (path: string) => string | undefined;
  /** Could the user of this machine make or change a link in this directory? */
  readonly isUserWritable: (directory: string) => boolean;
  /** What is in a directory; undefined when it cannot be read. */
  readonly list: (directory: string) => readonly DiskEntry[] | undefined;
  /** Does the directory hold definitions: a `surcingle.toml`, or an `agents/<name>/agent.toml`? */
  readonly isRoot: (directory: string) => boolean;
  /** The git directory of the repository that git finds from this directory, links resolved; worktrees share one. */
  readonly repositoryOf: (directory: string) => string | undefined;
  /** The disk takes `A` and `a` for the same name. */
  readonly ignoresCase: boolean;
  /** The name of the shell that runs commands: `bash`, `zsh`. Undefined: not known. */
  readonly shell?: string | undefined;
  /** Files and directories of the gate that asks, absolute. */
  readonly gateFiles: readonly string[];
}

/** Asks the disk about each path once. */
export function rememberLinks(surroundings: Surroundings): Surroundings {
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
