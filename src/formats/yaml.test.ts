import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../test/support/cost.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseYamlMap, type YamlDocument } from "./yaml.ts";

/** As in front matter: after its opening fence. */
function read(yaml: string): { document: YamlDocument | undefined; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const file = { path: "skills/s/SKILL.md", text: `---\n${yaml}\n---\nbody\n` };
  const document = parseYamlMap(file, yaml, 4, (each) => diagnostics.push(each));
  return { document, diagnostics };
}

const said = ({ code, span }: Diagnostic): string => `${code} ${span.file.text.slice(span.start, span.end)}`;

test("values are those of the core schema: a date and a `yes` are texts", () => {
  const { document } = read("a: yes\nb: 2001-12-14\nc: 1\nd: true\ne: ~\nf: 0o7\ng: 12:30:45");
  assert.deepEqual(document?.value, { a: "yes", b: "2001-12-14", c: 1, d: true, e: null, f: 7, g: "12:30:45" });
});

test("a merge key is a key like any other", () => {
  assert.deepEqual(read("a: &a\n  x: 1\nb:\n  <<: *a").document?.value["b"], { "<<": { x: 1 } });
});

const refused: readonly (readonly [string, string, string])[] = [
  ["a duplicate key", "name: a\nb: 1\nname: c", "bad-yaml name"],
  ["a duplicate key, deeply nested", "a:\n  - b: 1\n    b: 2", "bad-yaml b"],
  ["a duplicate key, once quoted", 'a: 1\n"a": 2', 'bad-yaml "a"'],
  ["an unknown tag", "a: !shell x", "bad-yaml !shell"],
  ["more than 100 aliases", `a: &a x\nb: [${Array(101).fill("*a").join(", ")}]`, "bad-yaml "],
  ["text after the end of a document", "a: 1\n...\nb: 2", "bad-yaml ..."],
  ["a control character", "a: x\u0007y", "bad-yaml \u0007"],
  ["a list instead of a map", "- a", "bad-yaml - a"],
  ["nothing at all", "", "bad-yaml "],
  ["a plain string", "just words", "bad-yaml just words"],
  ["a value that contains itself", "a: &a [*a]", "too-deep "],
  ["257 levels", `a: ${"[".repeat(257)}${"]".repeat(257)}`, "too-deep "],
  ["thirty thousand open brackets", `a: ${"[".repeat(30_000)}`, "too-deep "],
  ["thirty thousand levels of lists", "- ".repeat(30_000), "too-deep "],
  ["ten thousand levels of maps", "{a: ".repeat(10_000), "too-deep "],
  ["more than 64 KB", `a: ${"x".repeat(65_536)}`, "too-large "],
];

for (const [name, yaml, want] of refused) {
  test(`${name} is refused quickly, with one error`, () => {
    const { document, diagnostics } = read(yaml);
    assert.equal(document, undefined);
    assert.deepEqual(diagnostics.map(said), [want]);
  });
}

test("aliases that multiply are refused before they are written out", () => {
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(", ")}]`);
  assert.deepEqual(
    read(["l0: &l0 x", ...levels].join("\n")).diagnostics.map(({ code }) => code),
    ["bad-yaml"],
  );
});

test("many keys are read in linear time", async () => {
  await assertGrowsLinearly(7_000, (length) => {
    assert.ok(read(Array.from({ length }, (_, i) => `k${i}: 1`).join("\n")).document);
  });
});

test("a position is found by its path, or at its nearest parent", () => {
  const { document } = read("name: a\nhooks:\n  - matcher: '*'\n    run: [x, yy]\n\"q\": 1");
  const at = (path: readonly (string | number)[], part?: "key" | "value"): string => {
    const { file, start, end } = document!.at(path, part);
    return file.text.slice(start, end);
  };
  assert.equal(at(["name"]), "a");
  assert.equal(at(["name"], "key"), "name");
  assert.equal(at(["hooks", 0, "matcher"]), "'*'");
  assert.equal(at(["hooks", 0, "run", 1]), "yy");
  assert.equal(at(["hooks", 0, "run"], "key"), "run");
  assert.equal(at(["q"], "key"), '"q"');
  assert.equal(at(["hooks", 0, "missing"]).startsWith("matcher"), true);
  assert.equal(at(["missing"]), "");
});

test("JavaScript's special names are plain keys", () => {
  const { document } = read("__proto__:\n  x: 1\nconstructor: 2");
  assert.deepEqual(Object.keys(document?.value ?? {}), ["__proto__", "constructor"]);
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});

test("a value that has to be quoted gets the hint to quote it", () => {
  for (const [yaml, at] of [
    ["name: a\ndescription: Does x. Triggers: y", ":"],
    ["description: Use when: it rains\nname: a", ":"],
    ['argument-hint: "<a>" [b]', '"<a>" [b]'],
    ["argument-hint: [path] [--flag]", "[path] [--flag]"],
    ["license: @x", "@"],
    ["a:\n  b: c: d", ":"],
  ] as const) {
    const { document, diagnostics } = read(yaml);
    assert.equal(document, undefined, yaml);
    assert.deepEqual(diagnostics.map(said), [`bad-yaml ${at}`], yaml);
    assert.match(diagnostics[0]?.hint ?? "", /^quote the whole value: /, yaml);
  }
  for (const yaml of ["a: [", "a: |\n b\n c: d\n  - [", "a\nb: c"])
    assert.doesNotMatch(read(yaml).diagnostics[0]?.hint ?? "", /quotes/, yaml);
});
