import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { requestOf } from "../../src/doctor/conformance/conformance-questions.ts";
import { makeScene, type Scene } from "../../src/doctor/scene.ts";
import type { Model } from "../../src/model/model.ts";
import { tools, verdicts } from "../../src/model/permission.ts";
import { decideRequest } from "../../src/policy/decide-request.ts";
import { choiceIn, createTableDisk, placeIn, projectFiles, table } from "./table.ts";
import { readDefinitions, tableRoot } from "./trees.ts";

let scene: Scene;
let model: Model;

before(async () => {
  scene = makeScene({ trees: [], files: projectFiles });
  createTableDisk(scene);
  model = await readDefinitions(tableRoot);
});
after(() => scene.dispose());

test("the policies give the verdicts of the table", () => {
  const wrong: string[] = [];
  for (const agent of model.agents) {
    for (const line of choiceIn(scene, { of: 1 }, model)(agent, 0)) {
      const { verdict } = decideRequest(agent.policy!, requestOf(line), placeIn(scene));
      if (verdict !== line.says)
        wrong.push(`${agent.name} ${line.tool} ${JSON.stringify(line.subject)}: ${verdict}, not ${line.says}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("no line is repeated, and each is for an existing agent", () => {
  const names = model.agents.map(({ name }) => name);
  const lines = table.map(({ agent, tool, subject }) => JSON.stringify([agent, tool, subject]));
  assert.equal(new Set(lines).size, lines.length);
  for (const { agent } of table) assert.ok(names.includes(agent), agent);
});

test("the table has every tool with every verdict that a client can be asked about", () => {
  for (const tool of tools.filter((each) => each !== "external_directory")) {
    for (const says of verdicts)
      assert.ok(
        table.some((line) => line.tool === tool && line.says === says),
        `${tool} ${says}`,
      );
  }
  for (const says of verdicts) assert.ok(table.some((line) => line.tool === "read" && line.says === says));
});

test("a sample has about a third of the lines, and each line is in the sample of some seed", () => {
  const linesOf = (seed: number): number =>
    model.agents.flatMap((agent) => choiceIn(scene, { of: 1, sample: { seed, of: 3 } }, model)(agent, 0)).length;
  const all = model.agents.flatMap((agent) => choiceIn(scene, { of: 1 }, model)(agent, 0)).length;
  for (const seed of [1, 2, 3]) assert.ok(Math.abs(linesOf(seed) / all - 1 / 3) < 0.1, `${linesOf(seed)} of ${all}`);
  const seen = new Set<string>();
  for (let seed = 1; seed <= 40; seed++) {
    for (const agent of model.agents) {
      const lines = choiceIn(scene, { of: 1, sample: { seed, of: 3 } }, model)(agent, 0);
      for (const line of lines) seen.add(JSON.stringify(line));
    }
  }
  assert.equal(seen.size, table.length);
});

test("half of the table is enough for every client, as main agent and as subagent", () => {
  const common = new Set(["bash", "edit"]);
  assert.ok(table.length / 2 >= 150);
  assert.ok(table.filter(({ tool }) => common.has(tool)).length / 2 >= 80);
});

test("the policies contain every kind of pattern", () => {
  const patterns = model.agents.flatMap(({ policy }) => policy!.rules.map(({ pattern }) => pattern));
  for (const kind of [/^~\//, /^\//, /^\*\*\//, / \*$/, /[^ *]\*$/, /\*\*$/, /^\d+$/, / \* /, /^[^*]+$/])
    assert.ok(
      patterns.some((pattern) => kind.test(pattern)),
      String(kind),
    );
  const most = Math.max(...model.agents.map(({ policy }) => policy!.rules.length));
  assert.ok(most >= 40);
});
