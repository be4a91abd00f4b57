import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { makeScene, put } from "./scene.ts";

const from = mkdtempSync(join(tmpdir(), "surcingle-tree-"));
put(join(from, "agents/one.md"), "one");
put(join(from, "skills/two/SKILL.md"), "two");
put(join(from, "opencode.json"), "{}");
after(() => rmSync(from, { recursive: true }));

const tree = { from, to: ".config/x", without: ["opencode.json"] };
const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

test("a copied tree is made of real files, without those that belong to the client", () => {
  const scene = makeScene({ trees: [tree] });
  const root = join(scene.home, ".config/x");
  assert.deepEqual(readdirSync(root), ["agents", "skills"]);
  assert.equal(isLink(join(root, "agents/one.md")), false);
  scene.dispose();
});

test("a linked tree has linked files, linked skill folders, and linked directories on request", () => {
  const scene = makeScene({
    trees: [tree, { ...tree, to: ".y", folders: { agents: "agents/ours" } }],
    placing: "link",
  });
  const root = join(scene.home, ".config/x");
  assert.equal(isLink(join(root, "agents")), false);
  assert.equal(isLink(join(root, "agents/one.md")), true);
  assert.equal(isLink(join(root, "skills/two")), true);
  assert.equal(isLink(join(scene.home, ".y/agents")), false);
  assert.equal(isLink(join(scene.home, ".y/agents/ours")), true);
  assert.equal(readFileSync(join(root, "skills/two/SKILL.md"), "utf8"), "two");
  scene.dispose();
  assert.equal(existsSync(scene.root), false);
});

test("a reset project contains its own files and nothing else", () => {
  const scene = makeScene({ trees: [{ from, to: ".tool", under: "project" }], files: { "a.txt": "a" } });
  put(join(scene.project, "a.txt"), "changed");
  put(join(scene.project, "left/over.txt"), "b");
  scene.reset();
  assert.deepEqual(readdirSync(scene.project).sort(), [".git", ".tool", "a.txt"]);
  assert.equal(readFileSync(join(scene.project, "a.txt"), "utf8"), "a");
  scene.dispose();
});

test("the machine's own environment does not reach a client", () => {
  process.env.SURCINGLE_TEST_SECRET = "x";
  const scene = makeScene({ trees: [] });
  assert.equal(Object.hasOwn(scene.environment, "SURCINGLE_TEST_SECRET"), false);
  assert.equal(scene.environment.HOME, scene.home);
  scene.dispose();
});
