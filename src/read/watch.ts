/** Waits until a file that a build reads changes: root directories, the settings file and files that agents name. */
import { type BigIntStats, type FSWatcher, readdirSync, realpathSync, statSync, watch } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compare } from "../base/order.ts";
import { ignoredNames } from "./folder.ts";
import { definitionEntries } from "./read-tree.ts";

interface WatchedPaths {
  readonly roots: readonly string[];
  /** Files outside the definition directories. They need not exist. */
  readonly files: readonly string[];
  /** The output: a change there is our own. */
  readonly ignored: string;
}

/** Identifies the content of each file and directory, by path. */
type Snapshot = ReadonlyMap<string, string>;

const directoryMark = "directory";

/** How long the files must stay unchanged before a change counts as complete: a checkout writes many of them. */
const quietTime = 80;

/** How often the files are checked if the system cannot report changes. */
const pollTime = 1000;

export function takeSnapshot({ roots, files, ignored }: WatchedPaths): Snapshot {
  const found = new Map<string, string>();
  const ignoredPath = resolve(ignored);
  const enter = (path: string, around: readonly string[]): void => {
    const facts = factsOf(path);
    if (!facts || resolve(path) === ignoredPath) return;
    if (!facts.isDirectory()) {
      found.set(path, `${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`);
      return;
    }
    try {
      const real = realpathSync(path);
      // A link to a parent directory would never end.
      if (around.includes(real)) return;
      found.set(path, directoryMark);
      for (const name of readdirSync(path)) if (!ignoredNames.has(name)) enter(join(path, name), [...around, real]);
    } catch {
      // Unreadable, or removed meanwhile. The build reports it.
      found.set(path, directoryMark);
    }
  };
  for (const root of roots) {
    if (factsOf(root)?.isDirectory()) found.set(root, directoryMark);
    for (const entry of definitionEntries) enter(join(root, entry), []);
  }
  for (const file of files) enter(file, []);
  return found;
}

/** Changed files, in order. Directories count only if a whole root appears or disappears. */
export function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const isChanged = (path: string): boolean => before.get(path) !== after.get(path);
  const changed = [...paths].filter(isChanged).sort(compare);
  const files = changed.filter((path) => (before.get(path) ?? after.get(path)) !== directoryMark);
  return files.length > 0 ? files : changed;
}

/** Resolves to the files after the next change, or to undefined if `abort` is signalled. */
export async function waitForChange(
  paths: WatchedPaths,
  before: Snapshot,
  abort: AbortSignal,
): Promise<Snapshot | undefined> {
  while (!abort.aborted) {
    await nextEvent(paths, before, abort);
    if (abort.aborted) break;
    const after = await waitUntilQuiet(paths, abort);
    if (changedPaths(before, after).length > 0) return after;
  }
  return undefined;
}

/** May return without a change; never misses one. */
async function nextEvent(paths: WatchedPaths, before: Snapshot, abort: AbortSignal): Promise<void> {
  const watchers: FSWatcher[] = [];
  const ended = new AbortController();
  try {
    await new Promise<void>((wake) => {
      const options = { once: true, signal: ended.signal };
      abort.addEventListener("abort", () => wake(), options);
      const isComplete = startWatchers(paths, before, watchers, wake);
      // Watchers do not report changes made between the last check and their start.
      if (changedPaths(before, takeSnapshot(paths)).length > 0) return wake();
      if (isComplete) return;
      const timer = setTimeout(wake, pollTime);
      ended.signal.addEventListener("abort", () => clearTimeout(timer));
    });
  } finally {
    ended.abort();
    for (const watcher of watchers) watcher.close();
  }
}

/** False if something cannot be watched: it does not exist yet, or the system has no watcher left. */
function startWatchers(
  { roots, files }: WatchedPaths,
  before: Snapshot,
  watchers: FSWatcher[],
  wake: () => void,
): boolean {
  const directories = [...before].filter(([, mark]) => mark === directoryMark).map(([path]) => path);
  let isComplete = true;
  for (const directory of new Set([...directories, ...roots, ...files.map((file) => dirname(file))]))
    try {
      const watcher = watch(directory, wake);
      watcher.on("error", wake);
      watchers.push(watcher);
    } catch {
      isComplete = false;
    }
  return isComplete;
}

async function waitUntilQuiet(paths: WatchedPaths, abort: AbortSignal): Promise<Snapshot> {
  let last = takeSnapshot(paths);
  for (;;) {
    await new Promise((go) => setTimeout(go, quietTime));
    const next = takeSnapshot(paths);
    if (abort.aborted || changedPaths(last, next).length === 0) return next;
    last = next;
  }
}

function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
