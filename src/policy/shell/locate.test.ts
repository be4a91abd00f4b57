/** Tests the positions of commands and words in a line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeFinder } from "./locate.ts";

function shown(line: string, tool: string, ...subjects: string[]): (string | undefined)[] {
  const find = makeFinder(line);
  return subjects.map((subject) => {
    const span = find(tool, subject);
    return span && line.slice(...span);
  });
}

test("commands are located in the line, including quoted and nested ones", () => {
  const line = `git log "a b" && echo $(rm -rf 'x') | tee out`;
  assert.deepEqual(shown(line, "bash", "git log a b", "rm -rf x", "tee out"), [
    `git log "a b"`,
    "rm -rf 'x'",
    "tee out",
  ]);
});

test("each of two equal commands has its own place", () => {
  const find = makeFinder("ls; ls");
  assert.deepEqual(
    [find("bash", "ls"), find("bash", "ls")],
    [
      [0, 2],
      [4, 6],
    ],
  );
});

test("words of redirections and options, and code passed to a shell", () => {
  assert.deepEqual(shown("sort -o out.txt < in.txt", "read", "in.txt"), ["in.txt"]);
  assert.deepEqual(shown("git log --output=f", "edit", "f"), ["f"]);
  assert.deepEqual(makeFinder("find . -fprint=f")("edit", "f"), [15, 16]);
  assert.deepEqual(shown(`bash -c "ls; rm x"`, "bash", "rm x"), ["rm x"]);
});

test("text outside the line has no position, and a parse failure is not an error", () => {
  assert.deepEqual(shown("ls", "bash", "cat"), [undefined]);
  assert.equal(makeFinder("echo $(")("bash", "nothing"), undefined);
  assert.equal(makeFinder("x".repeat(20_000))("bash", "y"), undefined);
});
