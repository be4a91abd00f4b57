/** The facts of the disk that a decision needs. They are handed in, so that deciding stays pure. */

export interface Surroundings {
  /** Absolute. */
  readonly cwd: string;
  /** Absolute: the git work tree, else the working directory. */
  readonly projectRoot: string;
  /** Absolute. */
  readonly home: string;
  /** Where a link points, as it is written in the link; undefined for anything that is not a link or not there. */
  readonly readLink: (path: string) => string | undefined;
  /** Could the user of this machine make or change a link in this directory? */
  readonly isUserWritable: (directory: string) => boolean;
  /** The shell that runs commands; undefined when it is not known. */
  readonly shell?: string;
}

/** Asks the disk about each path once. */
export function rememberLinks(surroundings: Surroundings): Surroundings {
  const links = new Map<string, string | undefined>();
  return {
    ...surroundings,
    readLink(path) {
      if (!links.has(path)) links.set(path, surroundings.readLink(path));
      return links.get(path);
    },
  };
}
