import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../../../test/support/cost.ts";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { skillCheck } from "./check.ts";

const makeRoot = makeRoots("skill-check");
const good = (name: string): string =>
  `---\nname: ${name}\ndescription: "Does it. Use when wanted. Triggers: it."\nversion: "1.0.0"\n---\n# It\n\n## When to Escalate\n`;
const check = (...argv: string[]) => runCommandIn(process.cwd(), skillCheck, argv);
const linesOf = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("one line per skill, and a malformed skill does not hide others", async () => {
  const root = makeRoot({
    "a/SKILL.md": good("a"),
    "b/SKILL.md": "---\nname: b\ndescription: Does it\nhooks: {\n---\n",
    "c/SKILL.md": good("c"),
    "d/skill.md": good("d"),
    "not-a-skill/x.md": "x\n",
  });
  const { code, out } = await check(root, "--json");
  const lines = linesOf(out);
  assert.equal(code, 1);
  assert.deepEqual(
    lines.map(({ name, valid, profile }) => [name, valid, profile]),
    [
      ["a", true, "claude"],
      ["b", false, "claude"],
      ["c", true, "claude"],
      ["d", true, "claude"],
    ],
  );
  assert.equal(lines[0].path, join(root, "a/SKILL.md"));
  assert.deepEqual(lines[0].diagnostics, []);
  const {
    code: kind,
    severity,
    message,
    line,
    col,
  } = lines[1].diagnostics.find((each: { severity: string }) => each.severity === "error");
  assert.deepEqual([kind, severity, typeof message, line > 1, col > 0], ["bad-field", "error", "string", true, true]);
});

test("a directory is a skill, contains skills, or has them in skills/", async () => {
  const root = makeRoot({ "skills/a/SKILL.md": good("a"), "skills/b/SKILL.md": good("b") });
  for (const [argv, names] of [
    [[join(root, "skills/a")], ["a"]],
    [[join(root, "skills")], ["a", "b"]],
    [[root], ["a", "b"]],
    [
      [join(root, "skills/b"), join(root, "skills/a")],
      ["b", "a"],
    ],
  ] as const)
    assert.deepEqual(
      linesOf((await check(...argv, "--json")).out).map(({ name }) => name),
      names,
    );
});

test("valid skills exit with 0, and --strict turns warnings into errors", async () => {
  const root = makeRoot({ "a/SKILL.md": good("a").replace('version: "1.0.0"\n', "") });
  assert.equal((await check(root)).code, 0);
  const { code, out } = await check(root, "--strict", "--json");
  assert.equal(code, 1);
  assert.deepEqual(
    linesOf(out)[0].diagnostics.map((each: { code: string; severity: string }) => [each.code, each.severity]),
    [["skill-no-version", "error"]],
  );
});

test("a person sees the excerpt, a line per skill and a sum", async () => {
  const root = makeRoot({ "a/SKILL.md": good("a"), "b/SKILL.md": good("b").replace(/^description: .*\n/m, "") });
  const { out, err } = await check(root);
  assert.match(err, /^error\[missing-field\]: required field `description` is missing in SKILL\.md\n/);
  assert.match(
    out,
    /a\/SKILL\.md: valid; about 11 tokens in every session, 7 when used\n.*b\/SKILL\.md: invalid, 1 error\n/,
  );
  assert.match(out, /\n1 skill valid, 1 invalid, 0 warnings; profile claude\n$/);
});

test("a link to a folder is followed, a link out of a skill is an error", async () => {
  const root = makeRoot({ "store/a/SKILL.md": good("a"), "secret.md": "x\n", "home/b/SKILL.md": good("b") });
  symlinkSync(join(root, "store/a"), join(root, "home/a"));
  symlinkSync(join(root, "secret.md"), join(root, "home/b/secret.md"));
  const lines = linesOf((await check(join(root, "home"), "--json")).out);
  assert.deepEqual(
    lines.map(({ name, valid }) => [name, valid]),
    [
      ["a", true],
      ["b", false],
    ],
  );
  assert.equal(lines[1].diagnostics[0].code, "outside-root");
});

test("a SKILL.md that is a directory is reported, and the other skills are checked", async () => {
  const root = makeRoot({ "b/SKILL.md": good("b") });
  mkdirSync(join(root, "a/SKILL.md"), { recursive: true });
  const { code, out } = await check(root, "--json");
  assert.deepEqual(
    linesOf(out).map(({ name, valid }) => [name, valid]),
    [
      ["a", false],
      ["b", true],
    ],
  );
  assert.equal(code, 1);
});

test("each verdict estimates what the three stages of loading cost", async () => {
  const root = makeRoot({
    "a/SKILL.md": good("a"),
    "a/references/x.md": "x".repeat(400),
    "a/assets/p.bin": Uint8Array.from([0, 255]),
  });
  const [line] = linesOf((await check(root, "--json")).out);
  assert.deepEqual(line.tokens, { start: 11, body: 7, references: 100 });
  const { out } = await check(root);
  assert.match(out, /SKILL\.md: valid; about 11 tokens in every session, 7 when used, 100 in references\n/);
});

test("settings disable warnings by code, but not errors", async () => {
  const root = makeRoot({
    "a/SKILL.md": good("a").replace(/## .*/, ""),
    "b/SKILL.md": good("c"),
    "s.toml": '[skills]\nignore = ["skill-no-escalation"]\n',
    "bad.toml": '[skills]\nignore = ["name-mismatch"]\n',
  });
  const codes = async (...argv: string[]) =>
    linesOf((await check(root, "--json", ...argv)).out).flatMap(({ diagnostics }) =>
      diagnostics.map(({ code }: { code: string }) => code),
    );
  assert.deepEqual(await codes(), ["skill-no-escalation", "name-mismatch"]);
  assert.deepEqual(await codes("--settings", join(root, "s.toml")), ["name-mismatch"]);
  const { code, err } = await check(root, "--settings", join(root, "bad.toml"));
  assert.equal(code, 1);
  assert.match(err, /`skills\.ignore` contains `name-mismatch`, which is not the code of a check that can be disabled/);
});

test("a missing directory is reported", async () => {
  const { code, err } = await check("/nowhere/at-all");
  assert.equal(code, 1);
  assert.match(err, /cannot read `\/nowhere\/at-all`: it does not exist/);
});

test("an unknown profile is a command line error", async () => {
  await assert.rejects(check("--profile", "pi"), { name: "UsageError", message: /open, claude, kode/ });
});

test("a thousand skills are checked in linear time", async () => {
  const rootOf = (length: number): string =>
    makeRoot(Object.fromEntries(Array.from({ length }, (_, i) => [`s-${i}/SKILL.md`, good(`s-${i}`)])));
  const roots = new Map([125, 1000].map((length) => [length, rootOf(length)]));
  await assertGrowsLinearly(1000, async (length) => {
    const { code, out } = await check(roots.get(length)!, "--json");
    assert.deepEqual([code, linesOf(out).length], [0, length]);
  });
});
