import assert from "node:assert/strict";
import { chmodSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../test/support/make-root.ts";
import { findProgram } from "./find-program.ts";

const makeRoot = makeRoots("find-program");

function makeTree(): string {
  const root = makeRoot({ "bin/tool": "#!/bin/sh\n", "bin/text": "", "bin/folder/x": "", "deep/in/x": "" });
  chmodSync(join(root, "bin/tool"), 0o755);
  symlinkSync("deep/in", join(root, "link"));
  return root;
}

test("a name is looked up only on PATH, never in the working directory", () => {
  const bin = join(makeTree(), "bin");
  assert.equal(findProgram("tool", { PATH: `.::bin:${bin}` }, bin), join(bin, "tool"));
  const here = relative(process.cwd(), bin);
  for (const PATH of [".:", ":", "", "bin", here, undefined])
    assert.equal(findProgram("tool", { PATH }, bin), undefined);
  assert.equal(findProgram("", { PATH: bin }, bin), undefined);
});

test("a relative path with a slash is looked up where the program will be started", () => {
  const root = makeTree();
  for (const word of ["bin/tool", "./bin/tool", "deep/../bin/tool"])
    assert.equal(findProgram(word, { PATH: "/nowhere" }, root), `${root}/${word}`);
  assert.equal(findProgram("./tool", {}, join(root, "bin")), `${root}/bin/./tool`);
  assert.equal(findProgram("bin/tool", { PATH: root }, join(root, "deep")), undefined, "PATH has no part in it");
  assert.equal(findProgram("link/../bin/tool", {}, root), undefined, "behind the link there is no `bin`");
});

test("a relative path is not found if the working directory is unknown", () => {
  // It exists relative to the directory of the tests.
  const word = relative(process.cwd(), join(makeTree(), "bin/tool"));
  assert.ok(findProgram(word, {}, process.cwd()));
  assert.equal(findProgram(word, {}), undefined);
  assert.equal(findProgram(`./${word}`, {}), undefined);
});

test("an absolute path is itself, wherever it is started", () => {
  const root = makeTree();
  const word = join(root, "bin/tool");
  assert.equal(findProgram(word, {}), word);
  assert.equal(findProgram(word, {}, "/nowhere"), word);
});

test("a missing file, a folder or a file that is not executable is not a program", () => {
  const root = makeTree();
  for (const name of ["text", "folder", "nope"]) {
    assert.equal(findProgram(name, { PATH: join(root, "bin") }), undefined, name);
    assert.equal(findProgram(`bin/${name}`, {}, root), undefined, name);
    assert.equal(findProgram(join(root, "bin", name), {}), undefined, name);
  }
});
