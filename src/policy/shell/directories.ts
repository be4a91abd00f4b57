/** Tracks the directories in which a command of a line may run, after the `cd` commands before it. */
import type { ShellWord } from "./words.ts";

/** Steps from the directory of the call, as written; undefined is an unknown directory. */
export type Directories = readonly ({ readonly steps: readonly ShellWord[] } | undefined)[];

const mostDirectories = 16;

export function enterDirectory(from: Directories, target: ShellWord, isInLoop: boolean): Directories {
  const isAnchored = target.value?.startsWith("/") || target.hasHome;
  if (target.value === undefined || (isInLoop && !isAnchored)) return [undefined];
  if (isAnchored) return [{ steps: [target] }];
  return from.map((each) => each && { steps: [...each.steps, target] });
}

export function joinDirectories(one: Directories, other: Directories): Directories {
  const seen = new Map([...one, ...other].map((each) => [keyOf(each), each]));
  return seen.size > mostDirectories ? [...one.slice(0, 1), undefined] : [...seen.values()];
}

function keyOf(directory: Directories[number]): string {
  return directory ? JSON.stringify(directory.steps.map(({ text, hasHome }) => [text, hasHome])) : "";
}
