import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import {
  asked,
  configuration,
  keeper,
  keeperMap,
  permittedCalls,
  pluginClient,
  project,
  refused,
  scratch,
} from "../../../test/support/opencode-plugin.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { firstSeed, makeRandom, propertyRuns } from "../../../test/support/random.ts";
import { makeShellGrammar } from "../../../test/support/random-shell.ts";
import { printJson } from "../../formats/json.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Policy } from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import { closedEntries } from "./locked-permissions.ts";
import { askCommand, withAskLine } from "./native/ask-command.ts";
import { bashTexts } from "./native/bash-texts.ts";
import { entriesOf, nativeModel } from "./native/enforcement.ts";
import { permissionEntries } from "./permissions.ts";
import { makePlugin } from "./plugin-hooks.ts";

after(() => rmSync(scratch, { recursive: true, force: true }));
const home = configuration("home", { keeper });
const keeperClient = await pluginClient(home, ["keeper"]);
await keeperClient.message("s", "keeper");

for (const [tool, args] of permittedCalls) {
  test(`${tool} ${JSON.stringify(args)} is passed on to the client's own permissions`, async () => {
    assert.equal(await keeperClient.use("s", tool, args), undefined);
  });
}

for (const [tool, args] of refused) {
  test(`${String(tool)} ${JSON.stringify(args)} is refused with a reason`, async () => {
    assert.match(
      (await keeperClient.use("s", tool, args)) ?? "it went on",
      /^surcingle: keeper: (?:deny|ask .*; denied)/s,
    );
  });
}

/** The client's decision on a command, with the map that the plugin leaves in its configuration. */
async function askedClient(shell: string) {
  const permission: object = JSON.parse(JSON.stringify(keeperMap));
  const agent = { permission };
  const url = new URL(`file://${home}/plugins/surcingle.js`).href;
  const hooks = await makePlugin(url, ["keeper"])({ directory: project, worktree: project });
  await hooks.config({ agent: { keeper: agent }, shell });
  await hooks["chat.message"]({ sessionID: "s" }, { message: { agent: "keeper" } });
  const model = nativeModel(entriesOf(agent.permission), scratch);
  const use = async (callID: string, command: string): Promise<string> => {
    const args = { command };
    await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID }, { args });
    return args.command;
  };
  return { hooks, model, use };
}

for (const command of asked) {
  test(`the client is made to ask about ${JSON.stringify(command)}, and then runs it`, async () => {
    const { hooks, model, use } = await askedClient("/bin/bash");
    const rewritten = await use("c", command);
    assert.match(rewritten, /^surcingle_asks_[0-9a-f]{12} 'surcingle: keeper: ask /);
    assert.deepEqual(bashTexts(rewritten), [[rewritten]]);
    assert.equal(model({ permission: "bash", text: rewritten }), "ask");
    const output = { env: {} };
    await hooks["shell.env"]({ callID: "other" }, output);
    assert.deepEqual(output.env, {});
    await hooks["shell.env"]({ callID: "c" }, output);
    assert.equal(Object.keys(output.env).length, 1);
    // "Always" allows what begins with the first word, which no later question shares.
    assert.notEqual((await use("d", command)).split(" ")[0], rewritten.split(" ")[0]);
  });

  test(`a second plugin judges ${JSON.stringify(command)}, not what the first made of it`, async () => {
    const [first, second] = [await askedClient("/bin/bash"), await askedClient("/bin/bash")];
    const rewritten = await first.use("c", command);
    assert.equal(await second.use("c", rewritten), rewritten);
    const denied = askCommand(`${command}\nrm x`, "why", "00ff").command;
    await assert.rejects(second.use("c", denied), /surcingle: keeper: deny/);
  });

  test(`${JSON.stringify(command)} is refused where the shell is not bash`, async () => {
    const { use } = await askedClient("/bin/zsh");
    await assert.rejects(use("c", command), /^Error: surcingle: keeper: ask .*; denied/s);
  });
}

test("a locked agent gets its map, and no other agent gets one", async () => {
  const url = new URL(`file://${home}/plugins/surcingle.js`).href;
  const permission = { "*": "deny", bash: { "*": "ask" } };
  const [mine, other] = ["surcingle-aaaaaaaaaaaaaaaa", "surcingle-bbbbbbbbbbbbbbbb"];
  const real = { mark: mine, permission };
  const { config } = await makePlugin(url, ["keeper", "gone"], { keeper: real, gone: real, theirs: real })({});
  const closedFor = (mark: string) => ({ mode: "all", permission: Object.fromEntries(closedEntries(mark)) });
  const given = { agent: { keeper: closedFor(mine), theirs: closedFor(other), build: { permission: "ask" } } };
  await config(given);
  const theirs = closedFor(other);
  const withAsk = { "*": "deny", bash: { "*": "ask", "surcingle_asks_*": "ask" } };
  assert.deepEqual(given.agent, { keeper: { mode: "all", permission: withAsk }, theirs, build: { permission: "ask" } });
  await config({});
  await config(undefined);
});

test("the client itself asks about secret and steering files; the author's rules come first", async () => {
  const open: Policy = { ...policyOf({ edit: ["allow", "CLAUDE.md:allow", "**/*.lock:deny"] }), agent: "keeper" };
  const files = configuration("lists", { keeper: open });
  const client = await pluginClient(files, ["keeper"], project, JSON.parse(printJson(permissionEntries(open))));
  await client.message("s", "keeper");
  for (const [tool, filePath, isLeft] of [
    ["write", "AGENTS.md", true],
    ["write", "src/.claude/settings.json", true],
    ["write", "CLAUDE.md", true],
    ["write", ".git/x.lock", false],
    ["write", "src/x", true],
    ["read", ".env", true],
    ["read", "deep/server.pem", true],
    ["read", "src/x", true],
  ] as const)
    assert.equal((await client.use("s", tool, { filePath })) === undefined, isLeft, filePath);
  const bare = await makePlugin(new URL(`file://${files}/plugins/surcingle.js`).href, ["keeper"])({
    directory: project,
  });
  await bare["chat.message"]({ sessionID: "s", agent: "keeper" }, { message: { agent: "keeper" } });
  const refusal = bare["tool.execute.before"]({ tool: "write", sessionID: "s" }, { args: { filePath: "AGENTS.md" } });
  await assert.rejects(refusal, /ask edit .*steering file.*; denied/);
});

test("an ask is denied if the active permissions would not ask", async () => {
  const maps: readonly [object, boolean][] = [
    [keeperMap, true],
    [{ ...keeperMap, bash: "ask" }, true],
    [{ ...keeperMap, bash: "deny" }, true],
    [{ ...keeperMap, bash: "allow" }, true],
    [{ ...keeperMap, "b?sh": { "git push*": "allow" } }, true],
    [{ ...keeperMap, "b?sh": "allow" }, false],
    [{}, false],
  ];
  for (const [map, isLeft] of maps) {
    const { message, use } = await pluginClient(home, ["keeper"], project, map);
    await message("s", "keeper");
    const said = await use("s", "bash", { command: "git push" });
    if (isLeft) assert.equal(said, undefined, JSON.stringify(map));
    else assert.match(said ?? "it went on", /^surcingle: keeper: ask .*; denied/, JSON.stringify(map));
  }
});

test("an ask is denied if the client never reported its active permissions", async () => {
  const hooks = await makePlugin(new URL(`file://${home}/plugins/surcingle.js`).href, ["keeper"])({
    directory: project,
    worktree: project,
  });
  await hooks["chat.message"]({ sessionID: "s" }, { message: { agent: "keeper" } });
  const use = (command: string) =>
    hooks["tool.execute.before"]({ tool: "bash", sessionID: "s" }, { args: { command } });
  await use("git status");
  await assert.rejects(use("git push"), /surcingle: keeper: ask .*; denied/);
});

test("a session without a known agent is denied", async () => {
  assert.match((await keeperClient.use("other", "read", { filePath: "x" })) ?? "", /^surcingle: .*which agent/);
  assert.match((await keeperClient.use(7 as never, "read", { filePath: "x" })) ?? "", /^surcingle: /);
});

test("sessions of other agents are not judged", async () => {
  await keeperClient.message("free", "build");
  assert.equal(await keeperClient.use("free", "bash", { command: "rm -rf x" }), undefined);
});

test("each session is judged by its own agent's policy, also for subagents", async () => {
  const helper = { ...policyOf({ bash: ["deny", "ls *:allow"], edit: ["deny"] }), agent: "helper" };
  const { message, speak, use } = await pluginClient(configuration("two", { keeper, helper }), ["keeper", "helper"]);
  await message("parent", "keeper");
  await message("child", "helper");
  await speak("child", "helper");
  assert.equal(await use("parent", "bash", { command: "git status" }), undefined);
  assert.match((await use("child", "bash", { command: "git status" })) ?? "", /^surcingle: helper: deny/);
  assert.equal(await use("child", "bash", { command: "ls x" }), undefined);
});

test("the client's title and summary helpers do not change a session's agent", async () => {
  const { message, speak, use } = await pluginClient(home, ["keeper"]);
  await message("s", "keeper");
  for (const helper of ["title", "summary", "compaction"]) await speak("s", helper, "keeper");
  assert.match((await use("s", "bash", { command: "rm x" })) ?? "", /^surcingle: keeper: deny/);
});

test("a message to another agent changes nothing until that agent responds", async () => {
  const { message, speak, use } = await pluginClient(home, ["keeper"]);
  await message("s", "keeper");
  await speak("s", "keeper");
  await message("s", "build");
  assert.match((await use("s", "bash", { command: "rm x" })) ?? "", /^surcingle: keeper: deny/);
  await speak("s", "build");
  assert.equal(await use("s", "bash", { command: "rm x" }), undefined);
  await speak("s", "keeper");
  assert.match((await use("s", "bash", { command: "rm x" })) ?? "", /^surcingle: keeper: deny/);
});

test("outside git, deny stays deny and allow becomes ask", async () => {
  const { message, use } = await pluginClient(home, ["keeper"], "/");
  await message("s", "keeper");
  assert.match((await use("s", "write", { filePath: "secrets/x" })) ?? "", /^surcingle: keeper: deny/);
  assert.equal(await use("s", "write", { filePath: "src/x" }), undefined);
});

test("on any command line the plugin and the client together are never looser than the policy", async () => {
  const model = nativeModel(withAskLine(permissionEntries(keeper)), scratch);
  const surroundings = diskSurroundings(project, project, scratch);
  for (let seed = firstSeed; seed < firstSeed + propertyRuns; seed++) {
    const command = makeShellGrammar(makeRandom(seed)).line();
    const wanted = decide(keeper, { tool: "bash", subject: command }, surroundings).verdict;
    const args = { command };
    const refusal = await keeperClient.use("s", "bash", args);
    if (wanted === "deny") assert.ok(refusal !== undefined, command);
    if (wanted !== "ask" || refusal !== undefined) continue;
    const texts = bashTexts(args.command) ?? [];
    const isAsked = texts.some((each) => each.every((text) => model({ permission: "bash", text }) !== "allow"));
    assert.ok(isAsked, command);
  }
});
