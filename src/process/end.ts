/** Ends everything that a run has started, even in its own process group, as a client's shell does. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Processes of a run inherit this variable. A run inside a run has both marks. */
export const markName = "SURCINGLE_RUN";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isMarked: boolean;
}

/** `root` leads its own process group. Processes that start meanwhile are found in the next round. */
export function endRun(root: number, mark: string): void {
  killQuietly(-root);
  for (let look = 0; look < 5; look++) {
    const found = familyOf(root, listProcesses(mark));
    for (const pid of found) killQuietly(pid);
    if (found.length === 0) return;
  }
}

function familyOf(root: number, all: readonly Process[]): number[] {
  const family = new Set([root, ...all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid)]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.map(({ pid }) => pid).filter((pid) => family.has(pid) && pid !== process.pid);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It already ended.
  }
}

/** Zombies are not listed. */
function listProcesses(mark: string): Process[] {
  const names = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : undefined;
  return names ? names.flatMap((name) => processOf(name, mark)) : listWithPs(mark);
}

function processOf(name: string, mark: string): Process[] {
  try {
    // The program's name is in parentheses and may contain anything.
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return [];
    return [{ pid: Number(name), parent: Number(parent), isMarked: isMarked(name, mark) }];
  } catch {
    return [];
  }
}

function isMarked(name: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${name}/environ`, "latin1").includes(mark);
  } catch {
    // Belongs to another user.
    return false;
  }
}

function listWithPs(mark: string): Process[] {
  const { stdout } = spawnSync("ps", ["-axEww", "-o", "pid=,ppid=,stat=,command="], { encoding: "utf8" });
  return (stdout ?? "").split("\n").flatMap((line): Process[] => {
    const [, pid = "", parent = "", state = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)/.exec(line) ?? [];
    if (pid === "" || state.startsWith("Z")) return [];
    return [{ pid: Number(pid), parent: Number(parent), isMarked: line.includes(mark) }];
  });
}
