/** A temporary copy of what a client reads in the real home: our files, and the few settings that affect the gate. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ClientChecks, Home, KeptSettings } from "./checks.ts";
import { filesBelow, isThere, readSettings } from "./home-files.ts";
import { put } from "./scene.ts";

/** Our files are small and few. Larger ones are not ours and are not copied. */
const limits = { file: 4 * 1024 * 1024, all: 64 * 1024 * 1024, count: 20_000 };

/** Links become files, so that nothing in the copy leads back to the real home. */
export function copyParts({ harness, parts, adapt }: ClientChecks, home: Home, scratch: string): void {
  const root = join(home.directory, harness.roots.user);
  const target = join(scratch, harness.roots.user);
  let [size, count] = [0, 0];
  for (const path of parts(root).flatMap((part) => expand(root, part))) {
    const stat = statSync(join(root, path));
    if (!stat.isFile() || stat.size > limits.file) continue;
    size += stat.size;
    count += 1;
    if (size > limits.all || count > limits.count)
      throw new Error(`${home.label}/${harness.roots.user} contains too many files`);
    const text = readFileSync(join(root, path), "utf8");
    put(join(target, path), adapt?.(text, path, home.directory, scratch) ?? text);
  }
}

function expand(root: string, part: string): readonly string[] {
  const path = join(root, part);
  if (!isThere(path)) return [];
  return statSync(path).isDirectory() ? filesBelow(path).map((inner) => `${part}/${inner}`) : [part];
}

export function keptSettings(
  { harness, settings }: ClientChecks,
  { directory }: Home,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const kept = settings.flatMap((each): [string, Record<string, unknown>][] => {
    const all = readSettings(join(directory, harness.roots.user, each.path));
    return all === undefined ? [] : [[each.path, pick(all, each)]];
  });
  return new Map(kept);
}

function pick(all: Readonly<Record<string, unknown>>, { keys }: KeptSettings): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(all, key)).map((key) => [key, all[key]]));
}
