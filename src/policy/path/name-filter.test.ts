import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import type { Verdict } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import { decideRequest } from "../decide-request.ts";
import { globsOf } from "./name-filter.ts";

const open = policyOf({ bash: ["allow"] });

const commands: readonly (readonly [line: string, want: Verdict])[] = [
  ["grep -r x .", "allow"],
  ["grep -r --include='*.ts' x src", "allow"],
  ["grep -r --include=*.ts x src", "allow"],
  ["grep -r --include=.env x .", "ask"],
  ["grep -r --include .env x .", "ask"],
  ["grep -r --include=.env* x .", "ask"],
  ["grep -r --include=*.env x .", "ask"],
  ["grep -r --include='*env*' x .", "ask"],
  ["grep -r --exclude=.env x .", "allow"],
  ["egrep -r --include=id_rsa x .", "ask"],
  ["rgrep --include=.npmrc x", "ask"],
  ["rg x", "allow"],
  ["rg -g '*' x", "allow"],
  ["rg -g '*.{ts,tsx}' x", "allow"],
  ["rg -g 'src/**' x", "allow"],
  ["rg -g '*test*' x", "allow"],
  ["rg -g '*config*' x", "allow"],
  ["rg -g '!.env' x", "allow"],
  ["rg -g .env.example x", "allow"],
  ["rg -g .env x", "ask"],
  ["rg -g.env x", "ask"],
  ["rg -g '**/.env' x", "ask"],
  ["rg -g '{.env,*.ts}' x", "ask"],
  ["rg -g '{a,{b,.env}}' x", "ask"],
  ["rg -g 'config/*.pem' x", "ask"],
  ["rg -g '.ssh/**' x", "ask"],
  ["rg --glob='.env*' -uuu x", "ask"],
  ["rg --iglob .ENV x", "ask"],
  ["rg --type-add 'env:.env' -tenv x", "ask"],
  ["rg --type-add 'web:*.{html,css}' -tweb x", "allow"],
  ["ag -G '\\.env$' x", "ask"],
  ["ag -G '\\.ts$' x", "allow"],
  ["find . -name .env", "allow"],
  ["find . -name .env -exec ls -l {} +", "allow"],
  ["find . -name '*.ts' -exec cat {} +", "allow"],
  ["find . -name .env -exec cat {} \\;", "ask"],
  ["find . -name '*.pem' -exec head {} +", "ask"],
  ["find . -iname .ENV -exec cat {} +", "ask"],
  ["find . -path '*/.env' -exec cat {} +", "ask"],
  ["find . -regex '.*/\\.env' -exec cat {} +", "ask"],
  ["find . -name '*.ts' -o -name .env -exec cat {} +", "ask"],
  ["find . ! -name .env -exec cat {} +", "allow"],
  ["find . -not -name '*.pem' -exec cat {} +", "allow"],
  ["find . -name .env -print0 | xargs -0 cat", "ask"],
  ["find . -name '*.md' -print0 | xargs -0 cat", "allow"],
];

for (const [line, want] of commands) {
  test(`a filter that names secret files: ${want} ${line}`, () => {
    const decision = decide(open, { tool: "bash", subject: line }, surroundingsOf());
    assert.equal(decision.verdict, want, JSON.stringify(decision));
  });
}

test("a rule for the secret file decides", () => {
  const policy = policyOf({ bash: ["allow"], read: ["allow", "**/.env:allow"] });
  const verdict = (line: string) => decide(policy, { tool: "bash", subject: line }, surroundingsOf()).verdict;
  assert.equal(verdict("rg -g .env x"), "allow");
  assert.equal(verdict("rg -g .npmrc x"), "ask");
});

test("other names are judged by the directory that is read", () => {
  const policy = policyOf({ bash: ["allow"], read: ["ask", "src/**:allow"] });
  const verdict = (line: string) => decide(policy, { tool: "bash", subject: line }, surroundingsOf()).verdict;
  assert.equal(verdict("grep -r --include='*.ts' x src"), "allow");
  assert.equal(verdict("grep -r --include='*.ts' x docs"), "ask");
});

test("the filter of a client's search counts too", () => {
  const verdict = (...names: readonly string[]) =>
    decideRequest(open, { kind: "reads", paths: ["."], reading: "below", names }, surroundingsOf()).verdict;
  assert.deepEqual(
    [verdict(), verdict("*.ts"), verdict("*.ts", ".env"), verdict("*.ts, .env")],
    ["allow", "allow", "ask", "ask"],
  );
});

const hostile: readonly (readonly [name: string, filter: string])[] = [
  ["many groups", "{a,b}".repeat(1_000)],
  ["many options", `{${"a,".repeat(1_000)}.env}`],
  ["open braces", "{".repeat(60_000)],
  ["nested braces", `${"{".repeat(1_000)}.env${"}".repeat(1_000)}`],
  ["many globs", "a, ".repeat(20_000)],
  ["a long prefix", `${"x".repeat(30_000)}{${"a,".repeat(15_000)}a}`],
  ["stars in the middle", `*a${"*".repeat(60_000)}b`],
  ["a long expression", `${".*a".repeat(20_000)}$`],
];

for (const [name, filter] of hostile) {
  test(`a filter with too many alternatives needs approval: ${name}`, () => {
    assert.equal(globsOf(filter), undefined);
    const line = `grep -r --include='${filter}' x .`;
    assert.equal(decide(open, { tool: "bash", subject: line }, surroundingsOf()).verdict, "ask");
  });
}

test("a filter of 1,000 characters is judged", () => {
  assert.deepEqual(globsOf("*".repeat(1_000)), []);
  assert.equal(globsOf("a*".repeat(500))?.length, 1);
  assert.equal(globsOf(`*a${"*".repeat(900)}b`)?.length, 3);
});

test("the globs of all filters in a line are counted", () => {
  const globs = Array.from({ length: 30 }, (_, i) => `a${i}`).join(",");
  const filters = (count: number, option: string): string => `${option} '{${globs}}' `.repeat(count);
  const decided = (subject: string) => decide(open, { tool: "bash", subject }, surroundingsOf());
  assert.equal(decided(`rg ${filters(10, "-g")} x`).verdict, "allow");
  for (const line of [`rg ${filters(100, "-g")} x`, `find . ${filters(100, "-name")} -exec cat {} +`])
    assert.deepEqual(decided(line).because, { kind: "caution", point: "it opens too many files" });
});
