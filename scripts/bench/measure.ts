/**
 * Times whole processes from start to end, in turns, so that changes in the machine's load affect all of them equally.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Subject {
  readonly name: string;
  /** The Node that runs it; by default the benchmark's. */
  readonly node?: string;
  /** The arguments of `node`. */
  readonly words: readonly string[];
  readonly input?: string;
  /** Prepares the directory before the run; not measured. */
  readonly prepare?: () => void;
}

/** Milliseconds. Other programs on the machine prolong the elapsed time; the processor time is the program's own. */
export interface Cost {
  readonly elapsed: number;
  readonly processor: number;
}

/** The cost of each run, by subject. */
export type Times = ReadonlyMap<string, readonly Cost[]>;

export function measureInTurns(subjects: readonly Subject[], rounds: number, onRound: (round: number) => void): Times {
  const times = new Map<string, Cost[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    // The order alternates, because recent writes and removals on the disk affect the next run.
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      subject.prepare?.();
      times.get(subject.name)!.push(costOf(subject));
    }
  }
  return times;
}

/** Bash, because Node does not report the processor time of its children. */
function costOf({ name, node = process.execPath, words, input = "" }: Subject): Cost {
  const script = 'TIMEFORMAT="%3R %3U %3S"; exec 3>&2; { time "$@" > /dev/null 2>&3 3>&-; } 2>&1';
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "bash", node, ...words], {
    input,
    encoding: "utf8",
  });
  const [elapsed, user, system] = stdout.trim().split(" ").map(Number);
  if (status !== 0 || system === undefined) throw new Error(`${name} ended with ${status}\n${stderr.slice(0, 2_000)}`);
  return { elapsed: 1000 * elapsed!, processor: 1000 * (user! + system) };
}

/** The peak memory of the process, in megabytes. */
export function peakMemory(subject: Subject, directory: string): number {
  subject.prepare?.();
  const file = join(directory, "usage.json");
  const preload = join(import.meta.dirname, "usage.cjs");
  const { node = process.execPath, words } = subject;
  const env = { ...process.env, BENCH_USAGE: file };
  execFileSync(node, ["--require", preload, ...words], { env, stdio: ["ignore", "ignore", "inherit"] });
  const usage = JSON.parse(readFileSync(file, "utf8")) as { readonly peak?: unknown };
  if (typeof usage.peak !== "number") throw new Error("the process did not report its memory");
  return usage.peak / 1024;
}

export function medianOf(times: Times, name: string, kind: keyof Cost = "elapsed"): number {
  return median(times.get(name)!.map((cost) => cost[kind]));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
