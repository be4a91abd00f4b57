/** Runs `skill exec` on a real client with a scripted model, in a project that tries to loosen it. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { put } from "../../src/doctor/scene.ts";
import type { ToolUse } from "../../src/doctor/scripted-model/conversation.ts";
import { type Program, type Run, runProgram } from "../../src/process/run.ts";
import { type ClientStage, hostileFiles, onClientStage, type TestedClient } from "../support/headless-clients.ts";
import { kodePage } from "../support/kode-skill.ts";

const files = { "inside.txt": "INSIDE\n", ...hostileFiles };

export async function onStage(
  client: TestedClient,
  program: Program,
  act: (stage: ClientStage) => Promise<void>,
): Promise<void> {
  await onClientStage(client, program, { files }, (stage) => {
    put(join(stage.scene.home, "outside.txt"), "OUTSIDE\n");
    return act(stage);
  });
}

const surcingle = join(import.meta.dirname, "../../dist/surcingle.cjs");

async function exec(
  { client, scene }: ClientStage,
  fields: string,
  body: string,
  args: readonly string[],
): Promise<Run> {
  put(join(scene.home, ".kode/skills/demo/SKILL.md"), kodePage("demo", fields, body));
  put(join(scene.home, ".kode/skills/demo/notes.txt"), "NOTES\n");
  const words = [
    "skill",
    "exec",
    "demo",
    "--client",
    client.id,
    ...(client.headless.model === undefined ? [] : ["--model", client.headless.model]),
    "--",
  ];
  return runProgram({
    program: [process.execPath, surcingle],
    words: [...words, ...args],
    directory: scene.project,
    environment: scene.environment,
    seconds: 150,
  });
}

const listing = (tools: string): string => `metadata: { kode: { tools: [${tools}] } }\n`;

const unreadable = (): ToolUse => assert.fail("the client has no tool that reads");

/** The prompt arrives resolved; only the listed tools work. */
async function enforcesToolList(stage: ClientStage): Promise<void> {
  const { scene, model } = stage;
  const { read = unreadable, shell, write } = stage.client.headless;
  const made = join(scene.project, "made.txt");
  const prompt = model.play([
    [
      read(join(scene.project, "inside.txt")),
      read(join(scene.home, "outside.txt")),
      read(join(scene.home, ".kode/skills/demo/notes.txt")),
      shell("echo ran"),
      shell("echo x > made.txt"),
      write(made, "x"),
    ],
  ]);
  const run = await exec(stage, listing("read_file, shell"), "Do this: $ARGUMENTS\n", ["a b", prompt]);
  assert.equal(run.exitCode, 0, run.stderr);
  assert.match(run.stdout, /done\n$/, "what the client says is printed");
  const asked = JSON.stringify(model.requests(prompt).map(({ items }) => items));
  assert.ok(asked.includes(`Do this: a b ${prompt}`), "the prompt is resolved");
  const [inside, outside, notes, echo, redirect, written] = model
    .played(prompt)
    .map(({ result }) => result?.text ?? "");
  assert.match(inside!, /INSIDE/);
  assert.match(outside!, /surcingle: .*deny external_directory/);
  assert.match(notes!, /NOTES/, "the skill's own folder is open to it");
  assert.match(echo!, /ran/);
  assert.match(redirect!, /surcingle: .*deny/, "a redirection is an edit, and no edit is listed");
  assert.match(written!, /surcingle: .*deny|not found|unavailable tool|No such tool/);
  assert.ok(!existsSync(made));
  assert.ok(!existsSync(join(scene.project, "LOADED")), "no extension of the project is loaded");
}

async function deniesReading(stage: ClientStage): Promise<void> {
  const { scene, model } = stage;
  const { read = unreadable, shell } = stage.client.headless;
  const prompt = model.play([[read(join(scene.project, "inside.txt")), shell("echo ran")]]);
  const run = await exec(stage, listing("shell"), "Do this: $ARGUMENTS\n", [prompt]);
  assert.equal(run.exitCode, 0, run.stderr);
  const [inside, echo] = model.played(prompt).map(({ result }) => result?.text ?? "");
  assert.match(inside!, /surcingle: .*deny|not found|unavailable tool|No such tool/);
  assert.match(echo!, /ran/);
}

/** The text of a skill names a file outside the project; none of its content may reach the model. */
async function ignoresMentions(stage: ClientStage): Promise<void> {
  const { scene, model } = stage;
  const run = await exec(stage, listing("read_file"), "Look at @~/outside.txt and $ARGUMENTS\n", [
    `@${join(scene.home, "outside.txt")}`,
  ]);
  assert.equal(run.exitCode, 0, run.stderr);
  const asked = JSON.stringify(model.seen.map(({ body }) => body));
  assert.ok(asked.includes("Look at @~/outside.txt and @/"), "the model has the text");
  assert.ok(!asked.includes("OUTSIDE"));
}

async function failsBeforeStart(stage: ClientStage): Promise<void> {
  const { scene, model } = stage;
  for (const [fields, code] of [
    ["metadata: { kode: { requires: { bins: [no-such-program] } } }\n", "skill-requires"],
    ["metadata: { kode: { requires: { env: [NO_SUCH_VARIABLE] } } }\n", "skill-requires"],
  ] as const) {
    const run = await exec(stage, fields, "x\n", []);
    assert.equal(run.exitCode, 1);
    assert.match(run.stderr, new RegExp(`error\\[${code}\\]`));
  }
  put(join(scene.project, "surcingle.toml"), '[kode]\ndeny = ["skill:de*"]\n');
  const run = await exec(stage, "", "x\n", []);
  assert.equal(run.exitCode, 1);
  assert.match(run.stderr, /error\[skill-denied\]/);
  assert.deepEqual(model.seen, [], "the client was not started");
}

export const questions = {
  "the prompt is resolved and the list of tools is enforced": enforcesToolList,
  "a list without reading removes the read tools": deniesReading,
  "files that the text names are not opened": ignoresMentions,
  "a skill that is denied or lacks a requirement is not started": failsBeforeStart,
} as const;
