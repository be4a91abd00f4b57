/** Runs `task run` on a real client with a scripted model, in a real repository: the ways a task can end. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { put, type Scene } from "../../src/doctor/scene.ts";
import type { Script, ToolUse } from "../../src/doctor/scripted-model/conversation.ts";
import type { Ending } from "../../src/doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../src/process/run.ts";
import { taskWorktree, worktreeHome } from "../../src/task/git/worktree.ts";
import { type ClientStage, hostileFiles, onClientStage, type TestedClient } from "../support/headless-clients.ts";
import { assertNothingLeft, commit, git, makeRepository, project, type TaskFields, writeTask } from "./repository.ts";

export interface Stage extends ClientStage {
  readonly repository: string;
  /** Where the agent of this id works. */
  readonly workplace: (agentId: string) => string;
}

export async function onStage(
  client: TestedClient,
  program: Program,
  act: (stage: Stage) => Promise<void>,
): Promise<void> {
  const projectIn = ({ root }: Pick<Scene, "root">): string => join(root, "demo");
  await onClientStage(client, program, { projectIn }, async (clientStage) => {
    const { scene } = clientStage;
    const repository = projectIn(scene);
    makeRepository(repository, { ...project, ...hostileFiles });
    const stage = { ...clientStage, repository, workplace: (): string => "" };
    await act({ ...stage, workplace: (agentId) => workplaceOf(stage, agentId) });
    assertNothingLeft(repository, scene.home, join(scene.root, "tmp"));
  });
}

function workplaceOf({ scene, repository }: Pick<Stage, "scene" | "repository">, agentId: string): string {
  const gitDir = join(repository, ".git");
  const home = worktreeHome({ path: repository, gitDir, commonDir: gitDir }, scene.home, scene.environment);
  return taskWorktree(home, agentId);
}

const surcingle: Program = [process.execPath, join(import.meta.dirname, "../../dist/surcingle.cjs")];

interface Played {
  readonly run: Run;
  readonly prompt: string;
  /** What the client told the model about each call of the first turn. */
  readonly answers: readonly string[];
  /** The gate's log. */
  readonly decisions: readonly Readonly<Record<string, string>>[];
  readonly verdicts: Readonly<Record<string, string>>;
}

interface Play extends Partial<TaskFields> {
  readonly id: string;
  readonly script: Script;
  readonly ending?: Ending;
  readonly words?: readonly string[];
  /** Called once the agent has sent its first message. */
  readonly meanwhile?: () => void;
}

const report = "files-touched: src/half.mjs, test/half.test.mjs\ntests: 2 passed\n";

async function play(stage: Stage, { id, script, ending, words = [], meanwhile, ...fields }: Play): Promise<Played> {
  const { scene, model, repository } = stage;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const prompt = model.play(script, undefined, { words: report, ...ending, ...(meanwhile ? { hold: held } : {}) });
  const path = writeTask(repository, { ...fields, id, body: `Do this: ${prompt}` });
  const more = stage.client.headless.model === undefined ? [] : ["--model", stage.client.headless.model];
  const running = runProgram({
    program: surcingle,
    words: ["task", "run", path, "--harness", stage.client.id, "--json", ...more, ...words],
    directory: repository,
    environment: scene.environment,
    seconds: 240,
  });
  if (meanwhile) {
    for (let tries = 0; tries < 600 && model.requests(prompt).length === 0; tries++) await sleep(100);
    meanwhile();
    release();
  }
  const run = await running;
  const events = run.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const findings = events.filter(({ event }) => event === "finding");
  return {
    run,
    prompt,
    answers: model.played(prompt).map(({ result }) => result?.text ?? ""),
    decisions: readLines(join(repository, "tasks", id, "decisions.jsonl")),
    verdicts: Object.fromEntries(findings.map(({ check, mode, outcome }) => [`${check} ${mode}`, outcome])),
  };
}

function readLines(file: string): Readonly<Record<string, string>>[] {
  try {
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

const half = "export const half = (n) => n / 2;\n";
const halfTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { double } from "../src/double.mjs";
import { half } from "../src/half.mjs";
test("half of double", () => assert.equal(half(double(3)), 3));
`;

function goodWork({ client, workplace }: Stage, agentId: string): ToolUse[] {
  const at = (path: string): string => join(workplace(agentId), path);
  return [client.headless.write(at("src/half.mjs"), half), client.headless.write(at("test/half.test.mjs"), halfTest)];
}

/** It passes, and the printed commands merge it. */
async function passes(stage: Stage): Promise<void> {
  const { repository } = stage;
  const { run, verdicts, decisions } = await play(stage, { id: "good", script: [goodWork(stage, "good")] });
  assert.equal(run.exitCode, 0, run.stdout + run.stderr);
  assert.deepEqual([...new Set(Object.values(verdicts))], ["passed"]);
  assert.equal(verdicts["quality::tests-green simulated-merge"], "passed");
  assert.ok(decisions.length >= 2 && decisions.every(({ verdict }) => verdict === "allow"), "every call was judged");
  assertNothingLeft(repository, stage.scene.home, join(stage.scene.root, "tmp"));
  git(repository, "apply", "--3way", "--index", "tasks/good/changes.patch");
  git(repository, "commit", "--quiet", "--message", "merged");
  assert.equal(readFileSync(join(repository, "src/half.mjs"), "utf8"), half);
}

/** Forbidden calls are denied by the gate and recorded; allowed ones run. */
async function isRefused(stage: Stage): Promise<void> {
  const { workplace, repository, scene } = stage;
  const { shell, write } = stage.client.headless;
  const tries = [
    shell("git commit --allow-empty -m x"),
    write(join(workplace("nosy"), "NOTES.md"), "mine\n"),
    write(join(scene.home, "stolen.txt"), "mine\n"),
  ];
  const { run, answers, decisions } = await play(stage, { id: "nosy", script: [tries, goodWork(stage, "nosy")] });
  assert.equal(run.exitCode, 0, run.stdout + run.stderr);
  for (const answer of answers) assert.match(answer, /surcingle: .*deny/, "the agent is told");
  const refused = decisions.filter(({ verdict }) => verdict === "deny").map(({ reason }) => reason);
  assert.equal(refused.length, 3, JSON.stringify(decisions));
  assert.match(refused[0]!, /git commit.*no-git-ops|no-git-ops.*git commit/s);
  assert.match(refused[1]!, /NOTES\.md/);
  assert.doesNotMatch(readFileSync(join(repository, "tasks/nosy/changes.patch"), "utf8"), /NOTES/);
}

/** Main moved meanwhile: the work passes in its worktree and fails on main. */
async function failsOnMain(stage: Stage): Promise<void> {
  const { repository } = stage;
  const moved = { "src/double.mjs": "export const double = (n) => `${n * 2}!`;\n", "test/double.test.mjs": "" };
  const { run, verdicts } = await play(stage, {
    id: "late",
    script: [goodWork(stage, "late")],
    meanwhile: () => commit(repository, moved, "main moves"),
  });
  assert.equal(run.exitCode, 1, run.stdout + run.stderr);
  assert.equal(
    verdicts["policy::no-git-ops worktree"],
    "passed",
    "a user's commit is not a git operation of the agent",
  );
  assert.equal(verdicts["quality::tests-green worktree"], "passed");
  assert.equal(verdicts["merge simulated-merge"], "passed");
  assert.equal(verdicts["quality::tests-green simulated-merge"], "failed");
  assert.match(run.stdout, /"verdict":"rejected"/);
}

/**
 * The agent's tools cannot write lock files, and programs cannot change the existing one; a new one is found
 * afterwards.
 */
async function protectsLockFiles(stage: Stage): Promise<void> {
  const { client, workplace } = stage;
  const { shell, write } = client.headless;
  const tries = [write(join(workplace("bump"), "yarn.lock"), "x\n"), shell("node tools/bump.mjs")];
  const { run, answers, verdicts, decisions } = await play(stage, {
    id: "bump",
    whitelist: ["**"],
    script: [tries],
  });
  assert.equal(run.exitCode, 1, run.stdout + run.stderr);
  assert.match(answers[0]!, /surcingle: .*deny/);
  assert.equal(decisions.filter(({ verdict }) => verdict === "deny").length, 1);
  assert.equal(verdicts["safety::no-dep-bump worktree"], "failed", JSON.stringify([answers, verdicts]));
  if (!client.headless.confinesItself) {
    assert.match(answers[1]!, /EROFS/);
    const patch = readFileSync(join(stage.repository, "tasks/bump/changes.patch"), "utf8");
    assert.match(patch, /pnpm-lock/);
    assert.doesNotMatch(patch, /package-lock/, "the sandbox protected the existing file");
  }
  assert.equal(verdicts["merge simulated-merge"], undefined, "what failed in the worktree is not tried on main");
}

async function reportLacksField(stage: Stage): Promise<void> {
  const ending = { words: "files-touched: src/half.mjs\n" };
  const { run, verdicts } = await play(stage, { id: "terse", script: [goodWork(stage, "terse")], ending });
  assert.equal(run.exitCode, 1, run.stdout + run.stderr);
  assert.equal(verdicts["output::report-format worktree"], "failed");
}

async function hangs(stage: Stage): Promise<void> {
  const { client, repository } = stage;
  const script = [goodWork(stage, "slow"), [client.headless.shell("node tools/hang.mjs")]];
  // Codex does not wait for a long command, so the model has to hang too.
  const ending = { hold: new Promise<void>(() => undefined) };
  const { run, decisions } = await play(stage, { id: "slow", script, ending, words: ["--timeout", "40"] });
  assert.equal(run.exitCode, 1, run.stdout + run.stderr);
  assert.match(run.stdout, /"code":"task-timeout"/);
  assert.ok(decisions.length > 0, "it had started");
  assert.match(readFileSync(join(repository, "tasks/slow/changes.patch"), "utf8"), /half/, "the evidence is kept");
}

function sleepers(seconds: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => readQuietly(`/proc/${name}/cmdline`) === `sleep\0${seconds}\0`)
    .map(Number);
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const planted = ({ repository, scene }: Stage) => [join(repository, "planted"), join(scene.home, "planted")];

const ways = ["commit", "branch", "home", "checkout"] as const;

/**
 * An allowed program tries to leave its worktree. Without the sandbox it succeeds, on clients that have none of their
 * own.
 */
async function staysInside(stage: Stage): Promise<void> {
  const { client, repository, scene } = stage;
  const head = git(repository, "rev-parse", "HEAD");
  const seconds = `8${process.pid}.5`;
  const script = [[client.headless.shell(`node tools/escape.mjs ${repository} ${scene.home} ${seconds}`)]];
  const { answers, run } = await play(stage, { id: "inside", whitelist: ["src/**"], script });
  const about = `${answers.join("\n")}\n${run.stdout}${run.stderr}`;
  for (const way of ["commit", "branch"]) assert.match(answers[0]!, new RegExp(`${way}=no`), about);
  // In the sandbox these are private directories.
  for (const path of planted(stage)) assert.ok(!existsSync(path), path);
  assert.match(answers[0]!, /tree=YES/, about);
  assert.equal(git(repository, "rev-parse", "HEAD"), head);
  assert.deepEqual(sleepers(seconds), [], "its process ended with the command");
  if (client.headless.confinesItself) return;
  put(join(scene.root, "off.toml"), '[sandbox]\nuse = "off"\n');
  const words = ["--settings", join(scene.root, "off.toml")];
  const open = await play(stage, { id: "open", script, words });
  for (const way of ways) assert.match(open.answers[0]!, new RegExp(`${way}=YES`), open.answers[0]);
  const left = sleepers(seconds);
  assert.ok(left.length >= 1, "its process got away");
  for (const pid of left) process.kill(pid, "SIGKILL");
  git(repository, "reset", "--quiet", "--hard", head.trim());
  git(repository, "branch", "--delete", "--force", "planted");
  for (const path of planted(stage)) rmSync(path);
}

export const scenes = {
  "a program of the agent stays in its worktree": staysInside,
  "a task that passes can be merged": passes,
  "a git command and a file outside the scope are refused and recorded": isRefused,
  "what is green in the worktree and red on main is rejected": failsOnMain,
  "a lock file is closed, and one that changed all the same is found": protectsLockFiles,
  "a report without a field is rejected": reportLacksField,
  "an agent that hangs is stopped": hangs,
} as const;
