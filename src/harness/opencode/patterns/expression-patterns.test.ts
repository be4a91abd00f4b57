import assert from "node:assert/strict";
import { test } from "node:test";
import { property } from "../../../../test/support/random.ts";
import { randomExpression } from "../../../../test/support/random-expression.ts";
import { compileGlob, gap, mustMatch, type Piece } from "../../../base/glob.ts";
import { expressionPatterns } from "./expression-patterns.ts";

const table: readonly [source: string, inner: readonly string[], outer: readonly string[], isExact: boolean][] = [
  ["^git( |$)", ["git **", "git"], ["git **", "git"], true],
  ["^npm (pack|run x)$", ["npm pack", "npm run x"], ["npm pack", "npm run x"], true],
  ["^pwd$", ["pwd"], ["pwd"], true],
  ["^git-[a-z]", [], ["git-**"], false],
  ["--force", ["**--force**"], ["**--force**"], true],
  ["^rm -rf /tmp/[\\w-][\\w.-]*$", [], ["rm -rf /tmp/**"], false],
  ["^git\\b", [], ["git**"], false],
  ["^ls -l?$", ["ls -", "ls -l"], ["ls -", "ls -l"], true],
  ["a^b", [], [], true],
  [".*", [], ["**"], false],
  [
    `^x(${[..."abcdefghijkl"].join("|")})(${[..."abcdefghijkl"].join("|")})y`,
    [],
    [..."abcdefghijkl"].map((one) => `x${one}**y**`),
    false,
  ],
  ["^[a-z]+( |$)", [], ["** **", "**"], false],
];

for (const [source, inner, outer, isExact] of table) {
  test(`${source} is expressed in patterns`, () => {
    assert.deepEqual(expressionPatterns(source), { inner, outer, isExact });
  });
}

property("the inner patterns match no more than the expression, and the outer ones no less", (random) => {
  const source = randomExpression(random);
  const words = [random.pick(["a", "b", "ab"]), ...random.list(3, () => random.pick(["a", "b", "ab", "ba"]))];
  const pieces = words.flatMap((word, i): Piece[] => (i === 0 ? [word] : [gap, word]));
  const isMet = (pattern: string) => mustMatch(compileGlob(pattern, "words"), pieces);
  const { inner, outer } = expressionPatterns(source);
  const is = new RegExp(source).test(words.join(" "));
  const about = JSON.stringify({ source, words, inner, outer });
  if (inner.some(isMet)) assert.ok(is, about);
  if (is) assert.ok(outer.some(isMet), about);
});
