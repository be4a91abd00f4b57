import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { agentOf, modelOf } from "../../../test/support/agent.ts";
import { compilePolicy } from "../../policy/compile.ts";
import { gate, watch } from "./extension.ts";
import { renderer } from "./render.ts";

const policyFor = (agent: string) =>
  compilePolicy({ agent, permissions: {}, delegates: ["helper", "other"].filter((name) => name !== agent) });
const governed = ["main", "helper", "other"].map((name) => agentOf({ name, policy: policyFor(name) }));
const assets = { pi: "export const program = 1;\n" };

let scratch: string;
let home: string;
let project: string;
const environment = { ...process.env };

beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-pi-")));
  [home, project] = [join(scratch, "home"), join(scratch, "home/work/project")];
  mkdirSync(join(project, "src"), { recursive: true });
  process.env["HOME"] = home;
  delete process.env["PI_CODING_AGENT_DIR"];
});
afterEach(() => {
  process.env = { ...environment };
  rmSync(scratch, { recursive: true, force: true });
});

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Where the client finds its files, and their contents. */
const own = ".pi/agent";
function directories({ asLinks = false, primary = "main" as string | null, root = join(home, own) } = {}): void {
  const settings = primary === null ? {} : { piPrimary: primary };
  for (const { path, kind, ...file } of renderer.render(
    modelOf(governed, settings),
    { scope: "user", assets },
    () => {},
  )) {
    const content = "content" in file ? file.content : "";
    put(join(asLinks ? join(scratch, "store") : root, path), content);
    if (!asLinks) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(join(scratch, "store", path), join(root, path));
  }
}

type Handler = (event: unknown, context: unknown) => Promise<{ block: true; reason: string } | undefined>;

function handlerOf(extension: (pi: never) => void): Handler {
  let handler: Handler | undefined;
  extension({ on: (_: string, each: Handler) => (handler = each) } as never);
  return handler!;
}

const extensions = () => pathToFileURL(`${join(home, own, "extensions/surcingle")}/`);
const caller = (name: string) => handlerOf(gate(new URL(`${name}/policy.json`, extensions())) as (pi: never) => void);
const watcher = () => handlerOf(watch(new URL("agents.json", extensions())) as (pi: never) => void);

/** Undefined: the subagent is started. */
async function reasonOf(
  handler: Handler,
  input: unknown = { agent: "helper", task: "x" },
): Promise<string | undefined> {
  return (await handler({ toolName: "subagent", input }, { cwd: join(project, "src") }))?.reason;
}

const helper = ".pi/agent/extensions/surcingle/helper";
const page = ".pi/agent/agents/helper.md";
const twin = "---\nname: helper\ndescription: Another\n---\nDo anything.\n";

/** Each is one change to a valid home. */
const changes: readonly (readonly [what: string, change: () => void, says: RegExp])[] = [
  ["its extension is missing", () => rmSync(join(home, helper, "index.ts")), /index\.ts is missing/],
  ["its extension is truncated", () => cut(join(home, helper, "index.ts")), /index\.ts is not the generated file/],
  ["its extension is empty", () => put(join(home, helper, "index.ts"), ""), /index\.ts is not the generated file/],
  ["its extension is a dangling link", () => dangle(join(home, helper, "index.ts")), /index\.ts is missing/],
  ["its policy is missing", () => rmSync(join(home, helper, "policy.json")), /policy\.json is missing/],
  ["its policy is truncated", () => cut(join(home, helper, "policy.json")), /policy\.json is not the generated file/],
  ["the program is truncated", () => cut(join(home, helper, "../gate.mjs")), /gate\.mjs is not the generated file/],
  ["the program is missing", () => rmSync(join(home, helper, "../gate.mjs")), /gate\.mjs is missing/],
  ["its file is missing", () => rmSync(join(home, page)), /it has no file in/],
  [
    "its file lost the line of its extension",
    () => edit(page, /^subagentOnly.*\n/m, ""),
    /helper\.md is not the generated file/,
  ],
  ["its file has one tool more", () => edit(page, /^tools: /m, "tools: web, "), /helper\.md is not the generated file/],
  [
    "the user has another of that name",
    () => put(join(home, own, "agents/deep/x.md"), twin),
    /deep\/x\.md is not the generated file/,
  ],
  ["~/.agents has another", () => put(join(home, ".agents/x.md"), twin), /\.agents\/x\.md is not the generated file/],
  [
    "the project has another",
    () => put(join(project, ".pi/agents/x.md"), twin),
    /\.pi\/agents\/x\.md is not the generated file/,
  ],
  [
    "its name is quoted",
    () => put(join(project, ".pi/agents/x.md"), twin.replace("helper", "'helper'")),
    /x\.md is not/,
  ],
  [
    "its name is a block",
    () => put(join(project, ".pi/agents/x.md"), twin.replace("helper", ">-\n  helper")),
    /x\.md is/,
  ],
  ["its lines end in two", () => put(join(project, ".agents/x.md"), twin.replaceAll("\n", "\r\n")), /x\.md is not/],
  [
    "the project has the same file without the rest",
    () => copyPage(),
    /project\/\.pi\/extensions\S*index\.ts is missing/,
  ],
  [
    "settings name a directory with another",
    () => scan("~/more/*/agents"),
    /more\/a\/agents\/x\.md is not the generated file/,
  ],
  [
    "settings name its directory itself",
    () => scan(join(home, "more/a/agents")),
    /more\/a\/agents\/x\.md is not the generated file/,
  ],
  ["settings name all below one", () => scan("~/more/*"), /more\/a\/agents\/x\.md is not the generated file/],
  ["settings take its extension away", () => override(join(home, own)), /settings\.json overrides its extensions/],
  ["a project's settings do", () => override(join(project, ".pi")), /\.pi\/settings\.json overrides its extensions/],
  ["the record is missing", () => rmSync(join(home, helper, "../agents.json")), /agents\.json cannot be read/],
  ["the record is truncated", () => cut(join(home, helper, "../agents.json")), /agents\.json cannot be read/],
  ["the record is newer", () => edit(`${helper}/../agents.json`, /1/, "2"), /has an unknown format/],
];

function cut(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.slice(0, text.length / 2));
}
function dangle(file: string): void {
  rmSync(file);
  symlinkSync(join(scratch, "gone"), file);
}
function edit(path: string, from: RegExp, to: string): void {
  const text = readFileSync(join(home, path), "utf8");
  assert.match(text, from);
  put(join(home, path), text.replace(from, to));
}
function copyPage(): void {
  put(join(project, ".pi/agents/helper.md"), readFileSync(join(home, page)));
}
function scan(directory: string): void {
  put(join(home, "more/a/agents/x.md"), twin);
  put(join(project, ".pi/settings.json"), JSON.stringify({ subagents: { agentScanDirs: [directory] } }));
}
function override(directory: string): void {
  const subagents = { agentOverrides: { helper: { subagentOnlyExtensions: false } } };
  put(join(directory, "settings.json"), JSON.stringify({ subagents }));
}

for (const [what, change, says] of changes) {
  test(`a subagent is not started when ${what}`, async () => {
    directories();
    for (const handler of [caller("main"), caller("other"), watcher()])
      assert.equal(await reasonOf(handler), undefined);
    change();
    for (const handler of [caller("main"), caller("other"), watcher()]) {
      const reason = await reasonOf(handler);
      assert.match(reason ?? "it runs", /^surcingle: /);
      assert.match(reason ?? "", says);
    }
  });
}

test("the reason says what to do", async () => {
  directories();
  cut(join(home, helper, "index.ts"));
  assert.match(
    (await reasonOf(caller("main")))!,
    /could run without its gate: .*run `surcingle apply` again, or `home-/,
  );
});

test("a broken agent affects neither other agents nor calls that are not delegation", async () => {
  directories();
  cut(join(home, helper, "index.ts"));
  for (const handler of [caller("main"), watcher()])
    assert.equal(await reasonOf(handler, { agent: "other", task: "x" }), undefined);
  const [list, other] = [{ action: "list" }, { toolName: "bash", input: { command: "ls" } }];
  assert.equal(await reasonOf(watcher(), list), undefined);
  assert.equal(await watcher()(other, { cwd: project }), undefined);
});

test("links work like files, and a moved client directory is respected", async () => {
  directories({ asLinks: true });
  assert.equal(await reasonOf(caller("main")), undefined);
  rmSync(join(home, page));
  put(join(home, page), twin);
  assert.match((await reasonOf(caller("main"))) ?? "", /helper\.md is not the generated file/);
  const moved = join(scratch, "moved");
  directories({ root: moved });
  process.env["PI_CODING_AGENT_DIR"] = moved;
  assert.equal(await reasonOf(caller("main")), undefined);
});

test("a nested project has its own agents", async () => {
  directories();
  directories({ root: join(project, ".pi") });
  assert.equal(await reasonOf(caller("main")), undefined);
  cut(join(project, ".pi/extensions/surcingle/helper/index.ts"));
  assert.match((await reasonOf(caller("main"))) ?? "", /project\/\.pi\/extensions/);
});

test("a session without a policy may start any agent or script while all of ours are intact", async () => {
  directories({ primary: null });
  const script = { workflow: "helper then other" };
  for (const input of [script, { agent: "scout", task: "x" }, { agent: " helper ", task: "x" }])
    assert.equal(await reasonOf(watcher(), input), undefined);
  cut(join(home, helper, "index.ts"));
  for (const input of [
    script,
    { agent: " helper ", task: "x" },
    { agent: ["helper"] },
    { tasks: [{ agent: "helper" }] },
  ])
    assert.match((await reasonOf(watcher(), input)) ?? "it runs", /^surcingle: /, JSON.stringify(input));
});

test("the record has one line per agent, however many may call it", () => {
  const sizeFor = (count: number): number => {
    const names = Array.from({ length: count }, (_, index) => `agent-${String(index).padStart(4, "0")}`);
    const agents = names.map((name) =>
      agentOf({ name, policy: compilePolicy({ agent: name, permissions: {}, delegates: names }) }),
    );
    const files = renderer.render(modelOf(agents), { scope: "user", assets }, () => {});
    const record = files.find(({ path }) => path.endsWith("/agents.json"));
    return record && "content" in record ? record.content.length : 0;
  };
  assert.ok(sizeFor(40) < 2.1 * sizeFor(20));
});
