/** What git knew when a worktree was made that nobody told us about: read out of git's own logs, as far as they tell. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GitState } from "../../capability/capability-code.ts";
import type { Repository, Tree } from "./git.ts";
import { readGitState } from "./state.ts";

interface Entry {
  readonly from: string;
  readonly to: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
}

/** The branch of a worktree may be made a moment after the worktree. */
const moment = 1;

/** Undefined when there is no such log. What no log speaks about, settings and tags, counts as it is now. */
export async function stateAtCreation(repository: Repository, tree: Tree): Promise<GitState | undefined> {
  const now = await readGitState(repository, tree);
  const [first, ...others] = readLog(join(tree.gitDir, "logs/HEAD"));
  // The log of a person's own checkout says nothing about when an agent began.
  if (!first || tree.gitDir === repository.commonDir || !/^0+$/.test(first.from)) return undefined;
  const hasMoved = others.some(({ message }) => message !== "reset: moving to HEAD");
  const at = (ref: string): string | undefined => valueAt(join(repository.commonDir, "logs", ref), first.time + moment);
  const refs = Object.entries(now.refs).flatMap(([name, hash]): [string, string][] => {
    const known = at(name) ?? hash;
    return known === "" ? [] : [[name, known]];
  });
  return {
    ...now,
    head: hasMoved ? `where the worktree was made, ${first.to}` : now.head,
    refs: Object.fromEntries(refs),
    stash: at("refs/stash") ?? now.stash,
  };
}

/** The hash of a ref at a time; empty when it was not there yet, undefined when no log tells. */
function valueAt(file: string, time: number): string | undefined {
  const log = readLog(file);
  const last = log.findLast((entry) => entry.time <= time);
  if (last) return last.to;
  const [next] = log;
  return next && (/^0+$/.test(next.from) ? "" : next.from);
}

/** `<from> <to> Name <address> 1794814686 +0000\tmessage` */
function readLog(file: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line): Entry[] => {
    const found = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d+(?:\t(.*))?$/.exec(line);
    return found ? [{ from: found[1]!, to: found[2]!, time: Number(found[3]), message: found[4] ?? "" }] : [];
  });
}
