/** Programs on PATH. */
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";

export type Variables = Readonly<Record<string, string | undefined>>;

/** The file that a shell would start under this name. */
export function findProgram(name: string, env: Variables): string | undefined {
  if (name.includes("/")) return isProgram(name) ? name : undefined;
  // An empty part means the working directory; nothing is started from there by accident.
  const places = (env["PATH"] ?? "").split(":").filter((place) => place.startsWith("/"));
  return places.map((place) => join(place, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
