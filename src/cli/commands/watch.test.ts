/** Tests `build --watch` on real directories: what it notices, what it prints, and how it ends. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { agentFiles, makeRoots } from "../../../test/support/make-root.ts";
import { waitUntil } from "../../../test/support/processes.ts";
import { changedPaths, takeSnapshot, waitForChange } from "../../read/watch.ts";

const makeRoot = makeRoots("watch");
const program = join(import.meta.dirname, "../../../dist/surcingle.cjs");

function start(root: string, words: readonly string[] = []) {
  const args = [program, "build", "--harness", "claude-code", "--out", "out", "--watch", ...words];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const seen = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (seen.out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (seen.err += chunk));
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  const says = (text: string): Promise<void> =>
    waitUntil(() => seen.out.includes(text), `${JSON.stringify(text)} in ${seen.out}${seen.err}`);
  return { child, seen, ended, says };
}

test("each change is built and reported in one line; the watch continues after an error", async () => {
  const root = makeRoot({ ...agentFiles("a"), "surcingle.toml": "" });
  const prompt = join(root, "agents/a/system-prompt.md");
  const made = join(root, "out/claude-code/agents/a.md");
  const { child, seen, ended, says } = start(root);
  try {
    await says("watching .; press Ctrl+C to stop\n");
    assert.match(readFileSync(made, "utf8"), /Do a\./);

    writeFileSync(prompt, "Do it well.\n");
    await says("agents/a/system-prompt.md changed: 1 file updated\n");
    assert.match(readFileSync(made, "utf8"), /Do it well\./);

    // Most editors save by renaming another file to this one.
    writeFileSync(`${prompt}.new`, "Do it better.\n");
    renameSync(`${prompt}.new`, prompt);
    await waitUntil(() => seen.out.match(/system-prompt\.md changed/g)?.length === 2, "the renamed file is noticed");
    assert.match(readFileSync(made, "utf8"), /Do it better\./);

    const toml = join(root, "agents/a/agent.toml");
    const text = readFileSync(toml, "utf8");
    writeFileSync(toml, text.replace("description", "descripton"));
    await says("agents/a/agent.toml changed: out was left unchanged\n");
    assert.match(seen.err, /^error\[/m);
    assert.match(readFileSync(made, "utf8"), /Do it better\./);
    writeFileSync(toml, text);
    await says("agents/a/agent.toml changed: the output stays the same\n");

    const files = Object.entries(agentFiles("b"));
    mkdirSync(join(root, "agents/b"));
    for (const [path, content] of files) writeFileSync(join(root, path), content);
    await waitUntil(() => existsSync(join(root, "out/claude-code/agents/b.md")), "a new agent is built");
    // A directory created during the watch is watched too.
    writeFileSync(join(root, "agents/b/system-prompt.md"), "Do b twice.\n");
    await says("agents/b/system-prompt.md changed: 1 file updated\n");

    rmSync(join(root, "agents/b"), { recursive: true });
    await waitUntil(() => /\nagents\/b\/.* removed\n/.test(seen.out), "a removed agent goes");
    assert.ok(!existsSync(join(root, "out/claude-code/agents/b.md")));
    writeFileSync(join(root, "unrelated.txt"), "not a definition\n");
  } finally {
    child.kill("SIGINT");
  }
  assert.equal(await ended, 0);
  assert.match(seen.out, /\nstopped\n$/);
  assert.doesNotMatch(seen.out, /unrelated/);
  for (const line of seen.out.split("\n")) assert.ok(line.length <= 80, line);
});

test("a watch starts on invalid definitions and builds once they are valid; --json prints JSON lines", async () => {
  const root = makeRoot({ "agents/a/agent.toml": 'name = "a"\ndescription = "Does a"\n' });
  const { child, seen, ended, says } = start(root, ["--json"]);
  try {
    await waitUntil(() => seen.out.includes('"severity":"error"'), "the error is shown");
    writeFileSync(join(root, "agents/a/system-prompt.md"), "Do a.\n");
    await says('"event":"build"');
  } finally {
    child.kill("SIGTERM");
  }
  assert.equal(await ended, 0);
  const events = seen.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { event?: string; paths?: string[] });
  assert.deepEqual(events.find(({ event }) => event === "changed")?.paths, ["agents/a/system-prompt.md"]);
});

test("settings, files that an agent names, and linked directories are watched", async () => {
  const root = makeRoot({
    ...agentFiles("a", '[permissions.bash]\nintent = "ask"\n', 'system_prompt = "../../shared/prompt.md"\n'),
    "shared/prompt.md": "Shared.\n",
    "shared/rules/style.md": "Be brief.\n",
  });
  rmSync(join(root, "agents/a/system-prompt.md"));
  symlinkSync("shared/rules", join(root, "rules"));
  const places = { roots: [root], files: [join(root, "shared/prompt.md")], ignored: join(root, "out") };
  for (const [path, content] of [
    ["shared/prompt.md", "Other.\n"],
    ["shared/rules/style.md", "Be kind.\n"],
    ["surcingle.toml", 'harnesses = ["pi"]\n'],
  ] as const) {
    const before = takeSnapshot(places);
    const change = waitForChange(places, before, new AbortController().signal);
    writeFileSync(join(root, path), content);
    const after = await change;
    const shown = path.replace("shared/rules", "rules");
    assert.deepEqual(changedPaths(before, after!), [join(root, shown)]);
  }
});

test("a root that is removed and comes back is noticed, and a stop ends the wait", async () => {
  const root = makeRoot(agentFiles("a"));
  const places = { roots: [root], files: [], ignored: join(root, "out") };
  const before = takeSnapshot(places);
  rmSync(root, { recursive: true });
  const gone = await waitForChange(places, before, new AbortController().signal);
  assert.equal(gone!.size, 0);
  const back = waitForChange(places, gone!, new AbortController().signal);
  mkdirSync(join(root, "agents"), { recursive: true });
  writeFileSync(join(root, "agents/x.md"), "x");
  assert.deepEqual(changedPaths(gone!, (await back)!), [join(root, "agents/x.md")]);
  const control = new AbortController();
  const stopped = waitForChange(places, takeSnapshot(places), control.signal);
  control.abort();
  assert.equal(await stopped, undefined);
});
