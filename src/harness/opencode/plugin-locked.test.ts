import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { configuration, keeper, permittedCalls, pluginClient, scratch } from "../../../test/support/opencode-plugin.ts";
import { makePlugin } from "./plugin-hooks.ts";

after(() => rmSync(scratch, { recursive: true, force: true }));
const home = configuration("home", { keeper });
const keeperClient = await pluginClient(home, ["keeper"]);
await keeperClient.message("s", "keeper");

const broken: Readonly<Record<string, unknown>> = {
  truncated: JSON.stringify(keeper).slice(0, 200),
  empty: "",
  newer: { ...keeper, version: 3 },
  older: { ...keeper, version: 1 },
  garbage: "[1, 2]",
  "of another agent": { ...keeper, agent: "helper" },
  "without rules": { ...keeper, rules: undefined },
};

for (const [name, policy] of [...Object.entries(broken), ["missing", undefined] as const]) {
  test(`a policy that is ${name} denies everything`, async () => {
    const files = policy === undefined ? {} : { keeper: policy };
    const { message, use } = await pluginClient(configuration(`broken ${name}`, files), ["keeper"]);
    await message("s", "keeper");
    for (const [tool, args] of permittedCalls) {
      assert.match(
        (await use("s", tool, args)) ?? "it went on",
        /^surcingle: keeper: deny .*could not be judged/,
        tool,
      );
    }
  });
}

test("a client that names no directory is refused", async () => {
  const url = pathToFileURL(join(home, "plugins", "surcingle.js")).href;
  const hooks = await makePlugin(url, ["keeper"])(undefined);
  await hooks["chat.message"]({ sessionID: "s" }, { message: { agent: "keeper" } });
  await assert.rejects(
    hooks["tool.execute.before"]({ tool: "glob", sessionID: "s" }, { args: { pattern: "*" } }),
    /surcingle: /,
  );
});

test("the plugin finds its policies next to itself, whether linked or not", async () => {
  const linked = join(scratch, "linked", "plugins");
  mkdirSync(linked, { recursive: true });
  symlinkSync(join(home, "plugins", "surcingle.js"), join(linked, "surcingle.js"));
  const { message, use } = await pluginClient(join(scratch, "linked"), ["keeper"]);
  await message("s", "keeper");
  assert.equal(await use("s", "bash", { command: "git status" }), undefined);
});

test("each answer is logged, and a log that cannot be written changes nothing", async () => {
  const log = join(scratch, "log");
  for (const file of [log, join(scratch, "no", "such", "place")]) {
    process.env["SURCINGLE_LOG"] = file;
    assert.equal(await keeperClient.use("s", "bash", { command: "git status" }), undefined);
    assert.match((await keeperClient.use("s", "bash", { command: "rm x" })) ?? "", /^surcingle: keeper: deny/);
  }
  delete process.env["SURCINGLE_LOG"];
  const lines = readFileSync(log, "utf8").trim().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).verdict),
    ["allow", "deny"],
  );
});
