/** Tests the completion scripts in the real shells. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { agentFiles, makeRoots } from "../../test/support/make-root.ts";
import { commandLoaders } from "./commands/all.ts";
import { type CompletionShell, completionScript, completionShells } from "./commands/completion.ts";

const root = makeRoots("completion")({ ...agentFiles("chiron"), ...agentFiles("reader"), "docs/x.md": "" });
const commands = Object.keys(commandLoaders);

before(async () => {
  for (const shell of completionShells)
    writeFileSync(join(root, `script.${shell}`), await completionScript(shell, commandLoaders));
});

/** How to ask each shell for the completions of the last word. */
const ask: Readonly<Record<CompletionShell, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => [
    "--norc",
    "-c",
    `source ./script.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _surcingle; printf '%s\\n' "\${COMPREPLY[@]}"`,
    "bash",
    ...words,
  ],
  // Only the line editor's widget may add candidates, so here they are printed instead.
  zsh: (words) => [
    "-f",
    "-c",
    `compdef() { : }; compadd() { shift; print -rl -- "$@" }; _describe() { print -rl -- "\${(@P)2%%:*}" }
    _files() { if [[ $1 == -/ ]]; then print -rl -- *(N/); else print -rl -- *(N); fi }
    source ./script.zsh; words=("$@"); CURRENT=$#; _surcingle`,
    "zsh",
    ...words,
  ],
  fish: (words) => [
    "--no-config",
    "-c",
    `source ./script.fish; complete -C ${JSON.stringify(words.join(" "))} | string replace -r '\\t.*' ''`,
  ],
};

const cases: readonly (readonly [words: string[], expected: readonly string[]])[] = [
  [["surcingle", ""], commands],
  [
    ["surcingle", "task", ""],
    ["compose", "prepare", "spawn", "verify", "run"],
  ],
  [
    ["surcingle", "explain", ""],
    ["chiron", "reader"],
  ],
  [
    ["surcingle", "check", "--harness", ""],
    ["opencode", "claude-code", "pi", "codex", "copilot", "kode"],
  ],
  [
    ["surcingle", "check", "--color", ""],
    ["auto", "always", "never"],
  ],
  [
    ["surcingle", "build", "--out", ""],
    ["agents", "docs"],
  ],
  [["surcingle", "completion", ""], completionShells],
  [
    ["surcingle", "task", "prepare", "--format", ""],
    ["human", "json", "toml"],
  ],
];

for (const shell of completionShells) {
  test(`${shell} loads the script and completes commands, options, harnesses, agents and directories`, () => {
    const run = (words: readonly string[]): string[] => {
      const { stdout, stderr, error } = spawnSync(shell, ask[shell](words), { cwd: root, encoding: "utf8" });
      assert.equal(error, undefined);
      assert.equal(stderr, "", words.join(" "));
      return stdout
        .split("\n")
        .map((line) => line.replace(/\/$/, ""))
        .filter((line) => line !== "");
    };
    for (const [words, expected] of cases)
      assert.deepEqual(run(words).sort(), [...expected].sort(), `${shell}: ${words.join(" ")}`);
    const options = run(["surcingle", "apply", "--"]);
    for (const option of ["--to", "--adopt", "--replace", "--root", "--json"])
      assert.ok(options.includes(option), option);
  });
}
