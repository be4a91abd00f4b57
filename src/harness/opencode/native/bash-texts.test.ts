// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
import assert from "node:assert/strict";
import { test } from "node:test";
import { bashTexts } from "./bash-texts.ts";

/** As OpenCode 1.18.33 looked them up; 2,000 random lines of this kind were compared with it. */
const certain: readonly (readonly [line: string, texts: readonly (readonly string[])[]])[] = [
  ["git push", [["git push"]]],
  ["  git  push ", [["git  push"]]],
  ["git push 'a; b' \"$X\" ${Y} *.ts", [["git push 'a; b' \"$X\" ${Y} *.ts"]]],
  ["git commit -m 'a\n\nb'", [["git commit -m 'a\n\nb'"]]],
  ["a && b || c; d | e\nf", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
  ["cd x && ls", [["ls"]]],
  ["cd", []],
  ["'cd' x", [["'cd' x"]]],
  ["ls 2>&1 | wc", [["ls", "ls 2>&1"], ["wc"]]],
  ["ls > f 2>&1", [["ls", "ls > f", "ls > f 2>&1"]]],
  ["A=1 ls", [["A=1 ls", "ls"]]],
  ["", []],
];

for (const [line, texts] of certain) {
  test(`the client looks up the expected texts of ${JSON.stringify(line)}`, () =>
    assert.deepEqual(bashTexts(line), texts));
}

const uncertain = [
  "> f",
  "A=1",
  "A= ls",
  "A=$X ls",
  "A=1 a:b",
  "ls > f x",
  "echo 12>f",
  "ls `x`",
  "ls $(x)",
  'ls "$(x)"',
  'ls "`x`"',
  "ls \\\n x",
  "ls &",
  "ls |& x",
  "( ls )",
  "{ ls; }",
  "ls {a,b}",
  "ls # x",
  "ls <<E\nx\nE",
  "ls <(x)",
  "if x; then y; fi",
  "for x in y; do z; done",
  "export A=1",
  "unset A",
  "time ls",
  "[ -f x ]",
  "[[ -f x ]]",
  "! ls",
  "f() { x; }",
  "ls 'x",
  "- x",
];

for (const line of uncertain) {
  test(`nothing is certain about ${JSON.stringify(line)}`, () => assert.equal(bashTexts(line), undefined));
}

test("a long hostile line is read in linear time", () => {
  for (const unit of ["a", "'", '"', "$x", "a=1 ", "> f ", "\\", "a'b'"]) bashTexts(`a ${unit.repeat(60_000)}`);
});
