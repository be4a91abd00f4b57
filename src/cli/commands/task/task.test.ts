import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { parseToml } from "../../../formats/toml.ts";
import { parseDna } from "../../../task/dna.ts";
import { task } from "../families.ts";

const makeRoot = makeRoots("task-command");
const taskToml = `[task]
role = "edit-local"
agent-id = "parser-number-1"
parent-agent = "chief"
[scope]
files-whitelist = ["src/**"]
[body]
text = "Make it fast.\\nAnd \\u202e odd."
`;
const run = (cwd: string, ...argv: string[]) => runCommandIn(cwd, task, argv);

test("compose prints the prompt, and writes it byte for byte", async () => {
  const root = makeRoot({ "task.toml": taskToml });
  const { code, out, err } = await run(root, "compose", "task.toml");
  assert.deepEqual([code, err], [0, ""]);
  assert.ok(out.startsWith("# AGENT SUBSTRATE — role edit-local\n\n## "));
  assert.ok(out.endsWith("\n\nMake it fast.\nAnd \\u202e odd.\n"));
  assert.deepEqual(readdirSync(root), ["task.toml"]);
  assert.equal((await run(root, "compose", "task.toml", "--out", "prompt.md")).out, "wrote prompt.md\n");
  const written = readFileSync(join(root, "prompt.md"), "utf8");
  assert.equal(written, out.replace("\\u202e", "\u202e"));
  const { out: line } = await run(root, "compose", "task.toml", "--json");
  const { prompt, ...event } = JSON.parse(line);
  assert.equal(prompt, written);
  assert.deepEqual(event, { event: "prompt", agent: "parser-number-1", role: "edit-local" });
  assert.deepEqual(readdirSync(root).sort(), ["prompt.md", "task.toml"]);
});

test("a task can override its role's subagent type, and --kit-root is an alias of --root", async () => {
  const kit = makeRoot({
    "_roles/mine.toml": '[role]\nname = "mine"\ndescription = "Mine"\nclaude-subagent-type = "critic"\n',
  });
  const named = taskToml.replace("edit-local", "mine");
  const root = makeRoot({
    "one.toml": named,
    "two.toml": named.replace("[scope]", 'claude-subagent-type = "architect"\n[scope]'),
  });
  const typeOf = async (file: string) =>
    JSON.parse((await run(root, "prepare", file, "--format", "json", "--kit-root", kit)).out).subagent_type;
  assert.deepEqual([await typeOf("one.toml"), await typeOf("two.toml")], ["critic", "architect"]);
  const wrong = makeRoot({
    "task.toml": taskToml.replace("[scope]", 'claude-subagent-type = "an architect"\n[scope]'),
  });
  assert.match((await run(wrong, "prepare", "task.toml")).err, /must be the name of an agent, without spaces/);
});

test("compose overwrites only a prompt, never another file", async () => {
  const root = makeRoot({ "task.toml": taskToml, "notes.md": "mine\n" });
  const foreign = await run(root, "compose", "task.toml", "--out", "notes.md");
  assert.equal(foreign.code, 1);
  assert.match(foreign.err, /^error\[foreign-file\]: `notes\.md` was not written by `task compose`/);
  assert.equal(readFileSync(join(root, "notes.md"), "utf8"), "mine\n");
  await run(root, "compose", "task.toml", "--out", "prompt.md");
  writeFileSync(join(root, "task.toml"), taskToml.replace("fast", "small"));
  assert.equal((await run(root, "compose", "task.toml", "--out", "prompt.md", "--quiet")).code, 0);
  assert.match(readFileSync(join(root, "prompt.md"), "utf8"), /Make it small/);
  const nowhere = await run(root, "compose", "task.toml", "--out", "no/such/place.md");
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.err, /^error\[output-unwritable\]/);
  assert.deepEqual(readdirSync(root).sort(), ["notes.md", "prompt.md", "task.toml"]);
});

test("prepare prints the same as text, JSON and TOML, and writes nothing", async () => {
  const root = makeRoot({ "task.toml": taskToml });
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  const human = await run(root, "prepare", "task.toml");
  assert.match(
    human.out,
    /^dna: edit-local::NG-FW-FD-CP-CG-TG-ND-RF::[0-9A-F]{8}::[0-9A-F]{8}-[0-9a-f]{8}\n=== AGENT /,
  );
  assert.match(human.out, /^description: edit-local agent parser-n$/m);
  assert.match(human.out, /\nledger: running agent-id=parser-number-1 role=edit-local parent=chief\n$/);
  const json = JSON.parse((await run(root, "prepare", "task.toml", "--format", "json")).out);
  const line = (await run(root, "prepare", "task.toml", "--json")).out;
  assert.equal(line.trimEnd().split("\n").length, 1);
  const text = (await run(root, "prepare", "task.toml", "--format", "toml")).out;
  const toml = parseToml({ path: "x.toml", text }, ({ message }) => assert.fail(message));
  const withoutDna = ({ dna: _, ...rest }: Readonly<Record<string, unknown>>) => rest;
  assert.deepEqual(withoutDna(toml?.value ?? {}), withoutDna(json));
  assert.deepEqual(withoutDna(JSON.parse(line)), withoutDna(json));
  assert.equal(json.prompt, (await run(root, "compose", "task.toml")).out.replace("\\u202e", "\u202e"));
  // Two runs of one task differ only in the nonce.
  const [one, two] = [json.dna, toml?.value["dna"]].map((dna) => parseDna(String(dna)));
  assert.ok(one && two && one.nonce !== two.nonce);
  assert.deepEqual({ ...one, nonce: "" }, { ...two, nonce: "" });
  assert.deepEqual(readdirSync(root).sort(), [".git", "task.toml"]);
  assert.ok(!existsSync(join(root, ".git/surcingle")));
});

test("a root's role replaces the shipped one, and the last root wins", async () => {
  const role = (kind: string) =>
    `[role]\nname = "edit-local"\ndescription = "Mine"\nclaude-subagent-type = "${kind}"\n[capabilities]\nrequired = []\n`;
  const root = makeRoot({ "task.toml": taskToml, "roles/edit-local.toml": role("first") });
  const other = makeRoot({ "roles/edit-local.toml": role("second") });
  const kindIn = async (...argv: string[]) =>
    JSON.parse((await run(root, "prepare", "task.toml", "--format", "json", ...argv)).out).subagent_type;
  assert.equal(await kindIn(), "first");
  assert.equal(await kindIn("--root", root, "--root", other), "second");
  assert.equal(await kindIn("--root", other), "second");
});

test("the command line is checked first", async () => {
  const root = makeRoot({});
  for (const [message, ...argv] of [
    [/`--format` cannot be `xml`; choose from human, json, toml/, "prepare", "task.toml", "--format", "xml"],
    [/TASK is missing: a task\.toml/, "prepare"],
    [/unexpected argument `b\.toml`/, "compose", "a.toml", "b.toml"],
  ] as const)
    await assert.rejects(run(root, ...argv), { name: "UsageError", message });
});
