/** Finds a program by the word that names it. */
import { accessSync, constants, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The absolute path of the file that a shell would start for this word. `directory` is where the shell will be: a
 * relative path with a slash is looked up from there, and is not found where nobody knows yet where that will be.
 */
export function findProgram(word: string, env: Variables, directory?: string): string | undefined {
  return placesOf(word, env, directory).find((place) => isAbsolute(place) && isProgram(place));
}

/** An empty or relative part of PATH means the working directory; nothing is started from there by accident. */
function placesOf(word: string, env: Variables, directory: string | undefined): string[] {
  if (!word.includes("/")) return (env["PATH"] ?? "").split(":").map((part) => join(part, word));
  // Joined as text: behind a link `..` leads elsewhere than it reads.
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
