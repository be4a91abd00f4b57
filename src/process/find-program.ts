/** Finds the file of a program by its name. */
import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The absolute path of the file that a shell would start for this word. `directory` is the shell's working directory: a
 * relative path with a slash is resolved from there, and not found if it is unknown.
 */
export function findProgram(word: string, env: Variables, directory?: string): string | undefined {
  return placesOf(word, env, directory).find((place) => isAbsolute(place) && isProgram(place));
}

/** Where a shell would look. Relative entries of PATH give relative places, which the caller skips for safety. */
function placesOf(word: string, env: Variables, directory: string | undefined): string[] {
  if (!word.includes("/")) return (env["PATH"] ?? "").split(":").map((part) => join(part, word));
  // Joined as text, because after a link `..` may lead elsewhere.
  return [isAbsolute(word) || directory === undefined ? word : `${directory}/${word}`];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
