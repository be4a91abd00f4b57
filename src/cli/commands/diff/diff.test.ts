/** Tests `surcingle diff` on roots, builds and commits, in each format. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { agentFiles, makeRoots, writeFiles } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { build } from "../build.ts";
import { explain } from "../explain.ts";
import { diff } from "./diff.ts";

const makeRoot = makeRoots("diff-command");
const bash = (rules: string) => `[permissions.bash]\nintent = "ask"\nrules = [${rules}]\n`;
const old = () => makeRoot(agentFiles("a", bash('"git log *:allow", "rm *:deny"')));
const now = () => makeRoot(agentFiles("a", bash('"git log *:allow", "make test:allow", "rm -rf *:deny"')));
const same = () => makeRoot(agentFiles("a", bash('"rm *:deny", "git log *:allow"')));

const run = (argv: readonly string[], cwd = "/") => runCommandIn(cwd, diff, argv);

test("a looser root is listed with its rule, and the exit code is 1", async () => {
  const { code, out } = await run([old(), now()]);
  assert.equal(code, 1);
  assert.match(out, /^a\n {2}looser {4}bash `make test`: ask -> allow\n {12}was ask, because no rule matches/m);
  assert.match(out, /is {2}allow, by rule `make test` at agents\/a\/agent\.toml:\d+:\d+/);
  assert.match(out, /looser {4}bash `rm`: deny -> ask/);
  assert.match(out, /1 agent: 1 looser, 0 stricter, 0 with the same permissions\n$/);
});

test("the reverse is stricter, and equivalent rules are not a difference", async () => {
  const back = await run([now(), old()]);
  assert.equal(back.code, 0);
  assert.match(back.out, /stricter {2}bash `make test`: allow -> ask/);
  const equal = await run([old(), same()]);
  assert.equal(equal.code, 0);
  assert.equal(equal.out, "1 agent: 0 looser, 0 stricter, 1 with the same permissions\n");
});

test("`explain --batch` confirms each example on both sides", async () => {
  const [before, after] = [old(), now()];
  const { out } = await run([before, after, "--json"]);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines.at(-1), { event: "diff", looser: true, agents: 1, summary: lines.at(-1).summary });
  const changes = lines.filter(({ event }) => event === "change");
  assert.ok(changes.length >= 2);
  for (const { agent, example, was, is } of changes)
    for (const [root, expected] of [
      [before, was],
      [after, is],
    ]) {
      const question = JSON.stringify({ agent, ...example });
      const { code, out } = await runCommandIn(root, explain, ["--batch", "--root", root], {}, question);
      assert.equal(code, 0);
      assert.equal(JSON.parse(out).verdict, expected.verdict);
    }
});

test("comparing two builds gives the same result as comparing their roots", async () => {
  const [before, after] = [old(), now()];
  for (const root of [before, after])
    assert.equal(
      (await runCommandIn(root, build, ["--root", root, "--out", join(root, "out"), "--harness", "claude-code"])).code,
      0,
    );
  const { code, out } = await run([join(before, "out"), join(after, "out")]);
  assert.equal(code, 1);
  assert.match(out, /looser {4}bash `make test`: ask -> allow/);
});

test("`--git` compares with a commit, below the top of the repository too", async () => {
  const repository = makeRoot({});
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", repository, "-c", "user.name=a", "-c", "user.email=a@b", ...words]);
  const write = (files: Record<string, string>) => {
    writeFiles(join(repository, "team"), files);
  };
  git("init", "-q");
  write(agentFiles("a", bash('"git log *:allow"')));
  git("add", "-A");
  git("commit", "-qm", "one");
  const root = join(repository, "team");
  assert.equal((await run(["--git", "HEAD"], root)).code, 0);
  write(agentFiles("a", bash('"git log *:allow", "make *:allow"')));
  const { code, out } = await run(["--git", "HEAD", "--root", root]);
  assert.equal(code, 1);
  assert.match(out, /looser {4}bash `make`: ask -> allow/);
  await assert.rejects(run(["--git", "nowhere", "--root", root]), /`nowhere` is not a commit/);
});

test("Markdown has a table for each agent, and text of a definition cannot break out of it", async () => {
  const plain = await run([old(), now(), "--format", "markdown"]);
  assert.equal(plain.code, 1);
  assert.match(plain.out, /^### Permissions: looser\n/);
  assert.match(plain.out, /\| ⚠️ looser \| bash \| `make test` \| ask, because no rule matches/);
  const odd = makeRoot(agentFiles("a", bash(`"run a|b <i>\`c*:allow"`)));
  const { code, out } = await run([old(), odd, "--format", "markdown"]);
  assert.equal(code, 1);
  const row = out.split("\n").find((line) => line.includes("run a"))!;
  assert.equal(row.replace(/\\./g, "").split("|").length, 7, row);
  assert.doesNotMatch(row.replace(/``.*?``|`[^`]*`/g, ""), /[^\\]<i>/);
});

test("SARIF points at the rule that decides", async () => {
  const { code, out } = await run([old(), now(), "--format", "sarif"]);
  assert.equal(code, 1);
  const { version, runs } = JSON.parse(out);
  assert.equal(version, "2.1.0");
  const found = runs[0].results.find((each: { message: { text: string } }) => each.message.text.includes("make test"));
  assert.equal(found.level, "warning");
  assert.equal(found.locations[0].physicalLocation.artifactLocation.uri, "agents/a/agent.toml");
  assert.ok(found.locations[0].physicalLocation.region.startLine > 1);
});

test("new agents are compared with an agent without rules; an agent without permissions counts as looser", async () => {
  const wide = makeRoot({ ...agentFiles("a", bash("")), ...agentFiles("b", bash('"make *:allow"')) });
  const added = await run([makeRoot(agentFiles("a", bash(""))), wide]);
  assert.equal(added.code, 1);
  assert.match(added.out, /^b \(added\)\n {2}looser {4}bash `make`: ask -> allow/m);
  const open = await run([old(), makeRoot(agentFiles("a", ""))]);
  assert.equal(open.code, 1);
  assert.match(open.out, /looser {4}it has no permissions/);
});

test("a wrong command line is reported", async () => {
  await assert.rejects(run([old()]), /pass OLD and NEW/);
  await assert.rejects(run(["/nowhere", "/nowhere"]), /`\/nowhere` is not a directory/);
  await assert.rejects(
    run([old(), old(), "--format", "yaml"]),
    /`--format` cannot be `yaml`; choose from text, json, markdown, sarif/,
  );
});
