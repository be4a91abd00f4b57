/** Tests the table of find's words against the installed find. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findProgram } from "../../../../test/support/stub-shell.ts";
import { type FindWord, findWords } from "./find-words.ts";

const isGnu = spawnSync("find", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU findutils") === true;
const skip = isGnu ? false : "there is no GNU find";

/** Runs in a directory with one file, and passes that directory to `look` before removing it. */
function runFind(program: string, words: readonly string[], look: (directory: string) => void = () => {}): string {
  const directory = mkdtempSync(join(tmpdir(), "find-words-"));
  try {
    writeFileSync(join(directory, "file"), "");
    const { stdout, stderr } = spawnSync(program, words, { cwd: directory, encoding: "utf8", input: "" });
    look(directory);
    return stdout + stderr;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function wantsMore({ args, effect }: FindWord): boolean {
  return args > 0 || effect === "command";
}

const isOperator = (word: string) => /^(?:[!(),]|-a|-and|-not|-o|-or)$/.test(word);
const isLeading = (word: string) => /^-(?:[HLPEXsxDf]|O\d)$/.test(word);

test("each word has as many arguments as find expects", { skip }, () => {
  const unknown: string[] = [];
  for (const [word, facts] of Object.entries(findWords)) {
    if (isOperator(word) || isLeading(word)) continue;
    const output = runFind("find", [".", word]);
    // A file system may not record birth times.
    if (word.includes("newer") && word.includes("B")) continue;
    if (/(?:unknown|invalid) predicate/.test(output)) unknown.push(word);
    else
      assert.equal(
        /missing argument|needs an argument|invalid argument/.test(output),
        wantsMore(facts),
        `${word}: ${output}`,
      );
  }
  assert.match(runFind("find", [".", "-fprintf", "out"]), /invalid argument/);
  // Words that GNU find does not know belong to another find.
  assert.deepEqual(
    unknown.sort(),
    [
      ...[
        "-Bmin",
        "-Bsince",
        "-Btime",
        "-acl",
        "-asince",
        "-capable",
        "-color",
        "-csince",
        "-exit",
        "-flags",
        "-hidden",
      ],
      ...["-mnewer", "-msince", "-nocolor", "-nohidden", "-printx", "-rm", "-since", "-sparse", "-status", "-unique"],
      ...["-xattr", "-xattrname"],
    ].sort(),
  );
});

test("bfs agrees on the words that GNU find does not have", {
  skip: findProgram("bfs") ? false : "there is no bfs",
}, () => {
  for (const [word, facts] of Object.entries(findWords)) {
    // Optional features of bfs.
    if (isOperator(word) || isLeading(word) || ["-capable", "-flags", "-context"].includes(word)) continue;
    const output = runFind("bfs", [".", word]);
    assert.doesNotMatch(output, /[Uu]nknown argument/, word);
    assert.equal(/(?:expected|missing|needs|requires) /i.test(output), wantsMore(facts), `${word}: ${output}`);
  }
});

test("every word in find's own help is known", { skip }, () => {
  const help = runFind("find", ["--help"]);
  const words = help.slice(help.indexOf("Operators"), help.indexOf("Valid arguments")).match(/(?<=\s)--?[a-z][\w-]*/g);
  assert.ok(words && words.length > 60);
  assert.deepEqual(
    words.filter((word) => !findWords[word]),
    [],
  );
});

test("words that write, delete and run really do", { skip }, () => {
  const makes = (words: readonly string[], made: string) =>
    runFind("find", words, (directory) => assert.ok(existsSync(join(directory, made)), words.join(" ")));
  for (const [word, { args, effect }] of Object.entries(findWords)) {
    if (effect === "write") makes([".", word, "out", ...(args === 2 ? ["x"] : [])], "out");
    if (effect === "command" && word.startsWith("-exec"))
      makes([".", "-name", "file", word, "touch", "ran", ";"], "ran");
  }
  runFind("find", [".", "-delete"], (directory) => assert.ok(!existsSync(join(directory, "file"))));
  // A test consumes its argument, whatever it looks like.
  makes([".", "-name", "-exec", "-o", "-exec", "touch", "ran", ";"], "ran");
  assert.match(runFind("find", ["-files0-from", "file"]), /^$/);
});
