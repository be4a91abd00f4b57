/** Runs a command of a skill's body, because a person asked for it: with a limit on time and on output. */
import { spawn } from "node:child_process";

export const commandLimits = { milliseconds: 10_000, outputBytes: 64 * 1024 } as const;

export interface CommandPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly milliseconds?: number;
  readonly outputBytes?: number;
}

export interface CommandResult {
  readonly stdout: string;
  /** Why it failed; undefined when it did not. */
  readonly problem: string | undefined;
}

/** The whole group of processes ends with the time limit, not only the shell in front of it. */
export function runCommand(command: string, place: CommandPlace): Promise<CommandResult> {
  const { milliseconds = commandLimits.milliseconds, outputBytes = commandLimits.outputBytes } = place;
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", command], {
      cwd: place.cwd,
      env: place.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = "";
    let problem: string | undefined;
    const stop = (why: string): void => {
      problem ??= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It ended by itself in the meantime.
      }
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(() => stop(`it took more than ${milliseconds / 1000} seconds`), milliseconds);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytes) return stop(`it printed more than ${outputBytes} bytes`);
      chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (stderr.length < 1000) stderr += chunk.toString("utf8");
    });
    const end = (why: string | undefined): void => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(chunks).toString("utf8"), problem: problem ?? why });
    };
    child.on("error", (error) => end(error.message));
    child.on("close", (code, signal) => {
      if (code === 0) return end(undefined);
      const said = stderr.trim().split("\n")[0];
      end(`${code === null ? `it was ended by ${signal}` : `exit code ${code}`}${said ? `: ${said}` : ""}`);
    });
  });
}
