import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../test/support/cost.ts";
import { property, type Random } from "../../test/support/random.ts";
import { randomExpression } from "../../test/support/random-expression.ts";
import { compileExpression, type Expression, matchExpression } from "./expression.ts";

function expressionOf(source: string): Expression {
  const compiled = compileExpression(source);
  assert.ok(!("problem" in compiled), JSON.stringify({ source, compiled }));
  return compiled;
}

const whole: readonly [source: string, text: string, want: boolean][] = [
  ["^git( |$)", "git", true],
  ["^git( |$)", "git push", true],
  ["^git( |$)", "gitk", false],
  ["^git( |$)", "echo git", false],
  ["^gh (repo|api /repos)", "gh api /repos/x", true],
  ["^cargo (?:check|test)\\b", "cargo tester", false],
  ["a{2,3}$", "baaa", true],
  ["^a{2}$", "aaa", false],
  ["^[^a-c\\]]+$", "xyz", true],
  ["^[^a-c\\]]+$", "x]z", false],
  ["\\.lock$", "Cargo.lock", true],
  ["^.$", "\n", false],
  ["x*", "", true],
  ["^$", "", true],
  ["^[-a]$", "-", true],
  ["^[]$", "", false],
  ["\\x41\\u0042", "AB", true],
];

for (const [source, text, want] of whole) {
  test(`${source} ${want ? "matches" : "does not match"} ${JSON.stringify(text)}`, () => {
    assert.equal(matchExpression(expressionOf(source), text, true), want ? "yes" : "no");
    assert.equal(new RegExp(source).test(text), want, "as the language itself has it");
  });
}

const begun: readonly [source: string, text: string, want: "yes" | "maybe" | "no"][] = [
  ["^git push", "git", "maybe"],
  ["^git push", "make", "no"],
  ["^git push", "git push", "yes"],
  ["^git( |$)", "git", "maybe"],
  ["^git\\b", "git", "yes"],
  ["^git$", "git", "maybe"],
  ["^git$", "git x", "no"],
  ["^gitk", "git", "no"],
  ["--force", "make", "maybe"],
  ["^(a|git) x", "git", "maybe"],
  ["^(a|b) x", "git", "no"],
  ["^git$|^ls", "git log", "no"],
];

for (const [source, text, want] of begun) {
  test(`${want}: ${source} for text that begins with ${text}`, () => {
    assert.equal(matchExpression(expressionOf(source), text, false), want);
  });
}

const refused: readonly [source: string, problem: RegExp][] = [
  ["(?=a)b", /uses look-around/],
  ["(?<!a)b", /uses look-around/],
  ["(?<name>a)", /has an unknown kind of group/],
  ["(?i)a", /has an unknown kind of group/],
  ["(a)\\1", /uses a back-reference/],
  ["(a+)+", /contains a nested repetition/],
  ["((ab*)c)*", /contains a nested repetition/],
  ["a**", /contains a nested repetition/],
  ["(?:a{2,}){3}", /contains a nested repetition/],
  ["(", /has an unclosed group/],
  ["a)", /without a `\(`/],
  ["[a", /has an unclosed character class/],
  ["[b-a]", /range/],
  ["*a", /has a quantifier with nothing to repeat/],
  ["^*", /repeats an anchor/],
  ["a{3,2}", /has a range whose end is below its start/],
  ["\\", /backslash/],
  ["\\p{L}", /escape/],
  ["a{9999}", /too large/],
  ["(".repeat(5_000), /too deep/],
];

for (const [source, problem] of refused) {
  test(`refused: ${source.slice(0, 40)}`, () => {
    const found = compileExpression(source);
    assert.ok("problem" in found);
    assert.match(found.problem, problem);
    assert.ok(found.start <= found.end && found.end <= source.length);
  });
}

const randomText = ({ list, pick }: Random): string => list(7, () => pick([..."ab b a\n"])).join("");

property("a complete text matches exactly if JavaScript's own expression matches", (random) => {
  const source = randomExpression(random);
  const text = randomText(random);
  const want = new RegExp(source).test(text) ? "yes" : "no";
  assert.equal(matchExpression(expressionOf(source), text, true), want, JSON.stringify({ source, text }));
});

property("an answer about a prefix holds for every continuation", (random) => {
  const source = randomExpression(random);
  const text = randomText(random);
  const answer = matchExpression(expressionOf(source), text, false);
  const rest = random.oneIn(3) ? "" : ` ${randomText(random)}`;
  const is = new RegExp(source).test(text + rest) ? "yes" : "no";
  assert.ok(answer === "maybe" || answer === is, JSON.stringify({ source, text, rest, answer, is }));
});

for (const source of ["^(a|a)*$", "^(a|aa)+$", ".*.*.*x", "a*a*a*b", "(a|b|ab)*c"]) {
  test(`expressions that are slow for a backtracking matcher take linear time: ${source}`, async () => {
    await assertGrowsLinearly(60_000, (length) => {
      assert.equal(matchExpression(expressionOf(source), `${"a".repeat(length)}!`, true), "no");
    });
  });
}
