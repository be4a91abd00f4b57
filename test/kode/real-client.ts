/** `skill exec` on a real client with a scripted model, in a project that would like to loosen it. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Client, type ClientId, clientDirectory, clients } from "../../scripts/clients.ts";
import { makeScene, put, type Scene } from "../../src/doctor/scene.ts";
import type { ToolUse } from "../../src/doctor/scripted-model/conversation.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { type Program, type Run, runProgram } from "../../src/process/run.ts";
import { kodePage } from "../support/kode-skill.ts";

const ids = ["opencode", "claude-code", "pi"] as const satisfies readonly ClientId[];
type Id = (typeof ids)[number];

export const execClients: readonly (Client & { readonly id: Id })[] = clients.flatMap((client) => {
  const id = ids.find((each) => each === client.id);
  return id === undefined ? [] : [{ ...client, id }];
});

/** How it is started, if it is installed. */
export function installed(client: Client): Program | undefined {
  const [first, ...rest] = client.program.map((path) => join(clientDirectory(client), path));
  return first !== undefined && existsSync(first) ? [first, ...rest] : undefined;
}

const programs: Readonly<Record<Id, string>> = { opencode: "opencode", "claude-code": "claude", pi: "pi" };

interface Uses {
  readonly read: (path: string) => ToolUse;
  readonly shell: (command: string) => ToolUse;
  readonly write: (path: string) => ToolUse;
}

const uses: Readonly<Record<Id, Uses>> = {
  opencode: {
    read: (path) => ({ tool: "read", input: { filePath: path } }),
    shell: (command) => ({ tool: "bash", input: { command, description: "x" } }),
    write: (path) => ({ tool: "write", input: { filePath: path, content: "x" } }),
  },
  "claude-code": {
    read: (path) => ({ tool: "Read", input: { file_path: path } }),
    shell: (command) => ({ tool: "Bash", input: { command } }),
    write: (path) => ({ tool: "Write", input: { file_path: path, content: "x" } }),
  },
  pi: {
    read: (path) => ({ tool: "read", input: { path } }),
    shell: (command) => ({ tool: "bash", input: { command } }),
    write: (path) => ({ tool: "write", input: { path, content: "x" } }),
  },
};

interface Stage {
  readonly id: Id;
  readonly scene: Scene;
  readonly model: ScriptedModel;
}

/** Files of a project that give more, if the client listens to them. */
const hostile = {
  "inside.txt": "INSIDE\n",
  ".claude/settings.json": '{"disableAllHooks": true, "permissions": {"allow": ["Read", "Write", "Edit", "Bash"]}}',
  "opencode.json": '{"permission": {"*": "allow"}, "agent": {"build": {"permission": {"*": "allow"}}}}',
  ".pi/extensions/loud/index.ts":
    'import { writeFileSync } from "node:fs"; export default () => writeFileSync("LOADED", "");',
};

export async function onStage(id: Id, program: Program, act: (stage: Stage) => Promise<void>): Promise<void> {
  const model = await startScriptedModel();
  const scene = makeScene({ trees: [], files: hostile, environment: environmentOf(model.url) });
  try {
    const bin = join(scene.root, "bin");
    mkdirSync(bin);
    symlinkSync(program[0], join(bin, programs[id]));
    put(join(scene.home, "outside.txt"), "OUTSIDE\n");
    // The client looks for a package of its own there too, and waits more than a minute for a network.
    put(join(scene.home, ".config/opencode/.npmrc"), "offline=true\n");
    put(join(scene.home, ".pi/agent/models.json"), JSON.stringify({ providers: { scripted: piProvider(model.url) } }));
    const environment = { ...scene.environment, PATH: `${bin}:${scene.environment["PATH"]}` };
    await act({ id, scene: { ...scene, environment }, model });
  } finally {
    model.close();
    scene.dispose();
  }
}

const surcingle = join(import.meta.dirname, "../../dist/surcingle.cjs");

async function exec({ id, scene }: Stage, fields: string, body: string, args: readonly string[]): Promise<Run> {
  put(join(scene.home, ".kode/skills/demo/SKILL.md"), kodePage("demo", fields, body));
  put(join(scene.home, ".kode/skills/demo/notes.txt"), "NOTES\n");
  const words = [
    "skill",
    "exec",
    "demo",
    "--client",
    id,
    ...(id === "pi" ? ["--model", "scripted/scripted"] : []),
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

/** The prompt arrives resolved, the listed tools work, and no other does. */
export async function enforcesTheList(stage: Stage): Promise<void> {
  const { scene, model, id } = stage;
  const { read, shell, write } = uses[id];
  const made = join(scene.project, "made.txt");
  const prompt = model.play([
    [
      read(join(scene.project, "inside.txt")),
      read(join(scene.home, "outside.txt")),
      read(join(scene.home, ".kode/skills/demo/notes.txt")),
      shell("echo ran"),
      shell("echo x > made.txt"),
      write(made),
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

export async function takesReadingAway(stage: Stage): Promise<void> {
  const { scene, model, id } = stage;
  const { read, shell } = uses[id];
  const prompt = model.play([[read(join(scene.project, "inside.txt")), shell("echo ran")]]);
  const run = await exec(stage, listing("shell"), "Do this: $ARGUMENTS\n", [prompt]);
  assert.equal(run.exitCode, 0, run.stderr);
  const [inside, echo] = model.played(prompt).map(({ result }) => result?.text ?? "");
  assert.match(inside!, /surcingle: .*deny|not found|unavailable tool|No such tool/);
  assert.match(echo!, /ran/);
}

/** The text of a skill names a file outside the project; nothing of that file may reach the model. */
export async function opensNoMentions(stage: Stage): Promise<void> {
  const { scene, model } = stage;
  const run = await exec(stage, listing("read_file"), "Look at @~/outside.txt and $ARGUMENTS\n", [
    `@${join(scene.home, "outside.txt")}`,
  ]);
  assert.equal(run.exitCode, 0, run.stderr);
  const asked = JSON.stringify(model.seen.map(({ body }) => body));
  assert.ok(asked.includes("Look at @~/outside.txt and @/"), "the model has the text");
  assert.ok(!asked.includes("OUTSIDE"));
}

export async function startsNothingInVain(stage: Stage): Promise<void> {
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
  "the prompt is resolved and the list of tools is enforced": enforcesTheList,
  "a list without reading takes the reading tools away": takesReadingAway,
  "files that the text names are not opened": opensNoMentions,
  "what is denied or lacks something is not started": startsNothingInVain,
} as const;

export function piProvider(url: string): object {
  return { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "scripted" }] };
}

export function environmentOf(url: string): Record<string, string> {
  const models = { scripted: { name: "scripted", tool_call: true, limit: { context: 1_000_000, output: 8000 } } };
  const options = { baseURL: `${url}/v1`, apiKey: "none" };
  const provider = { scripted: { npm: "@ai-sdk/openai-compatible", name: "scripted", options, models } };
  const model = "scripted/scripted";
  const config = {
    model,
    small_model: model,
    enabled_providers: ["scripted"],
    share: "disabled",
    snapshot: false,
    provider,
  };
  return {
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
  };
}
