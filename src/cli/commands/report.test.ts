/** Tests `surcingle report` as text, JSON and a page that loads nothing. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { agentFiles, makeRoots, skillFiles } from "../../../test/support/make-root.ts";
import { runCommandIn } from "../../../test/support/run-command.ts";
import { readExplorerInput } from "../../report/page/explorer.ts";
import { report } from "./report.ts";

const makeRoot = makeRoots("report");
const governed = `[permissions.bash]
intent = "ask"
rules = ["@reading", "make <b>*:allow"]
[permissions.edit]
intent = "deny"
`;
const root = makeRoot({
  ...agentFiles("planner", governed, 'tags = ["a"]\nskills = ["greet"]\ndisplay_name = "<i>Planner</i> & \\"co\\""\n'),
  ...agentFiles("helper", governed, 'mode = "subagent"\n'),
  ...agentFiles("free", ""),
  ...skillFiles("greet"),
});
const run = (...argv: string[]) => runCommandIn(root, report, ["--root", root, ...argv]);

test("the text fits into 80 columns and names permissions, packs, delegation and losses", async () => {
  const { code, out } = await run();
  assert.equal(code, 0);
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
  assert.match(out, /^3 agents, \d clients, 1 skill, 0 commands\n/);
  assert.match(out, /^planner +(?:same|\d+ \/ \d+) /m);
  assert.match(out, /packs: @reading/);
  assert.match(out, /delegates to: helper/);
  assert.match(out, /bash +ask, after @reading, 1 allow rule/);
  assert.match(out, /claude-code: tags lost: Claude Code has no tags/);
  assert.match(out, /ungoverned: each client's own defaults apply/);
});

test("a client that the settings exclude is not shown as if it supported everything", async () => {
  const some = makeRoot({ ...agentFiles("a", governed), "surcingle.toml": 'harnesses = ["pi", "claude"]\n' });
  const { out } = await runCommandIn(some, report, ["--root", some, "--format", "json"]);
  const { harnesses } = JSON.parse(out) as { harnesses: { id: string }[] };
  assert.deepEqual(
    harnesses.map(({ id }) => id),
    ["claude-code", "pi"],
  );
});

test("the JSON has every agent with its permissions in order and what each client makes of it", async () => {
  const { out } = await run("--format", "json");
  const { agents, packs, skills } = JSON.parse(out);
  const planner = agents.find(({ name }: { name: string }) => name === "planner");
  const bash = planner.permissions.find(({ tool }: { tool: string }) => tool === "bash");
  assert.deepEqual(
    bash.lines.map((line: { pack?: string; pattern?: string }) => line.pack ?? line.pattern),
    ["reading", "make <b>*"],
  );
  assert.equal(bash.intent, "ask");
  assert.deepEqual(planner.delegates, ["helper"]);
  assert.deepEqual(packs[0].usedBy, ["helper", "planner"].sort());
  assert.deepEqual(skills[0].usedBy, ["planner"]);
  const claude = planner.clients.find(({ harness }: { harness: string }) => harness === "claude-code");
  assert.equal(claude.fields.find(({ field }: { field: string }) => field === "tags").support, "lost");
  assert.equal(claude.fields.find(({ field }: { field: string }) => field === "description").support, "native");
});

test("the page loads nothing from outside, and its content policy allows exactly its own script and style", async () => {
  const { out } = await run("--format", "html");
  const page = out.replace(/<script>.*?<\/script>/s, "").replace(/<script type="application\/json".*?<\/script>/s, "");
  assert.doesNotMatch(page, /(?:src|href)="(?!#|data:,)/);
  assert.doesNotMatch(page, /@import|url\((?!#)/);
  const hash = (text: string) => createHash("sha256").update(text).digest("base64");
  const script = /<script>(.*?)<\/script>/s.exec(out)![1]!;
  const style = /<style>(.*?)<\/style>/s.exec(out)![1]!;
  assert.ok(out.includes(`script-src &#39;sha256-${hash(script)}&#39;`));
  assert.ok(out.includes(`style-src &#39;sha256-${hash(style)}&#39;`));
  assert.equal((await run("--format", "html")).out, out);
});

test("text of a definition never becomes markup, and the embedded policies can be read back", async () => {
  const { out } = await run("--format", "html");
  assert.doesNotMatch(out, /<i>Planner/);
  assert.match(out, /&#60;i&#62;Planner&#60;\/i&#62; &#38; &#34;co&#34;/);
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(out)![1]!;
  assert.doesNotMatch(data, /</);
  const { policies } = readExplorerInput(data);
  assert.deepEqual([...policies.keys()].sort(), ["helper", "planner"]);
  const json = JSON.parse((await run("--format", "json")).out);
  for (const { name, policy } of json.agents) if (policy) assert.deepEqual(policies.get(name), policy);
});

test("the format follows the file name, and an unknown format is reported", async () => {
  const file = join(root, "report.html");
  const { code, out } = await run("--out", file);
  assert.equal(code, 0);
  assert.equal(out, `wrote ${file}\n`);
  assert.match(readFileSync(file, "utf8"), /^<!doctype html>/);
  await assert.rejects(run("--format", "pdf"), /pdf/);
  await assert.rejects(run("--open", "--format", "text"), /`--open` shows the page/);
  await assert.rejects(run("--out", join(root, "none/report.html")), /its directory does not exist/);
  assert.ok(!existsSync(join(root, "none")));
});

test("a root without agents also has a report", async () => {
  const empty = makeRoot(skillFiles("alone"));
  const { code, out } = await runCommandIn(empty, report, ["--root", empty, "--format", "html"]);
  assert.equal(code, 0);
  assert.match(out, /Skills and commands/);
  assert.doesNotMatch(out, /id="ask"/);
});
