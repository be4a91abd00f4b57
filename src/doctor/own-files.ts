/** Checks that the files that `apply` wrote for a client exist and are unchanged. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, failed, ok } from "./findings.ts";
import type { Home } from "./project.ts";

export interface OwnFile {
  /** Relative to the home. */
  readonly path: string;
  readonly harness: string;
  readonly sha256: string;
}

/** Empty if nothing is recorded: home-manager keeps its own record. */
export function checkOwnFiles(own: readonly OwnFile[], { directory, label }: Home): Finding[] {
  if (own.length === 0) return [];
  const state = own.map(({ path, sha256 }) => ({ path, hash: hashOf(join(directory, path)), sha256 }));
  const missing = state.filter(({ hash }) => hash === undefined).map(({ path }) => `${label}/${path}`);
  const edited = state
    .filter(({ hash, sha256 }) => hash !== undefined && hash !== sha256)
    .map(({ path }) => `${label}/${path}`);
  const found: Finding[] = [];
  const again = `run \`surcingle apply --to ${label}\` again`;
  if (missing.length > 0)
    found.push(failed("files", `${listed(missing)} ${missing.length === 1 ? "is" : "are"} missing`, again));
  if (edited.length > 0) {
    const fix = `copy your changes into the definitions, remove the file, then ${again}`;
    found.push(failed("files", `${listed(edited)} ${edited.length === 1 ? "was" : "were"} edited`, fix));
  }
  return found.length > 0 ? found : [ok("files", `all ${own.length} files are unchanged`)];
}

function hashOf(path: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return undefined;
  }
}

function listed(paths: readonly string[]): string {
  const more = paths.length - 3;
  return `${paths.slice(0, 3).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
