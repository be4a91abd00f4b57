/** Tests commands through the whole program: layers, conflicts, and what must never reach an output. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { generate } from "../src/build/generate.ts";
import { harnesses } from "../src/harness/all.ts";
import type { Harness, Scope } from "../src/harness/harness.ts";
import { colors, efforts, executions, invocations, tiers, visibilities } from "../src/model/command.ts";
import { agentFiles, type Files, makeRoots, skillFiles } from "./support/make-root.ts";
import { makeRandom, type Random } from "./support/random.ts";
import { outputContent } from "./support/render-case.ts";

const makeRoot = makeRoots("commands");
const all: readonly Harness[] = harnesses;

async function render(roots: readonly Files[], scope: Scope = "user", chosen: readonly Harness[] = all) {
  const context = { scope, assets: { pi: "", opencode: "" } };
  const options = { settings: undefined, harnesses: chosen, context, version: "0.0.0" };
  const { result, diagnostics } = await generate({ roots: roots.map(makeRoot), ...options });
  const outputs = result?.rendered.map(({ harness, files }) => ({
    id: harness.id as string,
    text: files.map((file) => `${file.path}\n${outputContent(file)}`).join("\n"),
    paths: files.map(({ path }) => path),
  }));
  return { result, diagnostics, outputs, codes: diagnostics.filter(({ loss }) => !loss).map(({ code }) => code) };
}

const command = (front: string, body = "Do it.\n"): string => `---\ndescription: Does it\n${front}---\n${body}`;

test("a command of a later root replaces one with the same name, with or without dots, and the manifest lists it", async () => {
  const company = {
    "commands/greet.md": command("", "Company.\n"),
    "extensions/e/extension.yml": "provides:\n  commands:\n    - {name: team.review, file: r.md}\n",
    "extensions/e/r.md": command("", "Company.\n"),
  };
  const own = { "commands/greet.md": command("", "Own.\n"), "commands/team-review.md": command("", "Own.\n") };
  const { result, outputs, codes } = await render([company, own]);
  assert.deepEqual(codes, []);
  assert.deepEqual(result?.model.replaced, [
    { kind: "command", name: "greet", root: 0, by: 1 },
    { kind: "command", name: "team-review", root: 0, by: 1 },
  ]);
  for (const { id, text } of outputs!) assert.doesNotMatch(text, /Company/, id);
});

test("a command of one root and a skill of another can clash", async () => {
  assert.deepEqual(
    (await render([{ "commands/x.md": command("") }, skillFiles("x")])).codes.filter((code) => code === "name-clash"),
    Array(3).fill("name-clash"),
  );
});

test("an agent and a command clash only where both become the same file", async () => {
  const files = (front: string): Files => ({ ...agentFiles("x"), "commands/x.md": command(front) });
  const others = all.filter(({ id }) => id !== "copilot");
  assert.deepEqual((await render([files("behavior: {execution: agent}\n")], "user", others)).codes, ["name-clash"]);
  assert.deepEqual((await render([files("")])).codes, ["name-clash"]);
  assert.deepEqual((await render([files("")], "user", others)).codes, []);
});

test("a root can consist of commands only", async () => {
  const { codes, outputs } = await render([{ "commands/x.md": command("") }]);
  assert.deepEqual(codes, []);
  assert.ok(outputs!.every(({ paths }) => paths.some((path) => path.includes("x"))));
});

/** Any behaviour, and a field with a word of its own for every harness. */
function someCommand({ pick, oneIn }: Random, ids: readonly string[]): string {
  const choices = {
    execution: executions,
    capability: tiers,
    effort: efforts,
    tools: ["none", "read-only", "write", "full", '"Read Bash(git *)"'],
    invocation: invocations,
    visibility: visibilities,
    color: colors,
  };
  const lines = Object.entries(choices).flatMap(([field, words]) =>
    oneIn(3) ? [] : [`  ${field}: ${pick<string>(words)}\n`],
  );
  const behavior = lines.length > 0 ? `behavior:\n${lines.join("")}` : "";
  const overrides = ids.map((id) => `  ${id}:\n    description: Only for ${id}-alone\n`);
  return command(`${behavior}agents:\n${overrides.join("")}`);
}

test("fields for one harness reach only that harness, and our vocabulary reaches none", async () => {
  const ids = all.map(({ id, alias }) => alias ?? id);
  for (let seed = 1; seed <= 60; seed++) {
    const random = makeRandom(seed);
    const { outputs, codes } = await render(
      [{ "commands/x.md": someCommand(random, ids) }],
      random.pick(["user", "project"]),
    );
    assert.deepEqual(codes, [], `seed ${seed}`);
    for (const { id, text, paths } of outputs!) {
      const own = all.find((harness) => harness.id === id)?.alias ?? id;
      const found = new Set([...text.matchAll(/Only for (\S+)-alone/g)].map(([, name]) => name));
      const isRendered = paths.some((path) => /(?:^|\/)x\b/.test(path));
      // A profile of Codex has no description.
      const isNamed = isRendered && !paths.includes("x.config.toml");
      assert.deepEqual([...found], isNamed ? [own] : [], `${id} with seed ${seed}`);
      assert.doesNotMatch(text, /^\s*"?(?:behavior|agents)"?:/m, `${id} with seed ${seed}`);
    }
  }
});
