/**
 * `npm run sandbox [-- CLIENT…]`: the real clients run a hostile program in the box of an agent's policy, main and
 * subagent, and without a box as a control; then the attack table and the random test at a tenth.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeScene, put, type Scene } from "../src/doctor/scene.ts";
import type { ToolUse } from "../src/doctor/scripted-model/conversation.ts";
import { type ScriptedModel, startScriptedModel } from "../src/doctor/scripted-model/scripted-model.ts";
import { harnesses } from "../src/harness/all.ts";
import { startOpencode } from "../src/harness/opencode/client/run.client.ts";
import { type Program, type Run, runProgram } from "../src/process/run.ts";
import { clients, installClient } from "./clients/install.ts";

const dist = join(import.meta.dirname, "../dist");

/** What an allowed program tries; the last one is the only one that the policy permits. */
const program = `const fs = require("fs"), net = require("net"), home = process.env.HOME;
const t = (name, act) => { try { act(); console.log(name + "=YES") } catch (e) { console.log(name + "=no " + e.code) } };
t("package", () => fs.writeFileSync("package.json", '{"evil":1}'));
t("hook", () => fs.writeFileSync(".git/hooks/post-commit", "evil"));
t("secret", () => fs.readFileSync(home + "/.ssh/id"));
t("dotenv", () => fs.readFileSync(".env"));
t("home", () => { fs.appendFileSync(home + "/.bashrc", "evil"); fs.readFileSync(home + "/.ssh/id") });
t("src", () => fs.writeFileSync("src/made", "x"));
net.connect(+process.argv[2], "127.0.0.1", () => { console.log("net=YES"); process.exit(3) }).on("error", (e) => { console.log("net=no " + e.code); process.exit(3) });
`;

/** Secret files are asked about, the rest is denied but for the last. */
const approved = `system("cat .env; echo x > package.json; echo y > src/approved");
`;

const attacks = ["package", "hook", "secret", "dotenv", "home", "net"];

/** Without `use`, an agent that may not edit has a box. */
const reader = (mode: string): string =>
  agent(mode)
    .replace('rules = ["src/**:allow"]\n', "")
    .replace('rules = ["node *', 'rules = ["cat *:allow", "grep *:allow", "ls *:allow", "node prog.js *');

const agent = (mode: string): string => `name = "builder"
description = "Builds"
mode = "${mode}"
[permissions.bash]
intent = "ask"
rules = ["node *:allow", "cd *:allow", "pwd:allow", "touch *:allow", "mkdir *:allow", "echo *:allow"]
[permissions.edit]
intent = "deny"
rules = ["src/**:allow"]
[permissions.external_directory]
intent = "deny"
[permissions.webfetch]
intent = "deny"
`;

interface Stage {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
}

type AgentPosition = "main" | "subagent";

interface Played {
  /** What the client told the model about each call. */
  readonly texts: readonly string[];
  readonly run: string;
}

interface Asking {
  /** The answer of a person to a question. Default: no. */
  readonly says?: "yes" | "no";
  /** Settings of the client itself. */
  readonly rules?: object;
}

type Ask = (stage: Stage, position: AgentPosition, commands: readonly string[], asking?: Asking) => Promise<Played>;

interface StreamEvent {
  readonly type: string;
  readonly request_id?: string;
  readonly request?: { readonly tool_name: string; readonly input: unknown };
}

const say = (run: Run): string => `${run.stdout.slice(-3000)}\n${run.stderr.slice(-3000)}`;

/** One call in each turn: they run one after the other. */
function turns(tool: string, commands: readonly string[]): ToolUse[][] {
  return commands.map((command) => [{ tool, input: { command, description: "d" } }]);
}

function textsOf(model: ScriptedModel, prompts: readonly string[]): readonly string[] {
  return prompts.map((prompt) => model.played(prompt)[0]?.result?.text ?? "(no result)");
}

const asks: Readonly<Record<string, Ask>> = {
  "claude-code": async ({ program, scene, model }, position, commands, { says = "no", rules } = {}) => {
    if (rules) put(join(scene.home, ".claude/settings.json"), JSON.stringify(rules));
    const texts: string[] = [];
    let last = "";
    const script = turns("Bash", commands);
    const prompt = model.play(script);
    const input = { description: "ask", prompt, subagent_type: "builder", run_in_background: false };
    const outer = position === "main" ? prompt : model.play([[{ tool: "Agent", input }]]);
    const user = { type: "user", message: { role: "user", content: outer }, session_id: "", parent_tool_use_id: null };
    const words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    const run = await runProgram({
      program,
      words: [...words, "--permission-prompt-tool", "stdio", ...(position === "main" ? ["--agent", "builder"] : [])],
      directory: scene.project,
      environment: {
        ...scene.environment,
        ANTHROPIC_API_KEY: "none",
        ANTHROPIC_BASE_URL: model.url,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      },
      input: `${JSON.stringify(user)}\n`,
      onLine: (line, stdin) => {
        const event = JSON.parse(line) as StreamEvent;
        if (event.type === "result") stdin.end();
        if (event.type !== "control_request") return;
        const { request } = event;
        const isYes = says === "yes" || request?.tool_name === "Agent";
        const verdict = isYes
          ? { behavior: "allow", updatedInput: request?.input }
          : { behavior: "deny", message: "the person said no" };
        const response = { subtype: "success", request_id: event.request_id, response: verdict };
        stdin.write(`${JSON.stringify({ type: "control_response", response })}\n`);
      },
    });
    for (const seen of model.requests(prompt)) last = JSON.stringify(seen.body);
    for (const [, text] of last.matchAll(/"type":"tool_result".*?"content":("(?:[^"\\]|\\.)*")/g))
      texts.push(JSON.parse(text!));
    if (texts.length < commands.length) texts.push(...textsOf(model, [prompt]).slice(texts.length));
    return { texts, run: say(run) };
  },

  opencode: async ({ program, scene, model }, position, commands) => {
    const server = await startOpencode(program, scene, model, { runs: true });
    try {
      const uses = commands.map((command) => ({ tool: "bash", input: { command } }));
      const texts: string[] = [];
      for (const use of uses)
        texts.push(...(await server.decide("builder", position, [use])).map(({ message }) => message));
      return { texts, run: "" };
    } finally {
      await server.stop();
    }
  },

  pi: async ({ program, scene, model }, position, commands) => {
    const provider = {
      baseUrl: `${model.url}/v1`,
      api: "openai-completions",
      apiKey: "none",
      models: [{ id: "scripted" }],
    };
    put(join(scene.home, ".pi/agent/models.json"), JSON.stringify({ providers: { scripted: provider } }));
    const modules = program.length > 1 ? program[1]!.split("/@earendil-works/")[0]! : undefined;
    const packages = modules === undefined ? {} : { packages: [join(modules, "pi-subagents")] };
    put(
      join(scene.home, ".pi/agent/settings.json"),
      JSON.stringify({ ...packages, subagents: { disableBuiltins: true } }),
    );
    const path =
      program.length > 1 ? `${dirname(program[0])}:${scene.environment["PATH"]}` : scene.environment["PATH"]!;
    const texts: string[] = [];
    let output = "";
    for (const command of commands) {
      const inner = model.play(turns("bash", [command]));
      const input = { agent: "builder", task: inner, async: false };
      const prompt = position === "main" ? inner : model.play([[{ tool: "subagent", input }]]);
      const run = await runProgram({
        program,
        words: ["-p", "--no-session", "--model", "scripted/scripted", prompt],
        directory: scene.project,
        environment: { ...scene.environment, PATH: path, PI_OFFLINE: "1", PI_TELEMETRY: "0" },
      });
      output = say(run);
      texts.push(...textsOf(model, [inner]));
    }
    return { texts, run: output };
  },

  copilot: async ({ program, scene, model }, position, commands) => {
    const texts: string[] = [];
    let output = "";
    for (const command of commands) {
      const prompt = model.play(turns("bash", [command]));
      const input = { agent_type: "builder", name: "asked", description: "ask", prompt, mode: "sync" };
      const outer = position === "main" ? prompt : model.play([[{ tool: "task", input }]], prompt);
      const run = await runProgram({
        program,
        words: [...(position === "main" ? ["--agent", "builder"] : ["--allow-tool", "task"]), "-p", outer],
        directory: scene.project,
        environment: {
          ...scene.environment,
          COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
          COPILOT_MODEL: "scripted",
          COPILOT_OFFLINE: "true",
          COPILOT_AUTO_UPDATE: "false",
        },
      });
      output = say(run);
      texts.push(...textsOf(model, [prompt]));
    }
    return { texts, run: output };
  },
};

/** Builds the agent for one client, with or without a box, and hands over a scene with it in a home. */
async function onStage(
  id: string,
  program_: Program,
  use: string,
  mode: string,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "surcingle-sandbox-root-"));
  const model = await startScriptedModel();
  let scene: Scene | undefined;
  try {
    put(join(root, "agents/builder/agent.toml"), use === "default" ? reader(mode) : agent(mode));
    put(join(root, "agents/builder/system-prompt.md"), "You build.\n");
    put(
      join(root, "surcingle.toml"),
      `harnesses = ["${id}"]\n${use === "default" ? "" : `[sandbox]\nuse = "${use}"\n`}${id === "pi" && mode !== "subagent" ? '[pi]\nprimary = "builder"\n' : ""}`,
    );
    const out = join(root, "out");
    const built = spawnSync(process.execPath, [join(dist, "surcingle.cjs"), "build", "--root", root, "--out", out], {
      encoding: "utf8",
    });
    assert.equal(built.status, 0, built.stdout + built.stderr);
    put(
      join(root, "bin/surcingle-gate"),
      `#!/bin/sh\nexec '${process.execPath}' '${join(dist, "surcingle-gate.cjs")}' "$@"\n`,
    );
    chmodSync(join(root, "bin/surcingle-gate"), 0o755);
    const { roots } = harnesses.find((harness) => harness.id === id)!;
    scene = makeScene({
      trees: [{ from: join(out, id), to: roots.user }],
      path: [join(root, "bin")],
      files: {
        "package.json": "{}\n",
        "src/a.ts": "x\n",
        ".env": "KEY=1\n",
        "prog.js": program,
        "approved.pl": approved,
      },
    });
    put(join(scene.home, ".ssh/id"), "TOP\n");
    put(join(scene.home, ".bashrc"), "# good\n");
    put(join(scene.project, ".git/hooks/x.sample"), "");
    await act({ program: program_, scene, model });
  } finally {
    model.close();
    scene?.dispose();
    rmSync(root, { recursive: true, force: true });
  }
}

function portOf(model: ScriptedModel): string {
  return new URL(model.url).port;
}

async function attackOn(id: string, program_: Program, use: "on" | "off", position: AgentPosition): Promise<void> {
  const mode = position === "main" ? "primary" : "subagent";
  await onStage(id, program_, use, mode, async (stage) => {
    const { texts, run } = await asks[id]!(stage, position, [`node prog.js ${portOf(stage.model)}`]);
    const [text = ""] = texts;
    const about = `${text}\n${run}`;
    assert.match(text, /src=YES/, about);
    const word = use === "on" ? "no" : "YES";
    for (const name of attacks) assert.match(text, new RegExp(`${name}=${word}`), about);
    const isWhole = readFileSync(join(stage.scene.project, "package.json"), "utf8") === "{}\n";
    assert.equal(isWhole, use === "on", about);
    assert.ok(existsSync(join(stage.scene.project, "src/made")), about);
  });
}

type Question = readonly [what: string, ask: (id: string, program: Program) => Promise<void>];

const common: readonly Question[] = [
  ["the box stops a hostile program (main)", (id, p) => attackOn(id, p, "on", "main")],
  ["without a box it succeeds (main)", (id, p) => attackOn(id, p, "off", "main")],
  ["the box stops a hostile program (subagent)", (id, p) => attackOn(id, p, "on", "subagent")],
];

/** By default: harmless commands run as before, and an allowed program changes nothing. */
async function readOn(id: string, program_: Program): Promise<void> {
  await onStage(id, program_, "default", "primary", async (stage) => {
    const commands = ["cat package.json", "grep -n x src/a.ts", "ls src", `node prog.js ${portOf(stage.model)}`];
    const { texts, run } = await asks[id]!(stage, "main", commands);
    const about = `${texts.join("\n--\n")}\n${run}`;
    assert.match(texts[0]!, /\{\}/, about);
    assert.match(texts[1]!, /1:x/, about);
    assert.match(texts[2]!, /a\.ts/, about);
    for (const name of [...attacks, "src"]) assert.match(texts[3]!, new RegExp(`${name}=no`), about);
    assert.ok(!existsSync(join(stage.scene.project, "src/made")), about);
  });
}

const reading: Question = ["an agent that may not edit has a box by default, and reads as before", readOn];

const claudeOnly: readonly Question[] = [
  [
    "the working directory moves with `cd`, and rules of the user still deny and ask",
    (id, p) =>
      onStage(id, p, "on", "primary", async (stage) => {
        const rules = { permissions: { deny: ["Bash(touch *)"], ask: ["Bash(mkdir *)"] } };
        const commands = [
          "cd src && echo moved",
          "pwd",
          "echo a && touch src/touched",
          "mkdir src/made-dir",
          "cd ..",
          "pwd",
        ];
        const { texts, run } = await asks[id]!(stage, "main", commands, { rules });
        const about = `${texts.join("\n--\n")}\n${run}`;
        assert.match(texts[0]!, /moved/, about);
        assert.match(texts[1]!, /project\/src/, about);
        assert.ok(!existsSync(join(stage.scene.project, "src/touched")), about);
        assert.ok(!existsSync(join(stage.scene.project, "src/src/touched")), about);
        assert.ok(!existsSync(join(stage.scene.project, "src/src/made-dir")), about);
        assert.ok(!existsSync(join(stage.scene.project, "src/made-dir")), about);
        assert.match(texts[5]!, /project\s*$/, about);
      }),
  ],
  [
    "a command that a person approved runs in a box where ask counts as allow and deny stays deny",
    (id, p) =>
      onStage(id, p, "on", "primary", async (stage) => {
        const { texts, run } = await asks[id]!(stage, "main", ["perl approved.pl"], { says: "yes" });
        const about = `${texts.join("\n--\n")}\n${run}`;
        assert.match(texts[0]!, /KEY=1/, about);
        assert.match(texts[0]!, /Read-only file system/, about);
        assert.ok(existsSync(join(stage.scene.project, "src/approved")), about);
      }),
  ],
  [
    "bubblewrap missing: the command does not run, and the message says so",
    (id, p) =>
      onStage(id, p, "on", "primary", async (stage) => {
        const bin = join(stage.scene.root, "no-bwrap");
        for (const directory of ["/usr/bin"])
          spawnSync("sh", [
            "-c",
            `mkdir -p '${bin}' && for f in ${directory}/*; do [ "\${f##*/}" = bwrap ] || ln -s "$f" '${bin}/'; done`,
          ]);
        const gate = stage.scene.environment["PATH"]!.split(":")[0]!;
        const scene = { ...stage.scene, environment: { ...stage.scene.environment, PATH: `${gate}:${bin}` } };
        const { texts, run } = await asks[id]!({ ...stage, scene }, "main", ["node prog.js 9"]);
        assert.match(texts[0]!, /bubblewrap is not installed/, `${texts[0]}\n${run}`);
        assert.ok(!existsSync(join(stage.scene.project, "src/made")));
      }),
  ],
];

const questions: Readonly<Record<string, readonly Question[]>> = {
  "claude-code": [...common, reading, ...claudeOnly],
  opencode: [...common, reading],
  pi: [...common.slice(0, 2), reading],
  "pi-subagents": common.slice(2),
  copilot: [...common, reading],
};

const ids = process.argv.slice(2);
const bubblewrap = spawnSync("bwrap", ["--version"]);
if (bubblewrap.status !== 0) {
  console.error("bubblewrap is not installed, and every box needs it: install the package `bubblewrap`");
  process.exit(1);
}
let failed = 0;
for (const [id, list] of Object.entries(questions)) {
  if (ids.length > 0 && !ids.includes(id)) continue;
  // The last one listed is the newest.
  const client = clients.filter((each) => each.id === id).at(-1)!;
  const program_ = await installClient(client);
  for (const [what, ask] of list) {
    const started = Date.now();
    const problem = await ask(id === "pi-subagents" ? "pi" : id, program_).then(
      () => undefined,
      (error: Error) => error,
    );
    if (problem) failed++;
    console.log(
      `${problem ? "FAILED" : "ok    "} ${client.title} ${client.version}: ${what} (${((Date.now() - started) / 1000).toFixed(0)} s)`,
    );
    if (problem) console.log(problem.message.slice(0, 4000));
  }
}
if (ids.length === 0) {
  const files = ["attacks", "random", "faithful"].map((name) =>
    join(import.meta.dirname, `../test/sandbox/${name}.check.ts`),
  );
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "--test", ...files], { stdio: "inherit" });
  if (status !== 0) failed++;
}
console.log(failed === 0 ? "every box holds" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
