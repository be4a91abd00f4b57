import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { kodePage } from "../../../test/support/kode-skill.ts";
import { type Files, makeRoots } from "../../../test/support/make-root.ts";
import { isProblem, type Problem } from "../../base/problem.ts";
import { installBundle } from "./install.ts";
import { type Bundle, checkBundle, pathProblem, readSkillFolder } from "./install-bundle.ts";

const makeRoot = makeRoots("install");
const good: Files = {
  "SKILL.md": kodePage("demo"),
  "scripts/run.sh": "#!/bin/sh\n",
  "data/a/b.bin": new Uint8Array([0, 255]),
};

function sourceOf(files: Files = good, slug = "demo"): string {
  const root = makeRoot(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${slug}/${path}`, text])));
  return join(root, slug);
}

async function bundleOf(files: Files = good): Promise<Bundle> {
  const bundle = await readSkillFolder(sourceOf(files), "./demo");
  if (isProblem(bundle)) assert.fail(bundle.message);
  return bundle;
}

async function install(bundle: Bundle, home: string, isForced = false) {
  return installBundle({ bundle, home, isForced, uninterrupted: async (step) => step() });
}

async function refused(path: string): Promise<Problem> {
  const result = await readSkillFolder(path, "./demo");
  return isProblem(result) ? result : assert.fail("it was not refused");
}

const listed = (home: string): string[] =>
  readdirSync(join(home, ".kode/skills"), { recursive: true, encoding: "utf8" }).sort();

test("a folder is installed completely, with executable bits and plain modes", async () => {
  const source = sourceOf();
  chmodSync(join(source, "scripts/run.sh"), 0o700);
  chmodSync(join(source, "SKILL.md"), 0o600);
  const home = makeRoot({});
  const mask = process.umask(0o077);
  const bundle = await readSkillFolder(source, "./demo");
  assert.ok(!isProblem(bundle));
  const result = await install(bundle, home);
  process.umask(mask);
  assert.deepEqual(result, { path: join(home, ".kode/skills/demo"), isReplaced: false });
  assert.deepEqual(listed(home), [
    "demo",
    "demo/SKILL.md",
    "demo/data",
    "demo/data/a",
    "demo/data/a/b.bin",
    "demo/scripts",
    "demo/scripts/run.sh",
  ]);
  const mode = (path: string): number => statSync(join(home, ".kode/skills/demo", path)).mode & 0o777;
  assert.deepEqual(["", "scripts", "SKILL.md", "scripts/run.sh"].map(mode), [0o755, 0o755, 0o644, 0o755]);
  assert.deepEqual([...readFileSync(join(home, ".kode/skills/demo/data/a/b.bin"))], [0, 255]);
});

test("nothing is overwritten without --force, and with it the whole folder is replaced", async () => {
  const home = makeRoot({ ".kode/skills/demo/SKILL.md": "mine", ".kode/skills/demo/extra.txt": "mine" });
  const first = await install(await bundleOf(), home);
  assert.ok(isProblem(first) && first.code === "skill-exists");
  assert.deepEqual(listed(home), ["demo", "demo/SKILL.md", "demo/extra.txt"]);
  const second = await install(await bundleOf({ "SKILL.md": kodePage("demo") }), home, true);
  assert.deepEqual(second, { path: join(home, ".kode/skills/demo"), isReplaced: true });
  assert.deepEqual(listed(home), ["demo", "demo/SKILL.md"]);
});

test("an empty folder of the same name is in the way too", async () => {
  const home = makeRoot({ ".kode/skills/x": "" });
  mkdirSync(join(home, ".kode/skills/demo"));
  const result = await install(await bundleOf(), home);
  assert.ok(isProblem(result) && result.code === "skill-exists");
});

test("a link or a file in the way is refused even with --force", async () => {
  for (const make of [(path: string) => symlinkSync("/etc", path), (path: string) => writeFileSync(path, "mine")]) {
    const home = makeRoot({ ".kode/skills/x": "" });
    make(join(home, ".kode/skills/demo"));
    const result = await install(await bundleOf(), home, true);
    assert.ok(isProblem(result) && result.code === "skill-exists");
    assert.ok(!lstatSync(join(home, ".kode/skills/demo")).isDirectory());
  }
});

test("nothing is written through a linked parent directory", async () => {
  for (const link of [".kode", ".kode/skills"]) {
    const home = makeRoot({ "elsewhere/x": "" });
    if (link.includes("/")) mkdirSync(join(home, ".kode"));
    symlinkSync(join(home, "elsewhere"), join(home, link));
    const result = await install(await bundleOf(), home);
    assert.ok(isProblem(result) && result.code === "skill-unwritable", link);
    assert.deepEqual(readdirSync(join(home, "elsewhere")), ["x"]);
  }
});

test("a step that fails leaves the old skill as it was and nothing beside it", async () => {
  const home = makeRoot({ ".kode/skills/demo/SKILL.md": "old" });
  const failing = (): never => {
    throw Object.assign(new Error("no space"), { code: "ENOSPC", syscall: "rename" });
  };
  const bundle = await bundleOf();
  const result = await installBundle({ bundle, home, isForced: true, uninterrupted: async () => failing() });
  assert.ok(isProblem(result) && result.code === "skill-unwritable");
  assert.match(result.message, /the disk is full/);
  assert.deepEqual(listed(home), ["demo", "demo/SKILL.md"]);
});

test("a home that is missing or not a directory is reported", async () => {
  const root = makeRoot({ file: "mine" });
  for (const [home, why] of [
    [join(root, "nowhere"), "the home directory does not exist"],
    [join(root, "file"), "part of the path is not a directory"],
  ] as const) {
    const result = await install(await bundleOf(), home);
    assert.ok(isProblem(result) && result.code === "skill-unwritable");
    assert.equal(result.message, `cannot write \`${join(home, ".kode/skills/demo")}\`: ${why}`);
    assert.match(result.hint ?? "", /^check the path\b.*; nothing was changed$/);
  }
});

test("after a killed run, the old skill is restored and the temporary folder removed", async () => {
  const work = ".kode/skills/.demo.surcingle.999999999.0123456789ab";
  const home = makeRoot({
    [`${work}/old/SKILL.md`]: "old",
    [`${work}/new/SKILL.md`]: "new",
    ".kode/skills/.demo.surcingle.notes": "mine",
  });
  const result = await install(await bundleOf(), home);
  assert.ok(isProblem(result) && result.code === "skill-exists", "the old one is back, so it is in the way");
  assert.equal(readFileSync(join(home, ".kode/skills/demo/SKILL.md"), "utf8"), "old");
  assert.deepEqual(readdirSync(join(home, ".kode/skills")).sort(), [".demo.surcingle.notes", "demo"]);
});

test("a link anywhere in the folder is refused, wherever it points to", async () => {
  for (const [target, path] of [
    ["/etc/passwd", "secret"],
    ["SKILL.md", "inside.md"],
    ["..", "scripts/up"],
    ["nowhere", "dangling"],
  ] as const) {
    const source = sourceOf();
    symlinkSync(target, join(source, path));
    const { code, message } = await refused(source);
    assert.equal(code, "skill-unsafe");
    assert.ok(message.includes(`\`${path}\` is a link`), message);
  }
});

test("a pipe is refused and not waited for", async () => {
  const source = sourceOf();
  execFileSync("mkfifo", [join(source, "pipe")]);
  assert.match((await refused(source)).message, /`pipe` is not a regular file/);
});

test("more than 10 MB or 1,000 files are refused", async () => {
  assert.equal((await refused(sourceOf({ ...good, big: Buffer.alloc(10 * 1024 * 1024) }))).code, "skill-too-large");
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f/${i}`, ""]));
  assert.equal((await refused(sourceOf({ ...good, ...many }))).code, "skill-too-large");
  const deep = `${"d/".repeat(20)}x`;
  assert.equal((await refused(sourceOf({ ...good, [deep]: "" }))).code, "skill-too-large");
});

test("files of git and editors are not installed", async () => {
  const { files } = await bundleOf({ "SKILL.md": kodePage("demo"), ".git/config": "x", "a/.DS_Store": "x" });
  assert.deepEqual(
    files.map(({ path }) => path),
    ["SKILL.md"],
  );
});

test("a folder that is not a valid skill is refused with its first mistake", async () => {
  for (const [files, want] of [
    [{ "README.md": "x" }, /it has no SKILL.md/],
    [{ "SKILL.md": "" }, /the file is empty/],
    [{ "SKILL.md": kodePage("other") }, /`other` is in the directory `demo`/],
    [{ "SKILL.md": "---\nname: demo\ndescription: x\n---\n" }, /`version` is missing/],
  ] as const) {
    const { code, message } = await refused(sourceOf(files));
    assert.equal(code, "skill-broken");
    assert.match(message, want);
  }
  assert.match((await refused(join(makeRoot({}), "nowhere"))).message, /it does not exist/);
});

test("the SKILL.md may be named instead of its folder, and the folder may be reached through a link", async () => {
  const source = sourceOf();
  const link = join(makeRoot({}), "link");
  symlinkSync(source, link);
  for (const path of [join(source, "SKILL.md"), link, `${source}/`]) {
    const bundle = await readSkillFolder(path, path);
    assert.ok(!isProblem(bundle) && bundle.slug === "demo", path);
  }
});

for (const path of [
  "",
  "/etc/passwd",
  "../x",
  "a/../../x",
  "a/..",
  "./x",
  "a//b",
  "a/",
  "C:/x",
  "a\\b",
  "a\nb",
  "a\0b",
  "x".repeat(400),
  "a/".repeat(20),
]) {
  test(`the path ${JSON.stringify(path.slice(0, 20))} never leaves its folder: it is refused`, () => {
    assert.equal(typeof pathProblem(path), "string");
  });
}

test("paths that become one file on some systems are refused", async () => {
  const file = (path: string) => ({ path, content: Buffer.from(kodePage("demo")), executable: false });
  for (const paths of [
    ["SKILL.md", "skill.MD"],
    ["a", "a/b"],
    ["a/b", "A"],
    ["caf\u00e9", "cafe\u0301"],
    ["x", "x"],
  ]) {
    const result = await checkBundle("demo", "demo", paths.map(file));
    assert.ok(isProblem(result) && result.code === "skill-unsafe", paths.join(" "));
  }
});
