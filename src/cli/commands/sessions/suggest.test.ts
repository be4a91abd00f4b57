/** Tests `surcingle suggest`: few rules for many questions, none that allows harm, written without losing a comment. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { agentFiles, makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { everydayLines, logOf } from "../../../../test/support/session-log.ts";
import type { Tool } from "../../../model/permission.ts";
import { replay } from "./replay.ts";
import { suggest } from "./suggest.ts";

const makeRoot = makeRoots("suggest");
const toml = `# Why each rule is here.
[permissions.bash]
intent = "ask"
rules = [
  "rm *:deny", # never
  "npm publish *:ask", # on purpose
]
[permissions.edit]
intent = "ask"
`;

interface Line {
  readonly event: string;
  readonly tool: Tool;
  readonly pattern: string;
  readonly questions: number;
  readonly answered: number;
  readonly effects: readonly string[];
  readonly left: Readonly<Record<string, number>>;
}

async function run(root: string, log: string, ...argv: string[]) {
  const { code, out, err } = await runCommandIn(root, suggest, [log, "--root", root, "--json", ...argv], {
    HOME: "/home/me",
  });
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return {
    code,
    err,
    rules: lines.filter(({ event }) => event === "rule"),
    agent: lines.find(({ event }) => event === "agent")!,
  };
}

test("200 questions: at most 12 rules answer 80 % of them, the smallest first", async (t) => {
  const root = makeRoot(agentFiles("a", toml));
  const log = logOf(root, everydayLines(200));
  const { rules, agent } = await run(root, log);
  t.diagnostic(
    `${rules.length} rules answer ${agent.answered} of ${agent.questions}: ${rules.map(({ pattern }) => pattern).join(", ")}`,
  );
  assert.ok(rules.length <= 12 && agent.answered >= 0.8 * agent.questions, `${agent.answered} of ${agent.questions}`);
  assert.ok(rules.every(({ effects, pattern }) => effects.length === 0 && !/^(?:curl|make|npm|node)/.test(pattern)));
  const widths = rules.map(({ pattern }) => (pattern.includes("*") ? 1 : 0));
  assert.deepEqual(widths, [...widths].sort());
  assert.ok(agent.left["a rule asks about it"]! > 0, "`npm publish` is asked about on purpose");
});

test("what changes, runs or connects needs `--include`; unknown programs too", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const lines = ["npm install", "npm test", "strange-tool", "git commit -m x"].flatMap((line) => [line, line, line]);
  const log = logOf(root, lines);
  assert.deepEqual((await run(root, log)).rules, []);
  const some = await run(root, log, "--include", "unknown");
  assert.deepEqual(
    some.rules.map(({ pattern }) => pattern),
    ["strange-tool"],
  );
  const all = await run(
    root,
    log,
    "--include",
    "unknown",
    "--include",
    "runs",
    "--include",
    "writes",
    "--include",
    "connects",
  );
  assert.ok(
    all.rules.some(({ pattern }) => pattern === "npm test"),
    JSON.stringify(all.rules),
  );
  assert.ok(all.rules.every(({ pattern }) => !/^(?:npm|git) \*$/.test(pattern)));
});

test("where `edit` is not named, a rule that would let a program write is not suggested", async () => {
  const open = makeRoot(agentFiles("a", '[permissions.bash]\nintent = "ask"\n'));
  const lines = ["sed -n 1p a", "sed -n 2p a", "sed -n 3p a", "wc -l a", "wc -l b"];
  assert.deepEqual(
    (await run(open, logOf(open, lines))).rules.map(({ pattern }) => pattern),
    ["wc *"],
  );
  const named = makeRoot(agentFiles("a", toml));
  assert.deepEqual(
    (await run(named, logOf(named, lines))).rules.map(({ pattern }) => pattern),
    ["sed *", "wc *"],
  );
});

test("rare questions, secrets and lines that are not literal get no rule", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const odd = ["git log $x", "TOKEN=*** make", "cat ghp_abcdefghijklmnop123456", "git log *.md"].flatMap((line) => [
    line,
    line,
    line,
  ]);
  const { rules } = await run(root, logOf(root, [...odd, "git log once"]));
  assert.deepEqual(
    rules.map(({ pattern }) => pattern).filter((pattern) => /ghp_|TOKEN|\$|once/.test(pattern)),
    [],
  );
});

test("`--apply` writes a pack and names it in the agent, keeps comments, and answers the questions", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const log = logOf(root, ["git log", "git log -3", "git log -5", "git log", "ls src", "ls src"]);
  const { code, rules } = await run(root, log, "--apply");
  assert.equal(code, 0);
  assert.deepEqual(
    rules.map(({ pattern }) => pattern),
    ["ls src", "git log *"],
  );
  const agent = readFileSync(join(root, "agents/a/agent.toml"), "utf8");
  for (const [comment] of toml.matchAll(/#.*/g)) assert.ok(agent.includes(comment), agent);
  assert.match(agent, /"npm publish \*:ask", # on purpose\n {2}"@a-suggested",\n\]/);
  assert.match(readFileSync(join(root, "packs/a-suggested.toml"), "utf8"), /^ {2}"git log \*:allow",$/m);
  const { out } = await runCommandIn(root, replay, [log, "--root", root], { HOME: "/home/me" });
  assert.match(out, /^a +6 +6 +0 +0 +0$/m);
  // The second time, more rules join the same pack.
  const more = logOf(root, ["git show", "git show HEAD", "git show HEAD~1"]);
  assert.equal((await run(root, more, "--apply")).code, 0);
  const pack = readFileSync(join(root, "packs/a-suggested.toml"), "utf8");
  assert.match(pack, /"git log \*:allow",\n {2}"git show \*:allow",\n\]/);
  assert.equal(readFileSync(join(root, "agents/a/agent.toml"), "utf8").match(/@a-suggested/g)!.length, 1);
});

test("files to edit are suggested with `--include writes`, as rules of the agent", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const log = logOf(root, ["docs/a.md", "docs/b.md", "docs/c.md"], "edit");
  assert.deepEqual((await run(root, log)).rules, []);
  const { rules } = await run(root, log, "--include", "writes", "--apply");
  assert.deepEqual(
    rules.map(({ pattern }) => pattern),
    ["docs/**"],
  );
  assert.match(
    readFileSync(join(root, "agents/a/agent.toml"), "utf8"),
    /intent = "ask"\nrules = \["docs\/\*\*:allow"\]/,
  );
});

test("the text says how many questions are answered and what else a rule allows", async () => {
  const root = makeRoot(agentFiles("a", toml));
  const log = logOf(root, ["git log", "git log -3", "make", "make"]);
  const { out } = await runCommandIn(root, suggest, [log, "--root", root], { HOME: "/home/me" });
  assert.match(out, /^a: 1 rule would answer 2 of 4 questions \(50 %\)\n/);
  assert.match(
    out,
    /bash {2}"git log \*:allow" {2}2 questions\n {4}such as `git log`, `git log -3`\n {4}also allows every other command/,
  );
  assert.match(out, /2x {2}it runs code \(`--include runs`\)/);
});
