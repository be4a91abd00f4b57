/** Runs one program to its end, or stops it and all it has started when its time is up. */
import { spawn } from "node:child_process";

export interface ClientRun {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly seconds: number;
}

export interface ClientEnd {
  /** Undefined: it was stopped, or a signal ended it. */
  readonly exitCode: number | undefined;
  readonly isTimeout: boolean;
  /** A request to stop reached us meanwhile. */
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** More than this is not kept of either output. */
const largestOutput = 10 * 1024 * 1024;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function runClient({ program, words, cwd, env, input, seconds }: ClientRun): Promise<ClientEnd> {
  // A group of its own: what the client starts is stopped with it.
  const child = spawn(program, [...words], { cwd, env: { ...env }, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  let [isTimeout, received]: [boolean, NodeJS.Signals | undefined] = [false, undefined];
  const onSignal = (signal: NodeJS.Signals): void => {
    received ??= signal;
    stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  const clock = setTimeout(() => {
    isTimeout = true;
    stop();
  }, seconds * 1000);
  const [stdout, stderr] = [keep(child.stdout), keep(child.stderr)];
  // A client may end before it has read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  try {
    const exitCode = await new Promise<number | undefined>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve(code ?? undefined));
      // What it left running may hold its outputs open for ever.
      child.on("exit", stop);
    });
    return { exitCode, isTimeout, signal: received, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(clock);
    for (const signal of signals) process.removeListener(signal, onSignal);
    stop();
  }
}

function keep(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size < largestOutput) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
