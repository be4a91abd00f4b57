/** The directory of one task, `tasks/<agent id>` in the repository: its inputs, its result and the findings. */

import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Problem, problem } from "../base/problem.ts";
import { valueAt } from "../base/unchecked.ts";
import type { GitState } from "../capability/contract.ts";
import type { Repository } from "./git/git.ts";

/** The file `spawn.json`. */
export interface TaskRecord {
  readonly version: 1;
  readonly agentId: string;
  readonly role: string;
  readonly harness: string;
  readonly worktree: string;
  /** The commit the agent started from. */
  readonly base: string;
  /** The target branch, by its full name; `HEAD` if none was checked out. */
  readonly main: string;
  readonly git: GitState;
}

export const taskFiles = {
  spec: "task.toml",
  prompt: "prompt.md",
  record: "spawn.json",
  report: "report.md",
  decisions: "decisions.jsonl",
  errors: "client.log",
  patch: "changes.patch",
  findings: "findings.json",
} as const;

export function taskDirectory({ path }: Repository, agentId: string): string {
  return join(path, "tasks", agentId);
}

/** Excludes `tasks/` from git in a file that is not committed. */
export function excludeTasks({ commonDir }: Repository): void {
  const file = join(commonDir, "info", "exclude");
  const text = readText(file) ?? "";
  if (text.split("\n").some((line) => line.trim() === "/tasks/")) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}/tasks/\n`);
}

/** Replaces files of an earlier run with the same id. */
export function startTaskDirectory(directory: string, spec: string, prompt: string): void {
  mkdirSync(directory, { recursive: true });
  for (const name of ["record", "report", "decisions", "errors", "patch", "findings"] as const)
    rmSync(join(directory, taskFiles[name]), { force: true });
  if (readText(join(directory, taskFiles.spec)) !== spec) writeTaskFile(directory, "spec", spec);
  writeTaskFile(directory, "prompt", prompt);
}

/** Written atomically. */
export function writeTaskFile(directory: string, name: keyof typeof taskFiles, content: string | Buffer): string {
  const file = join(directory, taskFiles[name]);
  const draft = `${file}.${process.pid}.part`;
  writeFileSync(draft, content);
  renameSync(draft, file);
  return file;
}

export function readTaskFile(directory: string, name: keyof typeof taskFiles): string | undefined {
  return readText(join(directory, taskFiles[name]));
}

export function writeRecord(directory: string, record: TaskRecord): void {
  writeTaskFile(directory, "record", `${JSON.stringify(record, undefined, 2)}\n`);
}

/** Undefined if the task was not spawned here. */
export function readRecord(directory: string): TaskRecord | Problem | undefined {
  const text = readTaskFile(directory, "record");
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Handled like any other text that we did not write.
  }
  const file = join(directory, taskFiles.record);
  const hint = "remove it, and pass the agent's worktree with `--worktree`";
  return problem("task-unreadable", file, `\`${file}\` was not written by surcingle or is damaged`, hint);
}

function isRecord(value: unknown): value is TaskRecord {
  const texts = ["agentId", "role", "harness", "worktree", "base", "main"];
  const state = ["head", "stash", "config"];
  return (
    valueAt(value, "version") === 1 &&
    texts.every((key) => typeof valueAt(value, key) === "string") &&
    state.every((key) => typeof valueAt(value, "git", key) === "string") &&
    Object.values(valueAt(value, "git", "refs") ?? [0]).every((hash) => typeof hash === "string")
  );
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
