/**
 * Times whole processes from start to end, in turns, so that changes in the machine's load affect all of them equally.
 */
import { spawnSync } from "node:child_process";
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
  /** How often per round: short runs need more. */
  readonly times?: number;
}

/** Milliseconds of each run, sorted. */
export type Times = ReadonlyMap<string, readonly number[]>;

export function measureInTurns(subjects: readonly Subject[], rounds: number, onRound: (round: number) => void): Times {
  const times = new Map<string, number[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    // Back and forth, because on a disk it matters what was written and removed just before.
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      for (let i = 0; i < (subject.times ?? 1); i++) times.get(subject.name)!.push(timeOnce(subject));
    }
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return times;
}

function timeOnce(subject: Subject): number {
  subject.prepare?.();
  const start = process.hrtime.bigint();
  run(subject);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function run(subject: Subject, environment: NodeJS.ProcessEnv = {}): void {
  const { name, node = process.execPath, words, input = "" } = subject;
  const env = { ...process.env, ...environment };
  const { status, stderr } = spawnSync(node, words, { input, env, stdio: ["pipe", "ignore", "pipe"] });
  if (status !== 0) throw new Error(`${name} ended with ${status}\n${stderr.toString("utf8").slice(0, 2_000)}`);
}

/** The peak memory of the process, in megabytes. */
export function peakMemory(subject: Subject, directory: string): number {
  subject.prepare?.();
  const file = join(directory, "usage.json");
  const preload = join(import.meta.dirname, "usage.cjs");
  run({ ...subject, words: ["--require", preload, ...subject.words] }, { BENCH_USAGE: file });
  const usage = JSON.parse(readFileSync(file, "utf8")) as { readonly peak?: unknown };
  if (typeof usage.peak !== "number") throw new Error("the process told nothing about its memory");
  return usage.peak / 1024;
}

export function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
