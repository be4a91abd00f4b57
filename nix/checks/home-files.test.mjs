/** What home-files.mjs links, and what it refuses. Run by `nix flake check`: `node --test` with no packages. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const claude = { root: ".claude", skills: ".claude/skills" };
const codex = { root: ".codex", skills: ".agents/skills" };
const files = {
  "claude-code/agents/chiron.md": "whole",
  "claude-code/settings.json": "shared",
  "claude-code/skills/git-master/SKILL.md": "whole",
  "claude-code/skills/git-master/scripts/log.sh": "whole",
};

function layOut(t, { tree = files, listed = tree, harnesses = { "claude-code": claude }, others = () => [] }) {
  const directory = mkdtempSync(join(tmpdir(), "surcingle-home-files-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const agents = join(directory, "agents");
  for (const id of Object.keys(harnesses)) mkdirSync(join(agents, id), { recursive: true });
  for (const path of Object.keys(tree)) write(join(agents, path), path);
  const manifest = { files: Object.entries(listed).map(([path, kind]) => ({ path, kind })) };
  write(join(agents, "manifest.json"), JSON.stringify(manifest));
  const plan = join(directory, "plan.json");
  write(plan, JSON.stringify({ agents, harnesses, others: others(directory) }));
  const script = join(import.meta.dirname, "../home-files.mjs");
  const home = join(directory, "home");
  const { status, stderr } = spawnSync(process.execPath, [script, plan, home], { encoding: "utf8" });
  return { status, stderr, home, agents };
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("a whole file becomes a link of its own in a real directory", (t) => {
  const { home, agents } = layOut(t, {});
  assert.ok(lstatSync(join(home, ".claude/agents")).isDirectory());
  assert.equal(readlinkSync(join(home, ".claude/agents/chiron.md")), join(agents, "claude-code/agents/chiron.md"));
});

test("a skill becomes one link to its folder", (t) => {
  const { home, agents } = layOut(t, {});
  assert.ok(lstatSync(join(home, ".claude/skills")).isDirectory());
  assert.equal(readlinkSync(join(home, ".claude/skills/git-master")), join(agents, "claude-code/skills/git-master"));
});

test("a shared file is never linked", (t) => {
  const { home } = layOut(t, {});
  assert.deepEqual(readdirSync(join(home, ".claude")).sort(), ["agents", "skills"]);
});

test("a directory that the harness wants as one becomes one link, where it wants it", (t) => {
  const tree = {
    "codex/surcingle/roles/a.toml": "whole",
    "codex/surcingle/a.json": "whole",
    "codex/agents/b.toml": "whole",
    "codex/a.config.toml": "whole",
  };
  const folders = { surcingle: "surcingle", agents: "agents/surcingle" };
  const { home, agents } = layOut(t, { tree, harnesses: { codex: { ...codex, folders } } });
  assert.equal(readlinkSync(join(home, ".codex/surcingle")), join(agents, "codex/surcingle"));
  assert.ok(lstatSync(join(home, ".codex/agents")).isDirectory());
  assert.equal(readlinkSync(join(home, ".codex/agents/surcingle")), join(agents, "codex/agents"));
  assert.equal(readlinkSync(join(home, ".codex/a.config.toml")), join(agents, "codex/a.config.toml"));
});

test("skills outside the root of their harness go to the home itself", (t) => {
  const tree = { "codex/.agents/skills/git-master/SKILL.md": "whole", "codex/chiron.config.toml": "whole" };
  const { home, agents } = layOut(t, { tree, harnesses: { codex } });
  assert.equal(readlinkSync(join(home, ".agents/skills/git-master")), join(agents, "codex/.agents/skills/git-master"));
  assert.deepEqual(readdirSync(join(home, ".codex")), ["chiron.config.toml"]);
});

test("commands are linked in the form their harness has for them", (t) => {
  const opencode = { root: ".config/opencode", skills: ".config/opencode/skills" };
  const tree = {
    "opencode/commands/review.md": "whole",
    "codex/.agents/skills/review/SKILL.md": "whole",
    "codex/.agents/skills/review/agents/openai.yaml": "whole",
  };
  const { home, agents } = layOut(t, { tree, harnesses: { opencode, codex } });
  const command = join(home, ".config/opencode/commands/review.md");
  assert.equal(readlinkSync(command), join(agents, "opencode/commands/review.md"));
  assert.equal(readlinkSync(join(home, ".agents/skills/review")), join(agents, "codex/.agents/skills/review"));
});

test("the directories exist when there is nothing to link", (t) => {
  const { home } = layOut(t, { tree: {}, harnesses: { codex } });
  assert.deepEqual(readdirSync(join(home, ".codex")), []);
  assert.deepEqual(readdirSync(join(home, ".agents/skills")), []);
});

test("a file the manifest does not know is refused", (t) => {
  const { status, stderr } = layOut(t, { listed: { "claude-code/agents/chiron.md": "whole" } });
  assert.equal(status, 1);
  assert.match(stderr, /claude-code\/settings\.json is not in manifest\.json/);
});

test("a file that was not written is refused", (t) => {
  const { status, stderr } = layOut(t, { tree: {}, listed: files });
  assert.equal(status, 1);
  assert.match(stderr, /claude-code\/agents\/chiron\.md was not written/);
});

const clashes = [
  ["the same file", { target: ".claude/agents/chiron.md", recursive: false }],
  ["a link in place of our directory", { target: ".claude/agents", recursive: false }],
  ["a file inside our skill folder", { target: ".claude/skills/git-master/SKILL.md", recursive: false }],
];
for (const [what, other] of clashes) {
  test(`${what} from another module is refused by name`, (t) => {
    const { status, stderr } = layOut(t, { others: () => [other] });
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`also set by home.file \\(target ${other.target.replaceAll(".", "\\.")}\\)`));
  });
}

test("a directory of another module is refused if it contains a generated file", (t) => {
  const others = (directory) => {
    write(join(directory, "theirs/chiron.md"), "theirs");
    return [{ target: ".claude/agents", recursive: true, source: join(directory, "theirs") }];
  };
  assert.equal(layOut(t, { others }).status, 1);
});

test("files of other modules beside ours are welcome", (t) => {
  const others = (directory) => {
    write(join(directory, "theirs/reviewer.md"), "theirs");
    return [
      { target: ".claude/agents", recursive: true, source: join(directory, "theirs") },
      { target: ".claude/settings.json", recursive: false },
      { target: ".claude/skills/other", recursive: false },
    ];
  };
  assert.equal(layOut(t, { others }).status, 0);
});
