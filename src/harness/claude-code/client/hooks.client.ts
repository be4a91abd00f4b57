/** Tests the hooks that `surcingle capability hooks` prints, in the real Claude Code. */
import assert from "node:assert/strict";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { makeScene, put, type Scene } from "../../../doctor/scene.ts";
import type { ToolUse } from "../../../doctor/scripted-model/conversation.ts";
import { type ScriptedModel, startScriptedModel } from "../../../doctor/scripted-model/scripted-model.ts";
import { type Program, runProgram } from "../../../process/run.ts";
import { quietEnvironment } from "./run.client.ts";

const surcingle = join(import.meta.dirname, "../../../../dist/surcingle.cjs");

const taskToml = `[task]
role = "edit-local"
agent-id = "one"
[scope]
files-whitelist = ["src/**", "package.json"]
[body]
text = "Do it."
`;

interface HookStage {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
}

/** The answer to each call, and whether the file it writes exists. */
interface CallOutcomes {
  readonly isRefused: boolean;
  readonly text: string;
}

async function onStage(program: Program, act: (stage: HookStage) => Promise<void>): Promise<void> {
  const model = await startScriptedModel();
  const scene = makeScene({ trees: [], files: { "task.toml": taskToml }, environment: quietEnvironment(model.url) });
  try {
    put(join(scene.root, "bin/surcingle"), `#!/bin/sh\nexec '${process.execPath}' '${surcingle}' "$@"\n`);
    chmodSync(join(scene.root, "bin/surcingle"), 0o755);
    await act({ program, scene, model });
  } finally {
    model.close();
    scene.dispose();
  }
}

/** The settings that `surcingle` prints for a program of this name. */
async function settingsFor({ scene }: HookStage, words: readonly string[], program: string): Promise<string> {
  const run = await runProgram({
    program: [process.execPath, surcingle],
    words: ["capability", "hooks", ...words, "--program", program],
    directory: scene.project,
    environment: scene.environment,
    seconds: 60,
  });
  assert.equal(run.exitCode, 0, run.stderr);
  return run.stdout;
}

async function play(
  stage: HookStage,
  settings: string,
  uses: readonly ToolUse[],
  env = {},
): Promise<readonly CallOutcomes[]> {
  const { program, scene, model } = stage;
  const file = join(scene.root, "settings.json");
  put(file, settings);
  const prompt = model.play([uses]);
  const run = await runProgram({
    program,
    words: ["-p", "--settings", file, "--allowedTools", "Bash,Write,Edit", "--no-session-persistence"],
    directory: scene.project,
    environment: { ...scene.environment, ...env },
    input: prompt,
    seconds: 240,
  });
  assert.equal(run.exitCode, 0, run.stdout + run.stderr);
  return model.played(prompt).map(({ result }) => ({ isRefused: result?.failed ?? true, text: result?.text ?? "" }));
}

const bash = (command: string): ToolUse => ({ tool: "Bash", input: { command } });
const write = ({ scene }: HookStage, path: string): ToolUse => ({
  tool: "Write",
  input: { file_path: join(scene.project, path), content: "x\n" },
});

const scenes: Readonly<Record<string, (stage: HookStage) => Promise<void>>> = {
  "the gates of a task refuse what it may not do": async (stage) => {
    const settings = await settingsFor(stage, ["task.toml"], join(stage.scene.root, "bin/surcingle"));
    const uses = [
      ...["/usr/bin/git status", "bash -c 'git status'", "echo x > out.txt", "echo git"].map(bash),
      ...["out2.txt", "package.json", "src/in.txt"].map((path) => write(stage, path)),
    ];
    const results = await play(stage, settings, uses);
    const refused = results.map(({ isRefused }) => isRefused);
    assert.deepEqual(refused, [true, true, true, false, true, true, false], JSON.stringify(results, undefined, 1));
    assert.match(results[0]!.text, /surcingle: policy::no-git-ops: deny bash/);
    assert.match(results[4]!.text, /surcingle: scope::files-whitelist: deny edit/);
    assert.match(results[5]!.text, /surcingle: safety::no-dep-bump: deny edit/);
    const there = ["out.txt", "out2.txt", "package.json", "src/in.txt"].map((path) =>
      existsSync(join(stage.scene.project, path)),
    );
    assert.deepEqual(there, [false, false, false, true]);
  },
  "with no capability in the environment the hook does nothing": async (stage) => {
    const settings = await settingsFor(stage, [], "/nowhere/surcingle");
    const [results] = await play(stage, settings, [bash("echo hello")]);
    assert.equal(results?.isRefused, false, results?.text);
    assert.match(results?.text ?? "", /hello/);
  },
  "a capability that the environment names is asked": async (stage) => {
    const settings = await settingsFor(stage, [], join(stage.scene.root, "bin/surcingle"));
    const env = { SURCINGLE_CAPABILITY_NAME: "policy::no-git-ops tools::deny-tools" };
    const results = await play(stage, settings, [bash("git status"), bash("echo git"), write(stage, "x.txt")], env);
    assert.deepEqual(
      results.map(({ isRefused }) => isRefused),
      [true, false, true],
      JSON.stringify(results),
    );
  },
  "without the program nothing runs": async (stage) => {
    const settings = await settingsFor(stage, ["task.toml"], "/nowhere/surcingle");
    const results = await play(stage, settings, [bash("echo hello"), write(stage, "src/x.txt")]);
    assert.ok(
      results.every(({ isRefused }) => isRefused),
      JSON.stringify(results),
    );
  },
};

export const hookScenes: Readonly<Record<string, (program: Program) => Promise<void>>> = Object.fromEntries(
  Object.entries(scenes).map(([what, act]) => [what, (program: Program) => onStage(program, act)]),
);
