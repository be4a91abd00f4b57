/** The facts of the disk that a decision needs, asked for real. */
import { accessSync, constants, existsSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Place } from "../policy/place.ts";

/** `project` is where the client was started; the project is the git work tree around it. */
export function diskPlace(cwd: string, project: string, home: string): Place {
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
  for (let place = directory; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place;
    if (place === dirname(place)) return directory;
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
