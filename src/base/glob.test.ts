import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../test/support/cost.ts";
import { property } from "../../test/support/random.ts";
import {
  compileGlob,
  type GlobStyle,
  gap,
  matches,
  mayMatch,
  mustMatch,
  type Piece,
  someRun,
  someText,
  someUnit,
  someVisible,
  someWords,
} from "./glob.ts";

/** The language restated as a regular expression; the gap between words is a tab. */
function oracle(pattern: string, style: GlobStyle): RegExp {
  const border = style === "words" ? "\t" : "/";
  const inside = style === "text" ? "[^]*" : `[^${border}]*`;
  let source = pattern.replace(/\*+|[^*]/gs, (token) => {
    if (token.startsWith("**")) return "[^]*";
    if (token === "*") return inside;
    return token === " " && style === "words" ? "\t" : token.replace(/[.+?^${}()|[\]\\/]/g, "\\$&");
  });
  if (style === "words" && /(?:^|[^*])\*$/.test(pattern)) {
    source = `${source.slice(0, -inside.length)}[^]*`;
    if (pattern.endsWith(" *")) source = source.replace(/\t\[\^\]\*$/, "(?:\t[^]*)?");
  }
  if (style === "path") {
    source = source.replace(/(^|\/)\[\^\]\*\\\//g, "$1(?:[^]*\\/)?").replace(/(?<!\\)\\\/\[\^\]\*$/, "(?:\\/[^]*)?");
  }
  return new RegExp(`^${source}$`);
}

const units: Readonly<Record<GlobStyle, readonly string[]>> = {
  words: ["a", "b", " ", "*", "**"],
  path: ["a", "b", "/", "*", "**", ".", "**/a", "/**"],
  address: ["a", "b", "/", "*", "**"],
  text: ["a", "b", "/", " ", "*", "**"],
};

for (const style of ["words", "path", "address", "text"] as const) {
  property(`a ${style} pattern matches as its plain description says`, ({ pick, list }) => {
    const pattern = list(6, () => pick(units[style])).join("");
    // Two slashes before two stars never occur in a normalized path.
    if (style === "path" && /\/\/|\*\*\/\*\*/.test(pattern)) return;
    const words = list(4, () => list(3, () => pick(["a", "b", "."])).join(""));
    const text = style === "words" ? words.join("\t") : words.join(pick(["/", "/", "", " "]));
    const pieces = words.flatMap((word, i): Piece[] => (i === 0 ? [word] : [gap, word]));
    const got =
      style === "words" ? mustMatch(compileGlob(pattern, style), pieces) : matches(compileGlob(pattern, style), text);
    assert.equal(got, oracle(pattern, style).test(text), JSON.stringify({ pattern, text }));
  });
}

/** Some of the values of an unknown part. */
function valuesOf(piece: Piece): readonly string[] {
  if (piece === someWords) return ["", "\ta", "\tb", "\t", "\ta\tb", "\tab\ta\tb"];
  if (piece === someText) return ["", "a", "b", "ab", "ba", ".a"];
  if (piece === someUnit) return ["a", "b", "."];
  if (piece === someVisible) return ["a", "b", "ab", "ba.", "a.b"];
  if (piece === someRun) return ["", "a", "b/a", ".", "/", "a/.b"];
  return piece === gap ? ["\t"] : [String(piece)];
}

property("mustMatch holds for every value, and mayMatch for every value that matches", ({ pick, list }) => {
  const pattern = list(6, () => pick(units.words)).join("");
  const glob = compileGlob(pattern, "words");
  const pieces: Piece[] = [
    pick(["a", "b", "ab"]),
    ...list(3, () => pick([[gap, "a"], [gap, "b"], [someWords], [gap, someText]] as Piece[][])).flat(),
  ];
  const texts = pieces.reduce<string[]>(
    (heads, piece) => heads.flatMap((head) => valuesOf(piece).map((value) => head + value)),
    [""],
  );
  const results = texts.map((text) => oracle(pattern, "words").test(text));
  const about = JSON.stringify({ pattern, pieces });
  if (mustMatch(glob, pieces)) assert.ok(!results.includes(false), about);
  if (results.includes(true)) assert.ok(mayMatch(glob, pieces), about);
});

property("the same for paths, and exact for what a shell wildcard can match", ({ pick, list }) => {
  const pattern = list(6, () => pick(units.path)).join("");
  if (/\/\/|\*\*\/\*\*/.test(pattern)) return;
  const glob = compileGlob(pattern, "path");
  const pieces = list(5, () => pick<Piece>(["a", "b", ".", "/", "/a", someUnit, someVisible, someText, someRun]));
  const texts = pieces.reduce<string[]>(
    (heads, piece) => heads.flatMap((head) => valuesOf(piece).map((value) => head + value)),
    [""],
  );
  const results = texts.map((text) => oracle(pattern, "path").test(text));
  const about = JSON.stringify({ pattern, pieces });
  if (mustMatch(glob, pieces)) assert.ok(!results.includes(false), about);
  if (results.includes(true)) assert.ok(mayMatch(glob, pieces), about);
});

test("what may match does match for some value", () => {
  for (const [pattern, pieces, wanted] of [
    [".env", [someVisible], false],
    [".env", [".", someVisible], true],
    ["id_rsa", [someVisible], true],
    ["*.ts", [someVisible, ".ts"], true],
    ["*.ts", [someVisible, ".js"], false],
    ["a/b", [someVisible], false],
    ["ab", ["a", someUnit], true],
    ["abc", ["a", someUnit], false],
    ["**/.x", ["a/", someVisible], false],
  ] as const)
    assert.equal(mayMatch(compileGlob(pattern, "path"), pieces), wanted, JSON.stringify([pattern, pieces]));
});

test("a space in the text is not a gap between words", () => {
  assert.equal(mustMatch(compileGlob("a b", "words"), ["a b"]), false);
  assert.equal(mustMatch(compileGlob("a b", "words"), ["a", gap, "b"]), true);
});

test("a literal head is not read as a pattern", () => {
  const glob = compileGlob("/*.ts", "path", "/a*");
  assert.equal(matches(glob, "/a*/x.ts"), true);
  assert.equal(matches(glob, "/ab/x.ts"), false);
});

test("a long text and a pattern full of stars take linear time", async () => {
  const glob = compileGlob(`${"*a".repeat(30)}**${"b*".repeat(30)}c`, "path");
  await assertGrowsLinearly(30_000, (count) => assert.equal(matches(glob, "ab".repeat(count)), false));
});
