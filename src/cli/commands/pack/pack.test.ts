/** Tests the shipped packs, packs of a root, and the commands that print them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch, writeFiles } from "../../../../test/support/make-root.ts";
import { renderRoots } from "../../../../test/support/render-case.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import type { Pack } from "../../../model/permission.ts";
import { findEntry } from "../../../policy/programs/all.ts";
import { isWrapper } from "../../../policy/shell/unwrap.ts";
import { pack } from "../families.ts";
import { loadPacks, scoreOf } from "./packs.ts";
import scores from "./scores.json" with { type: "json" };

const scratch = makeScratch("packs");

function makeRoot(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(scratch, name);
  writeFiles(root, files);
  return root;
}

const shipped: readonly Pack[] = [...loadPacks([], (problem) => assert.fail(problem.message)).packs.values()];

test("there are packs for reading, git, inspection, builds, secrets and the network", () => {
  const names = shipped.map(({ name }) => name);
  for (const name of ["reading", "git-reading", "inspection", "builds", "no-secrets", "no-network"])
    assert.ok(names.includes(name), name);
});

for (const { name, tool, rules } of shipped.filter((each) => each.tool === "bash")) {
  test(`every program that the pack ${name} allows is in the table`, () => {
    const unknown = rules
      .filter(({ verdict }) => verdict === "allow")
      .map(({ pattern }) => pattern.split(" ")[0]!)
      // A rule without a program applies only to programs of the table.
      .filter((program) => program !== "*" && !findEntry(program) && !isWrapper(program));
    assert.deepEqual(unknown, []);
    assert.ok(rules.length > 0 && rules.every((rule) => rule.tool === tool));
  });
}

test("`pack list` and `pack show` print packs for people and for programs", async () => {
  const root = makeRoot("own", { "packs/mine.toml": 'tool = "edit"\ndescription = "Mine"\nrules = ["x/:deny"]\n' });
  const list = await runCommandIn(root, pack, ["list"]);
  assert.equal(list.code, 0);
  assert.match(list.out, /^mine +edit: Mine$/m);
  assert.match(list.out, /^reading +bash: /m);
  const show = await runCommandIn(root, pack, ["show", "mine"]);
  assert.equal(show.out, "pack   mine\nabout  Mine\ntool   edit\nfile   packs/mine.toml\n\nx/**:deny\n");
  const json = await runCommandIn(root, pack, ["show", "@mine", "--json"]);
  assert.deepEqual(JSON.parse(json.out.split("\n")[0]!), {
    name: "mine",
    tool: "edit",
    description: "Mine",
    rules: ["x/**:deny"],
    path: "packs/mine.toml",
  });
  const wrong = await runCommandIn(root, pack, ["show", "readin"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /unknown pack `readin`; did you mean `reading`\?/);
});

const agent = (rules: string) =>
  `name = "a"\ndescription = "Does a"\n[permissions.bash]\nintent = "deny"\nrules = [${rules}]\n`;

test("the rules of a pack are inserted where it is named, with their own places; a root's pack replaces a shipped one", async () => {
  const root = makeRoot("replacing", {
    "agents/a/agent.toml": agent('"ls -R *:deny", "@reading", "pwd:ask"'),
    "agents/a/system-prompt.md": "Do a.\n",
    "packs/reading.toml": 'tool = "bash"\ndescription = "Own"\nrules = ["ls *:allow", "cat *:allow"]\n',
  });
  const { result, diagnostics } = await renderRoots([root]);
  assert.deepEqual(
    diagnostics.filter(({ loss }) => !loss),
    [],
  );
  assert.deepEqual(
    result?.model.agents[0]?.policy?.rules.map(({ pattern, from }) => `${pattern} ${from}`),
    [
      "ls -R * agents/a/agent.toml:5:10",
      "ls * packs/reading.toml:3:10",
      "cat * packs/reading.toml:3:24",
      "pwd agents/a/agent.toml:5:38",
    ],
  );
  assert.deepEqual(result?.model.replaced, [{ kind: "pack", name: "reading", root: -1, by: 0 }]);
});

test("`pack show` prints the score of a pack that is as it was measured, and of no other", async () => {
  const reading = shipped.find(({ name }) => name === "reading")!;
  assert.ok(Object.keys(scores).every((name) => shipped.some((each) => each.name === name)));
  const { out } = await runCommandIn(scratch, pack, ["show", "reading"]);
  assert.equal(/^score {2}on its own it allows [\d.]+ % of \d+ harmless/m.test(out), scoreOf(reading) !== undefined);
  const own = makeRoot("scored", {
    "packs/reading.toml": 'tool = "bash"\ndescription = "Own"\nrules = ["ls:allow"]\n',
  });
  const replaced = await runCommandIn(own, pack, ["show", "reading", "--root", own]);
  assert.doesNotMatch(replaced.out, /^score/m);
});
