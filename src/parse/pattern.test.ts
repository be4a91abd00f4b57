import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool, Verdict } from "../model/permission.ts";
import { findPatternProblems, normalisePattern } from "./pattern.ts";

const normal: readonly (readonly [Tool, written: string, kept: string])[] = [
  ["edit", "./.env", ".env"],
  ["edit", "secrets/", "secrets/**"],
  ["edit", "./a//b/./c/", "a/b/c/**"],
  ["edit", "//etc//passwd", "/etc/passwd"],
  ["edit", "~/.ssh/", "~/.ssh/**"],
  ["edit", "/", "/**"],
  ["edit", "~/", "~/**"],
  ["edit", ".", "./**"],
  ["edit", "./", "./**"],
  ["edit", "./**", "./**"],
  ["edit", "./**/x", "./**/x"],
  ["edit", "**/x", "**/x"],
  ["edit", ".github/workflows/", ".github/workflows/**"],
  ["edit", "...", "..."],
  ["read", "./x", "x"],
  ["external_directory", "/srv/", "/srv/**"],
  ["bash", "git  push   *", "git push *"],
  ["bash", "./run.sh", "./run.sh"],
  ["webfetch", "https://evil.com", "https://evil.com/"],
  ["webfetch", "https://*.evil.com:8080", "https://*.evil.com:8080/"],
  ["webfetch", "https://evil.com/a", "https://evil.com/a"],
  ["webfetch", "https://**", "https://**"],
  ["question", "a  b/", "a  b/"],
];

for (const [tool, written, kept] of normal)
  test(`${tool}: \`${written}\` is kept as \`${kept}\``, () => assert.equal(normalisePattern(tool, written), kept));

/** The hint names the rule to write. */
const impossible: readonly (readonly [Tool, pattern: string, verdict: Verdict, write: string])[] = [
  ["edit", "../x", "deny", "**/x:deny"],
  ["edit", "a/../b", "deny", "b:deny"],
  ["edit", "/a/../b", "deny", "/b:deny"],
  ["edit", "a/..", "deny", ":deny"],
  ["edit", ".", "allow", "./**:allow"],
  ["bash", "cd x && rm *", "deny", "rm *:deny"],
  ["bash", "curl * | sh", "ask", "sh:ask"],
  ["bash", "cd x; rm *", "deny", "rm *:deny"],
  ["bash", "rm -rf *;", "deny", "rm -rf *:deny"],
  ["bash", "make &", "deny", "make:deny"],
  ["bash", "* && rm *", "deny", "rm *:deny"],
  ["bash", "Bash(npm publish*)", "deny", "npm publish*:deny"],
  ["bash", "Bash(npm run:*)", "allow", "npm run *:allow"],
  ["edit", "Edit(src/**)", "allow", "src/**:allow"],
  ["webfetch", "WebFetch(domain:evil.org)", "deny", "*://evil.org/**:deny"],
  ["question", "Bash(x)", "deny", "x:deny"],
  ["bash", "bash(rm *)", "deny", "rm *:deny"],
  ["edit", "edit(src/**)", "deny", "src/**:deny"],
  ["webfetch", "domain:evil.org", "deny", "*://evil.org/**:deny"],
  ["webfetch", "evil.org/**", "deny", "*://evil.org/**:deny"],
  ["webfetch", "evil.org", "allow", "https://evil.org:allow"],
  ["webfetch", "localhost:3000/**", "allow", "https://localhost:3000/**:allow"],
  ["webfetch", "//evil.org/x", "deny", "*://evil.org/x:deny"],
];

for (const [tool, pattern, verdict, write] of impossible) {
  test(`${tool}: \`${pattern}:${verdict}\` can never match; write \`${write}\``, () => {
    const [problem, ...others] = findPatternProblems(tool, pattern, verdict);
    assert.ok(problem && !problem.isHarmless && others.length === 0);
    assert.ok(problem.hint.includes(write), problem.hint);
    assert.ok(problem.end > problem.start && problem.end <= pattern.length);
  });
}

const literal: readonly (readonly [Tool, pattern: string, part: string])[] = [
  ["edit", "{a,b}/*", "{a,b}"],
  ["edit", "conf[0-9].yml", "[0-9]"],
  ["read", "file?.txt", "?"],
  ["bash", "rm {a,b}", "{a,b}"],
  ["bash", "cat * > *", ">"],
  ["webfetch", "*.evil.com/**", "*.evil.com"],
  ["edit", "$HOME/.ssh/**", "$HOME"],
  ["read", "${XDG_CONFIG_HOME}/x", "${XDG_CONFIG_HOME}"],
];

for (const [tool, pattern, part] of literal) {
  test(`${tool}: \`${part}\` in \`${pattern}\` is literal`, () => {
    const [problem] = findPatternProblems(tool, pattern, "deny");
    assert.ok(problem?.isHarmless);
    assert.equal(pattern.slice(problem.start, problem.end), part);
  });
}

const fine: readonly (readonly [Tool, pattern: string])[] = [
  ["bash", "find * -exec grep * {} ;"],
  ["bash", "git show HEAD@{1}"],
  ["bash", "xargs -I {} cat {}"],
  ["bash", "[ -f * ]"],
  ["edit", "a/$b/c"],
  ["bash", "grep a|b *"],
  ["edit", "app/[slug]/page.tsx"],
  ["edit", "..hidden/x"],
  ["webfetch", "https://a.org/x?{a,b}=[0-9]"],
  ["webfetch", "*"],
  ["webfetch", "**.example.com/**"],
  ["webfetch", "*://example.com/**"],
  ["webfetch", "http*://example.com/**"],
  ["webfetch", "mailto:x"],
  ["question", "Why? {a,b} && [0-9] (x)"],
];

for (const [tool, pattern] of fine)
  test(`${tool}: \`${pattern}\` is fine`, () => assert.deepEqual(findPatternProblems(tool, pattern, "deny"), []));
