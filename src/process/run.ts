/** Runs a program of a real client to its end, or stops it when its time is up. */
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** The words that start an installed client. */
export type Program = readonly [string, ...string[]];

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

interface RunOptions {
  readonly program: Program;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds?: number;
  /** Called for each line of standard output; it may answer on standard input. Without it, the input is empty. */
  readonly onLine?: (line: string, input: Writable) => void;
  /** Written to standard input at the start. */
  readonly input?: string;
}

export interface Run {
  readonly exitCode: number | undefined;
  readonly isTimeout: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<Child>();

/** For an unexpected exit. */
export function stopAllPrograms(): void {
  for (const child of running) stopProgram(child, "SIGKILL");
}

export async function startProgram(options: Omit<RunOptions, "seconds" | "onLine" | "input">): Promise<Child> {
  // Loaded here, because in the bundle every command would otherwise load it.
  const { spawn } = await import("node:child_process");
  const [command, ...first] = options.program;
  // In its own group, so that what the client starts is stopped with it.
  const child = spawn(command, [...first, ...options.words], {
    cwd: options.directory,
    env: { ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

export function stopProgram(child: Child, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It already ended.
  }
}

export async function runProgram(options: RunOptions): Promise<Run> {
  const { seconds = 90, onLine, input = "" } = options;
  const child = await startProgram(options);
  const output = { stdout: "", stderr: "" };
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output.stdout += chunk;
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) onLine?.(line, child.stdin);
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    output.stderr += chunk;
  });
  // A client may exit before it has read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  if (onLine === undefined) child.stdin.end();
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    stopProgram(child, "SIGKILL");
  }, seconds * 1000);
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? undefined));
  });
  clearTimeout(timer);
  stopProgram(child, "SIGKILL");
  return { exitCode, isTimeout, ...output };
}
