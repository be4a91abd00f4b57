import assert from "node:assert/strict";
import fs, { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { caseNames, casesDirectory } from "../../test/support/golden.ts";
import { agentFiles, type Files, makeRoots, skillFiles } from "../../test/support/make-root.ts";
import { makeRandom } from "../../test/support/random.ts";
import { outputContent, renderRoots, rootsOf } from "../../test/support/render-case.ts";
import { skillChecks } from "../cli/outputs.ts";
import type { Generated } from "./generate.ts";

const makeRoot = makeRoots("generate");

/** Every file with its bytes and mode, in the order it was rendered; and all messages. */
async function renderedText(roots: readonly string[]): Promise<{ files: string[]; generated: Generated }> {
  const generated = await renderRoots(roots);
  const files = (generated.result?.rendered ?? []).flatMap(({ harness, files }) =>
    files.map((file) => {
      const runs = file.kind === "whole" && file.executable === true ? "x" : "-";
      const content = Buffer.from(outputContent(file) as string).toString("latin1");
      return `${harness.id}/${file.path} ${runs} ${file.from.join(",")}\n${content}`;
    }),
  );
  return { files, generated };
}

const codesOf = ({ diagnostics }: Generated): string[] =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);

/** The same tree, with its files created in another order. */
function copyShuffled(root: string, seed: number): string {
  const { int } = makeRandom(seed);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  const keyed = paths.sort().map((path) => ({ path, key: int(1_000_000) }));
  keyed.sort((a, b) => a.key - b.key);
  const copy = makeRoot({});
  for (const { path } of keyed) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  return copy;
}

test("the order in which files were created does not matter", async () => {
  const root = join(casesDirectory, "sample-agent");
  const want = await renderedText([root]);
  assert.ok(want.files.length > 10);
  for (const seed of [1, 2, 3]) {
    const copy = await renderedText([copyShuffled(root, seed)]);
    assert.deepEqual(copy.files, want.files);
    assert.equal(copy.generated.inputs, want.generated.inputs);
  }
});

test("the order in which the file system lists files does not matter", async () => {
  const names = ["b", "a", "c.txt", "B", "\u00e4", "a-b", "9", "10"];
  const many = makeRoot(Object.assign(skillFiles("s"), ...names.map((name) => ({ [`skills/s/${name}`]: name }))));
  const roots = [[many], ...caseNames.map((name) => rootsOf(join(casesDirectory, name)))];
  const renderAll = async (): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const each of roots) {
      const { files, generated } = await renderedText(each);
      all.push([files, generated.inputs, generated.diagnostics.map(({ message }) => message)]);
    }
    return all;
  };
  const want = await renderAll();
  const real = fs.readdirSync;
  let calls = 0;
  const shuffled = (...given: unknown[]): unknown => {
    const { int } = makeRandom(++calls);
    const keyed = (real as (...args: unknown[]) => unknown[])(...given).map((entry) => ({
      entry,
      key: int(1_000_000),
    }));
    return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
  };
  fs.readdirSync = shuffled as typeof fs.readdirSync;
  syncBuiltinESMExports();
  try {
    assert.deepEqual(await renderAll(), want);
  } finally {
    fs.readdirSync = real;
    syncBuiltinESMExports();
  }
  assert.ok(calls > caseNames.length, "the listing was really shuffled");
});

test("the output contains nothing specific to the machine, and no file is rendered twice", async () => {
  for (const name of caseNames) {
    const roots = rootsOf(copyShuffled(join(casesDirectory, name), 1));
    const { files } = await renderedText(roots);
    const ours = files.filter((file) => !/\.(?:mjs|js) /.test(file.split("\n")[0]!));
    for (const file of ours) {
      for (const word of [...roots, `${homedir()}/`, process.cwd()])
        assert.ok(!file.includes(word), `${word} in ${file.slice(0, 100)}`);
    }
    const paths = files.map((file) => file.split(" ")[0]);
    assert.deepEqual([...new Set(paths)], paths, name);
  }
});

test("the prompt comes first, byte for byte, and alone when there is nothing else", async () => {
  const odd = "\n\n  ---\nname: x\n---\n{{ $ARGUMENTS }}\t\u{1f916} no line break at the end";
  const root = makeRoot({ ...agentFiles("a"), "agents/a/system-prompt.md": odd });
  const { generated } = await renderedText([root]);
  for (const { harness, files } of generated.result?.rendered ?? []) {
    const page = files.find(({ path }) => /^agents\/a(?:\.agent)?\.md$/.test(path));
    if (page) assert.ok(page.kind === "whole" && String(page.content).endsWith(`\n---\n${odd}`), harness.id);
  }
});

const bytes = (files: readonly string[], path: string): string | undefined =>
  files.find((file) => file.startsWith(`${path} `));

test("a later root replaces whole definitions, and that is listed", async () => {
  const first = makeRoot({
    ...agentFiles("shared", '[permissions.bash]\nintent = "deny"\n', 'tags = ["old"]\nrules = ["style"]\n'),
    ...agentFiles("own", undefined, 'rules = ["style", "only-later"]\ncontext = ["../../context/who.md"]\n'),
    ...skillFiles("greet", "Old.\n"),
    "skills/greet/old.txt": "old",
    "rules/style.md": "old style",
    "context/who.md": "old who",
  });
  const second = makeRoot({
    ...agentFiles("shared"),
    ...agentFiles("another"),
    ...skillFiles("greet", "New.\n"),
    "rules/style.md": "new style",
    "rules/only-later.md": "later",
  });
  const third = makeRoot({ "context/who.md": "new who" });
  const { files, generated } = await renderedText([first, second, third]);
  assert.deepEqual(codesOf(generated), []);
  assert.deepEqual(generated.result?.model.replaced, [
    { kind: "agent", name: "shared", root: 0, by: 1 },
    { kind: "context", name: "context/who.md", root: 0, by: 2 },
    { kind: "rule", name: "style", root: 0, by: 1 },
    { kind: "skill", name: "greet", root: 0, by: 1 },
  ]);
  assert.deepEqual(
    generated.result.model.agents.map(({ name }) => name),
    ["another", "own", "shared"],
  );
  const own = bytes(files, "opencode/agents/own.md");
  for (const text of ["new style", "later", "new who"]) assert.ok(own?.includes(text), text);
  assert.ok(!own?.includes("old"), "an agent of the first root sees the rules of a later one");
  const shared = generated.result?.model.agents.find(({ name }) => name === "shared");
  assert.deepEqual([shared?.tags, shared?.rules, shared?.policy?.otherwise.bash], [[], [], "ask"]);
  assert.ok(files.some((file) => file.startsWith("opencode/skills/greet/SKILL.md ") && file.includes("New.")));
  assert.ok(!files.some((file) => file.includes("skills/greet/old.txt")), "no file of the replaced skill is left");
});

test("three layers of one name are listed one by one, and the order of roots decides", async () => {
  const roots = ["one", "two", "three"].map((text) =>
    makeRoot({ ...agentFiles("a"), "agents/a/system-prompt.md": text }),
  );
  const { generated } = await renderedText(roots);
  assert.equal(generated.result?.model.agents[0]?.prompt.text, "three");
  assert.deepEqual(
    generated.result.model.replaced.map(({ root, by }) => [root, by]),
    [
      [0, 1],
      [1, 2],
    ],
  );
  const turned = await renderedText([...roots].reverse());
  assert.equal(turned.generated.result?.model.agents[0]?.prompt.text, "one");
});

test("a duplicate name in one root is an error that names both files", async () => {
  const files: Files = {
    ...agentFiles("a"),
    "agents/b/agent.toml": 'name = "a"\ndescription = "Also a"\n',
    "agents/b/system-prompt.md": "x",
  };
  const { generated } = await renderedText([makeRoot(files)]);
  assert.equal(generated.result, undefined);
  const found = generated.diagnostics.find(({ code }) => code === "duplicate-name");
  assert.equal(found?.span.file.path, "agents/b/agent.toml");
  assert.match(found?.hint ?? "", /agents\/a\/agent\.toml:1:8/);
  const layered = await renderedText([makeRoot(agentFiles("x")), makeRoot(files)]);
  assert.deepEqual(codesOf(layered.generated), ["duplicate-name"]);
});

test("with several roots, messages name the root", async () => {
  const [good, bad] = [makeRoot(agentFiles("a")), makeRoot({ ...agentFiles("b", "oops\n") })];
  const { generated } = await renderedText([good, bad]);
  assert.equal(
    generated.diagnostics.find(({ code }) => code === "bad-toml")?.span.file.label,
    `${bad}/agents/b/agent.toml`,
  );
});

test("the digest changes with every relevant input, and with nothing else", async () => {
  const files = {
    ...agentFiles("a", undefined, 'context = ["../../HANDBOOK.txt"]\n'),
    ...skillFiles("s"),
    "skills/s/run.sh": "x",
    "HANDBOOK.txt": "one",
  };
  const inputs = async (more: Files): Promise<string> => {
    const { generated } = await renderedText([makeRoot({ ...files, ...more })]);
    assert.deepEqual(codesOf(generated), []);
    return generated.inputs;
  };
  const first = await inputs({});
  assert.match(first, /^[0-9a-f]{64}$/);
  assert.equal(await inputs({}), first);
  assert.equal(await inputs({ "NOTES.md": "not read", "agents/a/notes.txt": "nor this" }), first);
  for (const more of [
    { "HANDBOOK.txt": "two" },
    { "skills/s/run.sh": "y" },
    { "agents/a/system-prompt.md": "x" },
    { "rules/unused.md": "x" },
    { "surcingle.toml": 'allow_tools = ["todowrite"]\n' },
  ])
    assert.notEqual(await inputs(more), first, JSON.stringify(more));
});

test("agents can have names that are special in JavaScript", async () => {
  const root = makeRoot({
    ...agentFiles("constructor"),
    ...agentFiles("b"),
    "surcingle.toml": '[models.opencode]\nb = "x/y"\n[models.pi]\nb = "x/y"\n[models.claude-code]\nb = "x"\n',
  });
  const { files, generated } = await renderedText([root]);
  assert.deepEqual(codesOf(generated), []);
  for (const file of files.filter((each) => each.includes("agents/constructor.md")))
    assert.doesNotMatch(file, /^model:/m);
});

test("a model name with spaces or line breaks is refused: it could add lines to the front matter", async () => {
  for (const model of ["x\\n---\\n", "x y", 'a\\"b', ""]) {
    const root = makeRoot({ ...agentFiles("a"), "surcingle.toml": `[models.pi]\na = "${model}"\n` });
    assert.deepEqual(codesOf((await renderedText([root])).generated), ["bad-settings"], model);
  }
});

test("settings that cannot be read are an error, wherever they come from", async () => {
  const root = makeRoot({
    ...agentFiles("a"),
    "good.json": '{"allow_tools": ["todowrite"]}',
    "bad.json": "{",
    "list.json": "[]",
    "bad.toml": "x = 1\n",
  });
  const { generate } = await import("./generate.ts");
  const { readAssets } = await import("../cli/assets.ts");
  const { harnesses } = await import("../harness/all.ts");
  const run = (settings: string) =>
    generate({
      roots: [root],
      settings,
      harnesses,
      context: { scope: "user", assets: readAssets() },
      version: "0",
      checks: skillChecks,
    });
  assert.deepEqual((await run(join(root, "good.json"))).result?.model.settings.allowTools, ["todowrite"]);
  for (const name of ["bad.json", "list.json", "bad.toml", "nowhere.toml", "."])
    assert.equal((await run(join(root, name))).result, undefined, name);
});

test("skills are copied completely, with their executable bits", async () => {
  const root = makeRoot({
    ...skillFiles("s"),
    "skills/s/scripts/run.sh": "#!/bin/sh\n",
    "skills/s/p.bin": Uint8Array.from([0, 255]),
  });
  fs.chmodSync(join(root, "skills/s/scripts/run.sh"), 0o755);
  const { files } = await renderedText([root]);
  for (const id of ["opencode", "claude-code", "pi"]) {
    assert.match(bytes(files, `${id}/skills/s/scripts/run.sh`) ?? "", / x /);
    assert.match(bytes(files, `${id}/skills/s/p.bin`) ?? "", /\n\0\u00ff$/);
  }
  assert.equal(
    readFileSync(join(root, "skills/s/SKILL.md"), "latin1"),
    bytes(files, "pi/skills/s/SKILL.md")?.split("\n").slice(1).join("\n"),
  );
});

test("a broken skill is reported once, and not again for the agent that uses it", async () => {
  const root = makeRoot({
    ...agentFiles("a", undefined, 'skills = ["s"]\n'),
    "skills/s/SKILL.md": "no front matter\n",
  });
  writeFileSync(join(root, "skills/s/notes.md"), "x");
  assert.deepEqual(codesOf((await renderedText([root])).generated), ["bad-frontmatter"]);
});

test("only the first hundred agents can be delegates, and the manifest says so", async () => {
  const names = Array.from({ length: 120 }, (_, i) => `a${String(i).padStart(3, "0")}`);
  const { generated } = await renderedText([makeRoot(Object.assign({}, ...names.map((name) => agentFiles(name))))]);
  const agents = generated.result?.model.agents ?? [];
  assert.deepEqual(agents.at(-1)?.policy?.delegates, names.slice(0, 100));
  const loss = generated.diagnostics.map((each) => each.loss).find((each) => each?.harness === "every harness");
  assert.equal(loss?.support, "narrowed");
  assert.equal(loss?.definition, "a000");
  assert.match(loss?.why ?? "", /only the first 100 of 120 agents/);
});

test("a root replaces shipped definitions by name; the others stay", async () => {
  const shipped = join(import.meta.dirname, "../..");
  const files = {
    ...agentFiles("a", "", 'role = "edit-shared"\n'),
    // Named like the main file of every capability; must not replace a shipped definition.
    "roles/capability.toml": '[role]\nname = "capability"\ndescription = "d"\n',
    "capabilities/quality/tests-green/capability.toml": readFileSync(
      join(shipped, "capabilities/quality/tests-green/capability.toml"),
      "utf8",
    ).replace("text.md", "other.md"),
    "capabilities/quality/tests-green/other.md": "OUR OWN WORDS\n",
  };
  const { files: rendered, generated } = await renderedText([makeRoot(files)]);
  assert.deepEqual(codesOf(generated), []);
  const page = rendered.find((text) => text.startsWith("claude-code/agents/a.md"))!;
  assert.match(page, /OUR OWN WORDS/);
  for (const name of ["quality/cargo-check-green", "policy/no-git-ops"]) {
    const [line = ""] = readFileSync(join(shipped, "capabilities", name, "text.md"), "utf8").split("\n");
    assert.ok(page.includes(line), name);
  }
  const own = readFileSync(join(shipped, "capabilities/quality/tests-green/text.md"), "utf8");
  assert.ok(!page.includes(own.trim()));
});
