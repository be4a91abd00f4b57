/** The facts of the disk that a decision needs, asked for real. */
import { accessSync, constants, existsSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Surroundings } from "../policy/surroundings.ts";

/** `project` is where the client was started; the project is the git work tree around it. */
export function diskSurroundings(cwd: string, project: string, home: string): Surroundings {
  return {
    cwd: resolve(cwd),
    projectRoot: findProjectRoot(resolve(project)),
    home: resolve(home),
    readLink,
    isUserWritable,
  };
}

/** The git work tree, else the directory itself. */
export function findProjectRoot(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return directory;
  }
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
