/**
 * Tests that files are locked without their plugin if a client uses them, and not if they are built to be read, unless
 * settings say so.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { parse } from "yaml";
import type { CliCommand } from "../../src/cli/command.ts";
import { apply } from "../../src/cli/commands/apply/apply.ts";
import { build } from "../../src/cli/commands/build.ts";
import { splitFrontMatter } from "../../src/formats/markdown.ts";
import { runCommandIn } from "../support/run-command.ts";
import { snapshot } from "./snapshot.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "surcingle-for-use-"));
  for (const name of ["home", "company"]) mkdirSync(join(place, name));
  const governed = '\n[permissions.bash]\nintent = "ask"\nrules = ["git *:allow"]\n';
  for (const [name, rest] of Object.entries({ kept: governed, free: "" })) {
    put(`root/agents/${name}/agent.toml`, `name = "${name}"\ndescription = "Does ${name}"\n${rest}`);
    put(`root/agents/${name}/system-prompt.md`, "You do it.\n");
  }
  put(
    "root/commands/look.md",
    "---\ndescription: Looks\nbehavior:\n  execution: agent\n  tools: read-only\n---\nLook.\n",
  );
  put("company/rules/plain.md", "Be plain.\n");
});
afterEach(() => rmSync(place, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}

async function run(command: CliCommand, ...words: readonly string[]): Promise<void> {
  const roots = ["company", "root"].flatMap((root) => ["--root", join(place, root)]);
  const { code, err } = await runCommandIn(place, command, [...roots, "--harness", "opencode", "--quiet", ...words]);
  assert.equal(code, 0, err);
}

function permissionIn(path: string): Readonly<Record<string, unknown>> | undefined {
  const split = splitFrontMatter(readFileSync(join(place, path), "utf8"));
  assert.ok(split && split !== "open");
  return parse(split.yaml).permission;
}

/** Locked: every line denies, and the last one denies everything. */
function isClosed(permission: Readonly<Record<string, unknown>> | undefined): boolean {
  const lines = Object.entries(permission ?? {});
  if (!lines.every(([, verdict]) => verdict === "deny")) return false;
  assert.equal(lines.at(-1)?.[0], "***");
  return true;
}

const own = { build: "out/opencode", use: "out/opencode", home: "home/.config/opencode", project: "home/.opencode" };
const ways: Readonly<Record<keyof typeof own, (...words: readonly string[]) => Promise<void>>> = {
  build: (...words) => run(build, "--out", join(place, "out"), ...words),
  use: (...words) => run(build, "--out", join(place, "out"), "--for-use", ...words),
  home: (...words) => run(apply, "--to", join(place, "home"), ...words),
  project: (...words) => run(apply, "--to", join(place, "home"), "--scope", "project", ...words),
};
const names = Object.keys(own) as (keyof typeof own)[];
const byDefault = { build: false, use: true, home: true, project: true };

for (const name of names) {
  test(`${name}: by default governed agents are ${byDefault[name] ? "locked" : "not locked"} without the plugin`, async () => {
    await ways[name]();
    for (const agent of ["kept", "look"])
      assert.equal(isClosed(permissionIn(`${own[name]}/agents/${agent}.md`)), byDefault[name], agent);
    assert.equal(permissionIn(`${own[name]}/agents/free.md`), undefined);
    const plugin = readFileSync(join(place, own[name], "plugins/surcingle.js"), "utf8");
    assert.equal(/^const surcingleMaps = /m.test(plugin), byDefault[name]);
  });

  for (const value of [true, false]) {
    const toml = `[opencode]\nrequire_plugin = ${value}\n`;
    const opposite = `[opencode]\nrequire_plugin = ${!value}\n`;
    test(`${name}: \`require_plugin = ${value}\` wins, from any settings, and the later settings win`, async () => {
      const closed = (): boolean => isClosed(permissionIn(`${own[name]}/agents/kept.md`));
      put("company/surcingle.toml", toml);
      await ways[name]();
      assert.equal(closed(), value, "of a root");
      put("company/surcingle.toml", opposite);
      put("root/surcingle.toml", toml);
      await ways[name]();
      assert.equal(closed(), value, "of a later root");
      put("root/surcingle.toml", opposite);
      put("settings.json", JSON.stringify({ opencode: { require_plugin: value } }));
      await ways[name]("--settings", join(place, "settings.json"));
      assert.equal(closed(), value, "of the command line");
      put("root/surcingle.toml", toml);
      put("settings.json", JSON.stringify({ gate_command: "x", home: "/home/someone", opencode: {} }));
      await ways[name]("--settings", join(place, "settings.json"));
      assert.equal(closed(), value, "settings without it change nothing");
    });
  }
}

test("an output is rewritten when the other form is requested, even if no definition changed", async () => {
  await ways.build();
  const raw = snapshot(join(place, "out"));
  await ways.use();
  const closed = snapshot(join(place, "out"));
  assert.notDeepEqual(closed, raw);
  await ways.build();
  assert.deepEqual(snapshot(join(place, "out")), raw);
});

test("`build --for-use` writes the same files as `apply`", async () => {
  await ways.use();
  await ways.home();
  for (const path of [
    "agents/kept.md",
    "agents/look.md",
    "agents/free.md",
    "plugins/surcingle.js",
    "surcingle/kept.json",
  ])
    assert.equal(
      readFileSync(join(place, own.home, path), "utf8"),
      readFileSync(join(place, own.use, path), "utf8"),
      path,
    );
});

for (const name of ["home", "project"] as const) {
  test(`${name}: --with-shared merges locked permissions and keeps the user's own keys`, async () => {
    const path = `${own[name]}/opencode.json`;
    const theirs = { permission: { bash: "allow" }, agent: { mine: { permission: { bash: "allow" } } } };
    put(path, JSON.stringify(theirs));
    const read = () => JSON.parse(readFileSync(join(place, path), "utf8"));
    await ways[name]("--with-shared");
    for (const agent of ["kept", "look"]) {
      assert.ok(isClosed(read().agent[agent].permission), agent);
      assert.deepEqual(read().agent[agent].permission, permissionIn(`${own[name]}/agents/${agent}.md`));
    }
    assert.equal(read().agent.free.permission, undefined);
    assert.deepEqual(read().permission, theirs.permission);
    assert.deepEqual(read().agent.mine, theirs.agent.mine);
  });

  test(`${name}: previously merged maps are locked when the settings no longer want them`, async () => {
    put("root/surcingle.toml", "[opencode]\nrequire_plugin = false\n");
    await ways[name]("--with-shared");
    const path = join(place, own[name], "opencode.json");
    assert.equal(isClosed(JSON.parse(readFileSync(path, "utf8")).agent.kept.permission), false);
    rmSync(join(place, "root/surcingle.toml"));
    await ways[name]("--with-shared");
    assert.ok(isClosed(JSON.parse(readFileSync(path, "utf8")).agent.kept.permission));
  });
}
