/** Runs every command in the `console` blocks of the docs and compares its output with the page. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/make-root.ts";

const repository = join(import.meta.dirname, "../..");
const scratch = makeScratch("docs");

const programs = join(scratch, "programs");
mkdirSync(programs);
for (const name of ["surcingle", "surcingle-gate"]) {
  const path = join(programs, name);
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${join(repository, `dist/${name}.cjs`)}' "$@"\n`);
  chmodSync(path, 0o755);
}

interface Example {
  readonly command: string;
  readonly expected: string;
  readonly line: number;
}

/** `$ command`, then its output. A block after a comment `not run` is not run. */
function examplesOf(text: string): readonly Example[] {
  const examples: Example[] = [];
  for (const block of text.matchAll(/(<!-- not run[^>]*-->\n)?^```console\n(.*?)^```$/gms)) {
    if (block[1]) continue;
    const start = text.slice(0, block.index).split("\n").length;
    // A line after `>` continues the command, as the shell shows it.
    for (const part of block[2]!.matchAll(/^\$ (.*\n(?:>.*\n)*)((?:(?!\$ ).*\n)*)/gm)) {
      const line = start + block[2]!.slice(0, part.index).split("\n").length;
      examples.push({ command: part[1]!.replace(/^> ?/gm, "").trimEnd(), expected: part[2]!, line });
    }
  }
  return examples;
}

/** A line `…` stands for any lines. */
function isShown(expected: string, actual: string): boolean {
  const source = expected
    .split(/^…\n/m)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("(?:.*\\n)*?");
  return new RegExp(`^${source}$`).test(actual);
}

const pages = [
  "README.md",
  ...["getting-started", "starting-agents", "migrating", "team", "faq", "capabilities", "tasks"].map(
    (name) => `docs/${name}.md`,
  ),
];
for (const page of pages) {
  const text = readFileSync(join(repository, page), "utf8");
  test(`${page}: its commands print what it shows`, () => {
    const name = page.replace(/^.*\//, "").replace(/\.md$/, "");
    const [home, work] = [join(scratch, name, "home"), join(scratch, name, "work")];
    for (const directory of [home, work]) mkdirSync(directory, { recursive: true });
    const fixture = join(import.meta.dirname, "homes", name);
    if (existsSync(fixture)) cpSync(fixture, home, { recursive: true });
    const env = { HOME: home, PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`, LC_ALL: "C.UTF-8" };
    let cwd = work;
    for (const { command, expected, line } of examplesOf(text)) {
      const run = spawnSync("bash", ["-c", `{ ${command}\n} 2>&1; code=$?; pwd > "${scratch}/cwd"; exit $code`], {
        cwd,
        env,
        encoding: "utf8",
      });
      cwd = readFileSync(join(scratch, "cwd"), "utf8").trim();
      assert.ok(
        isShown(expected, run.stdout),
        `${page}:${line}: ${command}\n--- page\n${expected}--- program\n${run.stdout}`,
      );
    }
  });
}

/** Checks the links between pages. */
for (const page of [...pages, "docs/README.md"])
  test(`${page}: its links work`, () => {
    const text = readFileSync(join(repository, page), "utf8");
    for (const [, link = ""] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(repository, dirname(page), link)), `${page}: ${link}`);
  });
