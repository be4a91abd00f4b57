import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { snapshot } from "../../../test/write/snapshot.ts";
import { type BuildResult, buildTree, builtFrom } from "./build-tree.ts";
import type { HarnessOutput } from "./harness-output.ts";
import type { ManifestFacts } from "./manifest.ts";

const facts: ManifestFacts = {
  version: "0.1.0",
  scope: "user",
  inputs: "a".repeat(64),
  agents: 1,
  warnings: 0,
  losses: [],
  replaced: [],
  allowTools: [],
};

function outputs(prompt: string): HarnessOutput[] {
  return [
    {
      id: "opencode",
      root: ".config/opencode",
      directories: ["commands"],
      files: [
        { kind: "whole", path: "agents/chiron.md", content: prompt, from: ["agents/chiron/agent.toml"] },
        { kind: "whole", path: "skills/x/run.sh", content: "#!/bin/sh\n", executable: true, from: [] },
        { kind: "shared", path: "opencode.json", format: "json", keys: [["share", "disabled"]], from: [] },
      ],
    },
    { id: "pi", root: ".pi/agent", directories: [], files: [] },
  ];
}

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "surcingle-build-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const build = (prompt: string, out = "out"): Promise<BuildResult> =>
  buildTree({ out, cwd, outputs: outputs(prompt), facts: { ...facts, inputs: prompt } });

async function refusal(out = "out"): Promise<readonly string[]> {
  const before = snapshot(cwd);
  const result = await build("two\n", out);
  assert.equal(result.kind, "refused");
  assert.deepEqual(snapshot(cwd), before, "a refusal changes nothing");
  return result.problems.map(({ code, subject }) => `${code} ${subject}`);
}

test("a build writes all files, the empty directories and the manifest, and nothing else", async () => {
  assert.deepEqual(await build("one\n"), { kind: "written", kept: [] });
  assert.deepEqual(Object.keys(snapshot(cwd)), [
    "out/",
    "out/manifest.json",
    "out/opencode/",
    "out/opencode/agents/",
    "out/opencode/agents/chiron.md",
    "out/opencode/commands/",
    "out/opencode/opencode.json",
    "out/opencode/skills/",
    "out/opencode/skills/x/",
    "out/opencode/skills/x/run.sh",
    "out/pi/",
  ]);
  assert.equal(readFileSync(join(cwd, "out/opencode/opencode.json"), "utf8"), '{\n  "share": "disabled"\n}\n');
});

test("modes do not depend on the umask", async () => {
  const mask = process.umask(0o077);
  try {
    await build("one\n");
  } finally {
    process.umask(mask);
  }
  const mode = (path: string): string => (statSync(join(cwd, "out", path)).mode & 0o777).toString(8);
  assert.deepEqual(["opencode/agents/chiron.md", "opencode/skills/x/run.sh", "opencode/skills", ""].map(mode), [
    "644",
    "755",
    "755",
    "755",
  ]);
});

test("a second build without changes writes nothing", async () => {
  await build("one\n");
  const { ino, mtimeMs } = lstatSync(join(cwd, "out/opencode/agents/chiron.md"));
  const parent = lstatSync(cwd).mtimeMs;
  assert.equal((await build("one\n")).kind, "unchanged");
  const now = lstatSync(join(cwd, "out/opencode/agents/chiron.md"));
  assert.deepEqual([now.ino, now.mtimeMs, lstatSync(cwd).mtimeMs], [ino, mtimeMs, parent]);
});

test("a tree is recognized by its inputs only while it is unchanged", async () => {
  await build("one\n");
  assert.ok(builtFrom(join(cwd, "out"), "one\n"));
  assert.equal(builtFrom(join(cwd, "out"), "two\n"), undefined);
  writeFileSync(join(cwd, "out/opencode/agents/chiron.md"), "mine\n");
  assert.equal(builtFrom(join(cwd, "out"), "one\n"), undefined);
  assert.equal(builtFrom(join(cwd, "nowhere"), "one\n"), undefined);
});

test("a changed build replaces the old tree", async () => {
  await build("one\n");
  assert.deepEqual(await build("two\n"), { kind: "written", kept: [] });
  assert.equal(readFileSync(join(cwd, "out/opencode/agents/chiron.md"), "utf8"), "two\n");
  assert.deepEqual(readdirSync(cwd), ["out"]);
});

test("missing files and files without their executable bit are written again", async () => {
  await build("one\n");
  const whole = snapshot(cwd);
  for (const spoil of [
    () => unlinkSync(join(cwd, "out/opencode/agents/chiron.md")),
    () => rmSync(join(cwd, "out/pi"), { recursive: true }),
    () => chmodSync(join(cwd, "out/opencode/skills/x/run.sh"), 0o644),
  ]) {
    spoil();
    assert.equal((await build("one\n")).kind, "written");
    assert.deepEqual(snapshot(cwd), whole);
  }
});

test("an empty directory may be the output", async () => {
  mkdirSync(join(cwd, "out"));
  assert.equal((await build("one\n")).kind, "written");
});

test("missing parent directories are created", async () => {
  assert.equal((await build("one\n", "a/b/out")).kind, "written");
});

test("an output directory that cannot be read is an error that says why", async () => {
  writeFileSync(join(cwd, "file"), "");
  symlinkSync("loop", join(cwd, "loop"));
  for (const out of ["file/out", "loop/out"]) {
    assert.equal(builtFrom(join(cwd, out), "one\n"), undefined);
    const result = await build("one\n", out);
    assert.equal(result.kind, "refused");
    assert.deepEqual(
      result.problems.map(({ subject }) => subject),
      [out],
    );
  }
});

test("a foreign directory is refused, whatever its content", async () => {
  mkdirSync(join(cwd, "out/empty"), { recursive: true });
  assert.deepEqual(await refusal(), ["foreign-file out"]);
  writeFileSync(join(cwd, "out/thesis.txt"), "years of work");
  assert.deepEqual(await refusal(), ["foreign-file out"]);
  for (const text of [
    "{}",
    "not JSON",
    '{"schemas":{"manifest":2},"files":[]}',
    '{"schemas":{"manifest":1},"files":[]}',
  ]) {
    writeFileSync(join(cwd, "out/manifest.json"), text);
    assert.deepEqual(await refusal(), ["foreign-file out"]);
  }
});

test("a foreign file, an edited file and a link in our tree are refused by name, all at once", async () => {
  await build("one\n");
  writeFileSync(join(cwd, "out/opencode/agents/mine.md"), "mine");
  writeFileSync(join(cwd, "out/opencode/agents/chiron.md"), "edited");
  symlinkSync("/etc/passwd", join(cwd, "out/pi/link"));
  assert.deepEqual(await refusal(), [
    "foreign-file out/opencode/agents/mine.md",
    "foreign-file out/pi/link",
    "edited-file out/opencode/agents/chiron.md",
  ]);
});

test("one of our files replaced by a link to the same bytes is refused", async () => {
  await build("one\n");
  writeFileSync(join(cwd, "elsewhere.md"), "one\n");
  unlinkSync(join(cwd, "out/opencode/agents/chiron.md"));
  symlinkSync(join(cwd, "elsewhere.md"), join(cwd, "out/opencode/agents/chiron.md"));
  assert.deepEqual(await refusal(), ["foreign-file out/opencode/agents/chiron.md"]);
});

test("a file, a link and the current directory are not valid output directories", async () => {
  writeFileSync(join(cwd, "file"), "mine");
  mkdirSync(join(cwd, "elsewhere"));
  symlinkSync("elsewhere", join(cwd, "link"));
  symlinkSync("nowhere", join(cwd, "dangling"));
  for (const out of ["file", "link", "dangling", ".", "..", "/"]) {
    assert.deepEqual(await refusal(out), [`output-place ${out}`]);
  }
  assert.deepEqual(await refusal("file/out"), ["output-unwritable file/out"]);
});

test("while another run is active, the output is not touched and that run is named", async () => {
  await build("one\n");
  const work = join(cwd, `.out.surcingle.${process.ppid}.0123456789ab`);
  mkdirSync(work);
  assert.deepEqual(await refusal(), ["output-busy out"]);
});

test("leftovers of a dead run are removed, directories with similar names are not", async () => {
  mkdirSync(join(cwd, ".out.surcingle.999999999.0123456789ab/new"), { recursive: true });
  for (const name of [".out.surcingle.notes", ".out.surcingle.999999999.0123456789ab.bak", ".outer.surcingle.1.0"]) {
    mkdirSync(join(cwd, name));
  }
  assert.equal((await build("one\n")).kind, "written");
  assert.deepEqual(readdirSync(cwd), [
    ".out.surcingle.999999999.0123456789ab.bak",
    ".out.surcingle.notes",
    ".outer.surcingle.1.0",
    "out",
  ]);
});

test("a file added to the old tree of a dead run is kept and reported", async () => {
  await build("one\n");
  const work = ".out.surcingle.999999999.0123456789ab";
  mkdirSync(join(cwd, work, "old/pi"), { recursive: true });
  writeFileSync(join(cwd, work, "old/pi/mine.md"), "mine");
  assert.deepEqual(await build("two\n"), { kind: "written", kept: [`${work}/old/pi/mine.md`] });
  assert.ok(existsSync(join(cwd, work, "old/pi/mine.md")));
});

test("paths that are the same file on some systems are refused", async () => {
  const file = (path: string) => ({ kind: "whole", path, content: "", from: [] }) as const;
  for (const [first, second] of [
    ["a.md", "a.md"],
    ["A.md", "a.md"],
    ["A/x.md", "a/y.md"],
    ["a", "a/x.md"],
    ["a/x.md", "A"],
    ["\u00e9.md", "e\u0301.md"],
  ] as const) {
    const clashing = [{ id: "pi", root: ".pi", directories: [], files: [file(first), file(second)] }];
    const result = await buildTree({ out: "out", cwd, outputs: clashing, facts });
    assert.equal(result.kind === "refused" && result.problems[0]?.code, "output-clash", `${first} ${second}`);
  }
  assert.deepEqual(readdirSync(cwd), []);
});

test("a path outside the output throws, and nothing is written", async () => {
  for (const path of ["../x", "/x", "a/../../x", "a//b", "a\\b", "a\0b", ""]) {
    const leaving = [
      { id: "pi", root: ".pi", directories: [], files: [{ kind: "whole", path, content: "", from: [] }] },
    ];
    await assert.rejects(buildTree({ out: "out", cwd, outputs: leaving as HarnessOutput[], facts }), /not a plain/);
  }
  assert.deepEqual(readdirSync(cwd), []);
});
