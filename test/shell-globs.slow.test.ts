/** Tests that real shells match with a glob what the policy expects. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { diskSurroundings } from "../src/gate/surroundings.ts";
import { membersOf, shapeOf, variantsOf } from "../src/policy/path/sets.ts";
import { makeScratch } from "./support/make-root.ts";
import { makeRandom } from "./support/random.ts";

const scratch = makeScratch("globs");
for (const name of [
  ...["a", "b", "ab", "ba", ".a", ".ab", "a.b", "-a", "*", "?", "[a]", "a b", "]", "!", "a]", "..a"],
  ...["d/a", "d/.a", "d/ab", "d/e/a", ".d/a", "da/b", "d*/a"],
]) {
  mkdirSync(dirname(join(scratch, name)), { recursive: true });
  writeFileSync(join(scratch, name), "");
}

const parts = [
  "*",
  "?",
  "a",
  "b",
  ".",
  "[ab]",
  "[!a]",
  "[^a]",
  "[a-c]",
  "[]a]",
  "[[:alpha:]]",
  "\\*",
  "\\a",
  "]",
  "-",
  "d",
  "/",
];
const random = makeRandom(7);
const globs = Array.from({ length: 2_000 }, () => random.list(6, () => random.pick(parts)).join("")).filter(
  (glob) => /[*?[]/.test(glob) && !/^\/|\/\/|^-/.test(glob),
);

/** One line per glob: the shell's matches, separated by tabs. */
function askShell(shell: string): readonly (readonly string[])[] {
  const lines = globs.map((glob) => `set -- ${glob}; IFS='\t'; echo "$*"`).join("\n");
  const start = shell === "zsh" ? "unsetopt nomatch\n" : "";
  const output = execFileSync(shell, [], { cwd: scratch, input: start + lines, encoding: "utf8" });
  return output
    .split("\n")
    .slice(0, globs.length)
    .map((line) => line.split("\t"));
}

for (const shell of ["bash", "dash", "zsh"]) {
  const isMissing = spawnSync(shell, ["-c", ":"]).status !== 0;
  test(`every name that ${shell} finds is in the set`, { skip: isMissing && `${shell} is not installed` }, () => {
    const surroundings = diskSurroundings(scratch, scratch, "/nonexistent", { shell });
    const found = askShell(shell);
    let counted = 0;
    for (const [i, glob] of globs.entries()) {
      const shapes = variantsOf({ kind: "glob", glob }).map((set) => shapeOf(set, false));
      const members = shapes.flatMap((shape) => {
        if (shape === undefined) return [];
        const head = resolve(scratch, shape.head);
        return shape.kind === "path" ? [head] : membersOf(head, shape.segments, surroundings)!.map(({ path }) => path);
      });
      // An unknown set counts as any path.
      if (shapes.includes(undefined)) continue;
      for (const name of found[i]!) {
        const path = resolve(scratch, name);
        // A glob without a match stays as written.
        if (name === glob.replace(/\\(.)/g, "$1")) continue;
        assert.ok(members.includes(path), `${JSON.stringify(glob)} finds ${JSON.stringify(name)} in ${shell}`);
        counted++;
      }
    }
    assert.ok(counted > 500, `${counted} names were found`);
  });
}
