/**
 * `npm run sandbox [-- CLIENT… | cost | guards | random | day]`: the real clients run a hostile program in the sandbox of
 * an agent's policy, as main agent and as subagent, and without a sandbox as a control; then the attack table and a
 * tenth of the random test.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxClient, SandboxStage } from "../src/doctor/conformance/sandbox-tests.ts";
import type { AgentPosition } from "../src/doctor/decision.ts";
import { makeScene, put, type Scene } from "../src/doctor/scene.ts";
import { type ScriptedModel, startScriptedModel } from "../src/doctor/scripted-model/scripted-model.ts";
import { harnesses } from "../src/harness/all.ts";
import { conformances } from "../src/harness/conformances.ts";
import type { Program } from "../src/process/run.ts";
import { clients, installClient } from "./clients/install.ts";
import { measureCost } from "./sandbox/cost.ts";
import { dayOfWork } from "./sandbox/day.ts";

const dist = join(import.meta.dirname, "../dist");

/** What an allowed program tries; the policy permits only the last one. */
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

/** Secret files are asked about; everything else except the last is denied. */
const approved = `system("cat .env; echo x > package.json; echo y > src/approved");
`;

const attacks = ["package", "hook", "secret", "dotenv", "home", "net"];

/** Without `use`, an agent that may not edit has a sandbox. */
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

interface SandboxedClient {
  readonly harness: string;
  readonly sandbox: SandboxClient;
}

/** Builds the agent for one client, with or without a sandbox, and returns a scene with it in a home. */
async function onStage(
  { harness: id, sandbox }: SandboxedClient,
  clientProgram: Program,
  use: "on" | "off" | "default",
  mode: string,
  act: (stage: SandboxStage) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "surcingle-sandbox-root-"));
  const model = await startScriptedModel();
  let scene: Scene | undefined;
  try {
    put(join(root, "agents/builder/agent.toml"), use === "default" ? reader(mode) : agent(mode));
    put(join(root, "agents/builder/system-prompt.md"), "You build.\n");
    const settings = (home: string): readonly string[] => [
      `harnesses = ["${id}"]\nhome = "${home}"\n`,
      use === "default" ? "" : `[sandbox]\nuse = "${use}"\n`,
      mode === "subagent" ? "" : (sandbox.mainAgent?.("builder") ?? ""),
    ];
    const out = join(root, "out");
    const build = (home: string): void => {
      put(join(root, "surcingle.toml"), settings(home).join(""));
      const words = [join(dist, "surcingle.cjs"), "build", "--root", root, "--out", out];
      const built = spawnSync(process.execPath, words, { encoding: "utf8" });
      assert.equal(built.status, 0, built.stdout + built.stderr);
    };
    put(
      join(root, "bin/surcingle-gate"),
      `#!/bin/sh\nexec '${process.execPath}' '${join(dist, "surcingle-gate.cjs")}' "$@"\n`,
    );
    chmodSync(join(root, "bin/surcingle-gate"), 0o755);
    const { roots } = harnesses.find((harness) => harness.id === id)!;
    scene = makeScene({
      trees: (home) => {
        build(home);
        return [{ from: join(out, id), to: roots.user }];
      },
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
    await act({ program: clientProgram, scene, model });
  } finally {
    model.close();
    scene?.dispose();
    rmSync(root, { recursive: true, force: true });
  }
}

function portOf(model: ScriptedModel): string {
  return new URL(model.url).port;
}

async function attackOn(
  client: SandboxedClient,
  clientProgram: Program,
  use: "on" | "off",
  position: AgentPosition,
): Promise<void> {
  const mode = position === "main" ? "primary" : "subagent";
  await onStage(client, clientProgram, use, mode, async (stage) => {
    const commands = [`node prog.js ${portOf(stage.model)}`];
    const [text = ""] = await client.sandbox.run(stage, { agent: "builder", position, commands });
    assert.match(text, /src=YES/, text);
    const word = use === "on" ? "no" : "YES";
    const stopped = use === "off" ? (client.sandbox.stops ?? []) : [];
    for (const name of attacks.filter((each) => !stopped.includes(each)))
      assert.match(text, new RegExp(`${name}=${word}`), text);
    const isWhole = readFileSync(join(stage.scene.project, "package.json"), "utf8") === "{}\n";
    assert.equal(isWhole, use === "on", text);
    assert.ok(existsSync(join(stage.scene.project, "src/made")), text);
  });
}

/** By default, harmless commands run as before, and an allowed program changes nothing. */
async function readOn(client: SandboxedClient, clientProgram: Program): Promise<void> {
  await onStage(client, clientProgram, "default", "primary", async (stage) => {
    const commands = ["cat package.json", "grep -n x src/a.ts", "ls src", `node prog.js ${portOf(stage.model)}`];
    const texts = await client.sandbox.run(stage, { agent: "builder", position: "main", commands });
    const about = texts.join("\n--\n");
    assert.match(texts[0]!, /\{\}/, about);
    assert.match(texts[1]!, /1:x/, about);
    assert.match(texts[2]!, /a\.ts/, about);
    for (const name of [...attacks, "src"]) assert.match(texts[3]!, new RegExp(`${name}=no`), about);
    assert.ok(!existsSync(join(stage.scene.project, "src/made")), about);
  });
}

async function ownRulesOn(client: SandboxedClient, clientProgram: Program): Promise<void> {
  await onStage(client, clientProgram, "on", "primary", async (stage) => {
    const { home, project } = stage.scene;
    for (const [path, text] of Object.entries(client.sandbox.ownRules ?? {})) put(join(home, path), text);
    const commands = [
      "cd src && echo moved",
      "pwd",
      "echo a && touch src/touched",
      "mkdir src/made-dir",
      "cd ..",
      "pwd",
    ];
    const texts = await client.sandbox.run(stage, { agent: "builder", position: "main", commands });
    const about = texts.join("\n--\n");
    assert.match(texts[0]!, /moved/, about);
    assert.match(texts[1]!, /project\/src/, about);
    for (const path of ["touched", "src/touched", "src/made-dir", "made-dir"])
      assert.ok(!existsSync(join(project, "src", path)), about);
    assert.match(texts[5]!, /project\s*$/, about);
  });
}

async function approvedOn(client: SandboxedClient, clientProgram: Program): Promise<void> {
  await onStage(client, clientProgram, "on", "primary", async (stage) => {
    const run = { agent: "builder", position: "main", commands: ["perl approved.pl"], answer: "yes" } as const;
    const [text = ""] = await client.sandbox.run(stage, run);
    assert.match(text, /KEY=1/, text);
    assert.match(text, /Read-only file system/, text);
    assert.ok(existsSync(join(stage.scene.project, "src/approved")), text);
  });
}

async function withoutBubblewrap(client: SandboxedClient, clientProgram: Program): Promise<void> {
  await onStage(client, clientProgram, "on", "primary", async (stage) => {
    const bin = join(stage.scene.root, "no-bwrap");
    const link = `mkdir -p '${bin}' && for f in /usr/bin/*; do [ "\${f##*/}" = bwrap ] || ln -s "$f" '${bin}/'; done`;
    spawnSync("sh", ["-c", link]);
    const gate = stage.scene.environment["PATH"]!.split(":")[0]!;
    const scene = { ...stage.scene, environment: { ...stage.scene.environment, PATH: `${gate}:${bin}` } };
    const run = { agent: "builder", position: "main", commands: ["node prog.js 9"] } as const;
    const [text = ""] = await client.sandbox.run({ ...stage, scene }, run);
    assert.match(text, /bubblewrap is not installed/, text);
    assert.ok(!existsSync(join(stage.scene.project, "src/made")));
  });
}

/** The control: such a hook really removes the sandbox, so users must be told about it. */
async function secondHookOn(client: SandboxedClient, clientProgram: Program): Promise<void> {
  await onStage(client, clientProgram, "on", "primary", async (stage) => {
    const { home, project, root, environment } = stage.scene;
    const { script, settings } = client.sandbox.secondHook!;
    const hook = join(root, "save-tokens.cjs");
    put(hook, `#!${process.execPath}\n${script}`, 0o755);
    const [path, content] = settings(hook);
    put(join(home, path), JSON.stringify(content));
    const words = ["doctor", "--home", home, "--harness", client.harness];
    const doctor = spawnSync(
      process.execPath,
      [join(dist, "surcingle.cjs"), ...words, "--client", `${client.harness}=${clientProgram[0]}`],
      { encoding: "utf8", cwd: project, env: environment, timeout: 300_000 },
    );
    const said = doctor.stdout.replace(/\s+/g, " ");
    assert.ok(said.includes(`has the hook \`${hook}\``) && said.includes("removes the sandbox"), doctor.stdout);
    const commands = [`node prog.js ${portOf(stage.model)}`];
    const [text = ""] = await client.sandbox.run(stage, { agent: "builder", position: "main", commands });
    assert.match(text, /package=YES/, text);
    assert.notEqual(readFileSync(join(project, "package.json"), "utf8"), "{}\n", text);
  });
}

type Question = readonly [what: string, ask: (client: SandboxedClient, program: Program) => Promise<void>];

function questionsFor({ sandbox }: SandboxedClient, packageId: string): readonly Question[] {
  const positions = sandbox.positions[packageId] ?? [];
  const main: readonly Question[] = [
    ["the sandbox stops a hostile program (main)", (client, p) => attackOn(client, p, "on", "main")],
    ["without a sandbox it succeeds (main)", (client, p) => attackOn(client, p, "off", "main")],
    ["an agent that may not edit has a sandbox by default, and reads as before", readOn],
  ];
  const subagent: Question = [
    "the sandbox stops a hostile program (subagent)",
    (client, p) => attackOn(client, p, "on", "subagent"),
  ];
  const answering: readonly Question[] = [
    ["the working directory moves with `cd`, and rules of the user still deny and ask", ownRulesOn],
    ["a command that a person approved runs in a sandbox where ask counts as allow and deny stays deny", approvedOn],
    ["bubblewrap missing: the command does not run, and the message says so", withoutBubblewrap],
  ];
  const hook: Question = [
    "`doctor` names another hook that replaces commands, which removes the sandbox",
    secondHookOn,
  ];
  return [
    ...(positions.includes("main") ? main : []),
    ...(positions.includes("subagent") ? [subagent] : []),
    ...(sandbox.ownRules ? answering : []),
    ...(sandbox.secondHook ? [hook] : []),
  ];
}

/** `only` chooses tests by a part of their names; if none matches, the check fails. */
function runChecks(names: readonly string[], only?: string, env: Readonly<Record<string, string>> = {}): boolean {
  const files = names.map((name) => join(import.meta.dirname, `../test/sandbox/${name}.check.ts`));
  const chosen = only === undefined ? [] : [`--test-name-pattern=${only}`];
  const words = ["--import", "tsx", "--test", "--test-reporter=tap", ...chosen, ...files];
  const { status, stdout } = spawnSync(process.execPath, words, {
    stdio: ["inherit", "pipe", "inherit"],
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  process.stdout.write(stdout);
  return status === 0 && /^# pass [1-9]/m.test(stdout);
}

/** `npm run sandbox -- random [N] [SEED]`. The seed is printed, so that a failure can be repeated. */
function runRandom([count = "500", seed = String(Date.now() % 1_000_000)]: readonly string[]): boolean {
  if (![count, seed].every((word) => /^\d+$/.test(word))) {
    console.error("usage: npm run sandbox -- random [N] [SEED]");
    return false;
  }
  console.log(`${count} random policies, seed ${seed}`);
  return runChecks(["random"], "random policies", { SANDBOX_RUNS: count, SANDBOX_SEED: seed });
}

const ids = process.argv.slice(2);
const bubblewrap = spawnSync("bwrap", ["--version"]);
if (bubblewrap.status !== 0) {
  console.error("bubblewrap is not installed: install the package `bubblewrap`");
  process.exit(1);
}
if (ids[0] === "cost") process.exit(measureCost() ? 0 : 1);
if (ids[0] === "guards") process.exit(runChecks(["attacks", "random"], "without the guard|missing guard") ? 0 : 1);
if (ids[0] === "random") process.exit(runRandom(ids.slice(1)) ? 0 : 1);
if (ids[0] === "day") process.exit((await dayOfWork(ids.slice(1))) ? 0 : 1);
let failed = 0;
for (const { harness, sandbox } of conformances)
  for (const id of Object.keys(sandbox?.positions ?? {})) {
    if (sandbox === undefined || (ids.length > 0 && !ids.includes(id))) continue;
    // The last one listed is the newest.
    const pinned = clients.findLast((each) => each.id === id)!;
    const clientProgram = await installClient(pinned);
    const client = { harness, sandbox };
    for (const [what, ask] of questionsFor(client, id)) {
      const started = Date.now();
      const problem = await ask(client, clientProgram).then(
        () => undefined,
        (error: Error) => error,
      );
      if (problem) failed++;
      const seconds = ((Date.now() - started) / 1000).toFixed(0);
      console.log(`${problem ? "FAILED" : "ok    "} ${pinned.title} ${pinned.version}: ${what} (${seconds} s)`);
      if (problem) console.log(problem.message.slice(0, 4000));
    }
  }
if (ids.length === 0 && !runChecks(["attacks", "random", "faithful", "builders"])) failed++;
console.log(failed === 0 ? "all sandbox checks passed" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
