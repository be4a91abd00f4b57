/** Runs a hostile line in a real shell and checks for the harm it should do. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { HostileCase, ShellName } from "./hostile/case.ts";
import {
  copyHome,
  environmentOf,
  marker,
  removeHome,
  type ThrowawayHome,
  tableHome,
} from "./hostile/throwaway-home.ts";

/** No start-up files: only the shell's own behaviour is tested. */
const shellCommands: Readonly<Record<ShellName, readonly [string, ...string[]]>> = {
  bash: ["bash", "--norc", "--noprofile", "-c"],
  dash: ["dash", "-c"],
  zsh: ["zsh", "-f", "-c"],
  busybox: ["busybox", "sh", "-c"],
};

const timeLimit = 30_000;
const longestOutput = 1_000_000;

export interface HostileRun {
  readonly isHarmed: boolean;
  readonly output: string;
}

export async function runHostile(
  { line, harm, cwd }: HostileCase,
  shell: ShellName,
  template: ThrowawayHome,
): Promise<HostileRun> {
  const throwaway = copyHome(template);
  try {
    const path = harm.startsWith("changes ") ? pathIn(throwaway, harm.slice("changes ".length)) : undefined;
    const before = path && describe(path);
    const output = await run(throwaway, shell, line.replaceAll(tableHome, throwaway.home), cwd);
    if (path !== undefined) return { isHarmed: describe(path) !== before, output };
    return { isHarmed: harm === "runs" ? existsSync(throwaway.canary) : hasMarker(output), output };
  } finally {
    removeHome(throwaway);
  }
}

function pathIn({ home, project }: ThrowawayHome, path: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path);
}

/** Everything about a path that a line could change. */
function describe(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return "absent";
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (stat.isDirectory()) return `directory ${stat.mode} ${readdirSync(path).sort().join("/")}`;
  if (!stat.isFile()) return `special ${stat.mode}`;
  return `file ${stat.mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}

/** As it is, or in a reversible encoding. */
function hasMarker(output: string): boolean {
  const compact = output.replace(/\s/g, "");
  const forms = [
    output,
    Buffer.from(compact, "base64").toString("latin1"),
    Buffer.from(compact, "hex").toString("latin1"),
  ];
  return forms.some((form) => form.includes(marker));
}

function run(throwaway: ThrowawayHome, shell: ShellName, line: string, cwd = "."): Promise<string> {
  const [program, ...words] = shellCommands[shell];
  return new Promise((resolve, reject) => {
    // In its own group, so that background processes of the line end with it.
    const child = spawn(program, [...words, line], {
      cwd: join(throwaway.project, cwd),
      env: environmentOf(throwaway),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      if (output.length < longestOutput) output += chunk.toString("latin1");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group already ended.
      }
    };
    const timer = setTimeout(() => {
      endGroup();
      // A process that left the group may keep the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    }, timeLimit);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", () => {
      clearTimeout(timer);
      endGroup();
      resolve(output);
    });
  });
}
