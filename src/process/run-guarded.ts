/** Runs a program to its end, or stops it and everything it started when its time is up. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { endRun, markName } from "./end.ts";
import { stopSignals } from "./signals.ts";

interface GuardedRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly seconds: number;
  /** It is stopped after printing more bytes than this. */
  readonly mostOutput?: number | undefined;
  /** Stops it early. */
  readonly abort?: AbortSignal;
}

export interface RunEnd {
  /** Undefined if it was stopped or ended by a signal. */
  readonly exitCode: number | undefined;
  readonly isTimeout: boolean;
  readonly isOutputCut: boolean;
  /** The signal that asked us to stop meanwhile, if any. */
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The most that is kept of either output. */
const largestOutput = 10 * 1024 * 1024;

/**
 * The program runs next to a watcher that reads a pipe from us: if we are killed, the pipe closes, and the watcher
 * kills everything with our mark, and the group. Background processes of a shell have no input, so the real one is kept
 * as another descriptor.
 */
const guard = [
  "mark=$1; shift; exec 4<&0 0</dev/null",
  `${markName}=\${${markName}:+$${markName}:}$mark "$@" <&4 3<&- 4<&- & c=$!`,
  "( exec >/dev/null 2>&1 4<&-; while read -r _ <&3; do :; done",
  'for f in $(grep -ls "$mark" /proc/[0-9]*/environ); do p=${f#/proc/}; kill -9 "${p%/environ}"; done',
  "kill -9 -$$ ) & exec 3<&- 4<&-; wait $c",
].join("; ");

export async function runGuarded(run: GuardedRun): Promise<RunEnd> {
  const { program, words, cwd, env, input, seconds, mostOutput, abort } = run;
  const mark = randomBytes(9).toString("hex");
  // In its own group, so that what the client starts is stopped with it.
  const child = spawn("/bin/sh", ["-c", guard, "sh", mark, program, ...words], {
    cwd,
    env: { ...env },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
  const stop = (): void => {
    if (child.pid !== undefined) endRun(child.pid, mark);
  };
  let [isTimeout, isOutputCut] = [false, false];
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    received ??= signal;
    stop();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  abort?.addEventListener("abort", stop);
  const clock = setTimeout(() => {
    isTimeout = true;
    stop();
  }, seconds * 1000);
  const [stdin, out, error, pipe] = child.stdio as unknown as [Writable, Readable, Readable, Writable];
  const cut = (): void => {
    isOutputCut = true;
    stop();
  };
  const [stdout, stderr] = [keep(out, mostOutput, cut), keep(error, mostOutput, () => undefined)];
  // A client may exit before it has read its input.
  for (const stream of [stdin, pipe]) stream.on("error", () => undefined);
  stdin.end(input);
  if (abort?.aborted) stop();
  try {
    const exitCode = await new Promise<number | undefined>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? undefined));
      // Processes it left running may keep its outputs open.
      child.on("exit", stop);
    });
    return { exitCode, isTimeout, isOutputCut, signal: received, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(clock);
    abort?.removeEventListener("abort", stop);
    for (const signal of stopSignals) process.removeListener(signal, onSignal);
    stop();
  }
}

function keep(stream: Readable, most: number | undefined, cut: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= (most ?? largestOutput)) chunks.push(chunk);
    else if (most !== undefined) cut();
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
