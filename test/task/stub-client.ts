/** A program in place of Claude Code whose agent is a few lines of shell. The real one is tested elsewhere. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { task } from "../../src/cli/commands/families.ts";
import { put } from "../../src/doctor/scene.ts";
import { makeScratch } from "../support/make-root.ts";
import { runCommandIn } from "../support/run-command.ts";
import { type Files, makeRepository, type TaskFields, writeTask } from "./repository.ts";

export interface Stage {
  readonly root: string;
  readonly home: string;
  readonly temporary: string;
  readonly repository: string;
  readonly environment: Readonly<Record<string, string>>;
}

const root = makeScratch("task");
let count = 0;

const source: Files = { "src/a.txt": "one\n", "README.md": "# demo\n", "Cargo.lock": "version = 3\n" };

/** `work` runs in the worktree, with the prompt in `$prompt`. */
export function makeStage(work: string, files: Files = source): Stage {
  const place = join(root, String(count++));
  const [home, bin, temporary, repository] = ["home", "bin", "tmp", "demo"].map((name) => join(place, name));
  for (const directory of [home!, bin!, temporary!]) mkdirSync(directory, { recursive: true });
  makeRepository(repository!, files);
  const client = join(bin!, "claude");
  put(client, `#!/bin/sh\nprompt=$(cat)\n${work}\n`);
  chmodSync(client, 0o755);
  const environment = {
    HOME: home!,
    PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
    TMPDIR: temporary!,
    LANG: "C.UTF-8",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  return { root: place, home: home!, temporary: temporary!, repository: repository!, environment };
}

export const goodWork = 'echo two > src/b.txt; echo "files-touched: src/b.txt"';
const tests = "echo 'ok 1 - x'; echo '1..1'; echo '# tests 1'; echo '# pass 1'; echo '# fail 0'";

/** The shipped role's, in a project without a known build tool. */
export function stubTask(stage: Stage, fields: Partial<TaskFields> = {}): string {
  return writeTask(stage.repository, {
    id: "a1",
    role: "edit-local",
    whitelist: ["src/**"],
    check: "test -f src/a.txt",
    tests,
    fields: ["files-touched"],
    body: "Write src/b.txt",
    ...fields,
  });
}

export async function runTask(stage: Stage, ...argv: string[]) {
  const { repository, environment } = stage;
  const result = await runCommandIn(repository, task, argv, environment as NodeJS.ProcessEnv);
  const isJson = argv.includes("--json");
  const events: Record<string, unknown>[] = isJson
    ? result.out
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  return { ...result, events };
}
