/**
 * Tests patterns in the style of other formats: each denies what it was meant for, or is reported with a pattern that
 * does. The forms are combined with every target, so that a new target or form is one line.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "../../src/model/permission.ts";
import { findPatternProblems, normalisePattern } from "../../src/parse/pattern.ts";
import { decide } from "../../src/policy/decide.ts";
import { policyOf, surroundingsOf } from "../support/policy.ts";

const surroundings = surroundingsOf();

/** Whether a rule with this pattern denies the call if everything else is allowed. */
function denies(tool: Tool, pattern: string, subject: string): boolean {
  const policy = policyOf({
    [tool]: ["allow", `${normalisePattern(tool, pattern)}:deny`],
    external_directory: ["allow"],
  });
  return decide(policy, { tool, subject }, surroundings).verdict === "deny";
}

/** The patterns that the hints tell people to write. */
function advised(tool: Tool, pattern: string): readonly string[] {
  return findPatternProblems(tool, pattern, "deny").flatMap(({ hint }) =>
    [...hint.matchAll(/`([^`]+):deny`/g)].map(([, advice = ""]) => advice),
  );
}

function checkHabit(tool: Tool, pattern: string, subject: string): void {
  if (denies(tool, pattern, subject)) return;
  const advice = advised(tool, pattern);
  assert.ok(advice.length > 0, `\`${pattern}:deny\` does not deny \`${subject}\` and is not reported`);
  const isMet = advice.some((each) => [each, ...advised(tool, each)].some((one) => denies(tool, one, subject)));
  assert.ok(isMet, `\`${pattern}:deny\` leads to ${advice.join(", ")}, which does not deny \`${subject}\``);
}

/** Commands: the words that a rule should name, and a line that it should deny. */
const commands: readonly (readonly [words: string, line: string])[] = [
  ["git push", "git push origin main"],
  ["rm -rf", "rm -rf build"],
  ["curl", "curl -s x"],
  ["npm publish", "npm publish --access public"],
  ["docker system prune", "docker system prune -a"],
];

const commandForms: readonly ((words: string) => string)[] = [
  (words) => `${words} *`,
  (words) => `${words}*`,
  (words) => `${words.replaceAll(" ", "  ")} *`,
  (words) => `${words.replaceAll(" ", "\t")} *`,
  (words) => `${words.replaceAll(" ", "\u00a0")}\u00a0*`,
  (words) => `Bash(${words} *)`,
  (words) => `Bash(${words}:*)`,
  (words) => `bash(${words} *)`,
  (words) => `shell(${words}:*)`,
  (words) => `run_shell_command(${words} *)`,
  (words) => `${words} *;`,
  (words) => `cd x && ${words} *`,
  (words) => `cd x&&${words} *`,
  (words) => `* | ${words} *`,
  (words) => `* || ${words} *`,
  (words) => `cd x; ${words} *`,
  (words) => `^${words}.*`,
  (words) => `^${words.replaceAll(" ", "\\s+")}.*`,
  (words) => `${words.replaceAll(" ", "\\s")}\\b.*`,
  (words) => `"${words.split(" ")[0]}"${words.slice(words.split(" ")[0]!.length)} *`,
  (words) => `${words} "*"`,
];

test("habits of other formats in command rules", () => {
  for (const [words, line] of commands) for (const form of commandForms) checkHabit("bash", form(words), line);
  for (const pattern of ["rm:*", "rm -rf:*", "git push:*", "npm run:*", "git commit -m:*"])
    checkHabit("bash", pattern, `${pattern.slice(0, -2)} x`);
});

/** Names of scripts, images and targets hold a colon, and a pipe can be part of a word. */
test("command patterns that only look like habits of other formats", () => {
  for (const pattern of ["npm run test:*", "rake db:*", "docker run node:*", "bazel test //x:*", "yarn build:*"])
    assert.deepEqual(findPatternProblems("bash", pattern, "allow"), [], pattern);
  for (const pattern of [
    "ls .*",
    "python3.*",
    "grep a|b *",
    "sed s/a/b/;p *",
    "echo (x)",
    "git log --format=%(trailers)",
  ])
    assert.deepEqual(findPatternProblems("bash", pattern, "allow"), [], pattern);
});

const pathForms: readonly ((directory: string, name: string) => string)[] = [
  (directory, name) => `./${directory}/${name}`,
  (directory, name) => `${directory}//${name}`,
  (directory) => `${directory}/`,
  (directory) => directory,
  (directory, name) => `${directory}/x/../${name}`,
  (directory) => `Edit(${directory}/**)`,
  (directory) => `edit(./${directory}/**)`,
  (directory, name) => `Write(${directory}/${name})`,
  (directory, name) => `${directory}\\${name}`,
  (directory) => `/${directory}/**`,
  (directory) => `{${directory},other}/**`,
  (directory, name) => `${directory}/[a-z]${name.slice(1)}`,
  (directory, name) => `${directory}/[!0]${name.slice(1)}`,
  (directory, name) => `${directory}/?${name.slice(1)}`,
  (directory) => `^${directory}/.*`,
  (directory, name) => `${directory}/${name.replaceAll(".", "\\.")}$`,
];

test("habits of other formats in path rules", () => {
  for (const directory of ["src", "config/prod"])
    for (const name of ["secret.txt", "key"])
      for (const form of pathForms)
        checkHabit("edit", form(directory, name), `${surroundings.projectRoot}/${directory}/${name}`);
  for (const pattern of [
    "//etc/hosts",
    "file:///etc/hosts",
    "Edit(//etc/hosts)",
    "C:\\etc\\hosts",
    "/etc/../etc/hosts",
  ])
    checkHabit("edit", pattern, "/etc/hosts");
  for (const pattern of ["~/.ssh", "~/.ssh/", "$HOME/.ssh/**", "${HOME}/.ssh", "~//.ssh/config"])
    checkHabit("edit", pattern, "/home/me/.ssh/config");
  checkHabit("edit", "file{1..3}.txt", `${surroundings.projectRoot}/file2.txt`);
  const [negated] = findPatternProblems("edit", "!.env", "allow");
  assert.match(negated!.hint, /write `\.env:deny` before/);
});

const addressForms: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}/**`,
  (host) => `https://${host}`,
  (host) => `https://${host}/`,
  (host) => `//${host}/**`,
  (host) => `domain:${host}`,
  (host) => `WebFetch(domain:${host})`,
  (host) => `url(${host})`,
  (host) => `https?://${host}/**`,
  (host) => `^https?://${host}/**`,
  (host) => `http[s]://${host}/**`,
  (host) => `{http,https}://${host}/**`,
  (host) => `(http|https)://${host}/**`,
];

test("habits of other formats in address rules", () => {
  for (const host of ["evil.com", "api.evil.co.uk"])
    for (const form of addressForms) checkHabit("webfetch", form(host), `https://${host}/a/b?c=d`);
  for (const pattern of ["*", "**", "<all_urls>", "*://*/**"]) checkHabit("webfetch", pattern, "https://evil.com/a/b");
});
