import assert from "node:assert/strict";
import { chmodSync, lstatSync, mkdirSync, renameSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shared, state, useHome, wholeFile } from "../../../test/write/home.ts";
import { snapshot } from "../../../test/write/snapshot.ts";
import { apply, previewApply, removeApplied } from "./apply.ts";

const home = useHome();
const { put, read, request, done, refusal } = home;

const one = [wholeFile("agents/chiron.md", "one\n"), wholeFile("skills/x/run.sh", "#!/bin/sh\n", true)];
const two = [wholeFile("agents/chiron.md", "two\n"), wholeFile("agents/new.md", "new\n")];

test("files are written where the harness reads them, and are recorded", () => {
  assert.deepEqual(done(apply(request(one))), [
    "write .config/opencode/agents/chiron.md",
    "write .config/opencode/skills/x/run.sh",
  ]);
  assert.equal(read(".config/opencode/agents/chiron.md"), "one\n");
  assert.equal(statSync(join(home.path, ".config/opencode/skills/x/run.sh")).mode & 0o777, 0o755);
  const files = Object.keys(snapshot(home.path)).filter((path) => !path.endsWith("/"));
  assert.deepEqual(files, [".config/opencode/agents/chiron.md", ".config/opencode/skills/x/run.sh", state]);
});

test("a second apply changes nothing", () => {
  apply(request(one));
  const before = lstatSync(join(home.path, state));
  assert.deepEqual(done(apply(request(one))), []);
  const after = lstatSync(join(home.path, state));
  assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
});

test("changed files are replaced; files no longer produced and their directories are removed", () => {
  put(".config/opencode/agents/mine.md", "mine");
  apply(request(one));
  assert.deepEqual(done(apply(request(two))), [
    "write .config/opencode/agents/chiron.md",
    "write .config/opencode/agents/new.md",
    "remove .config/opencode/skills/x/run.sh",
  ]);
  assert.deepEqual(
    Object.keys(snapshot(home.path)).filter((path) => path.startsWith(".config/")),
    [
      ".config/",
      ".config/opencode/",
      ".config/opencode/agents/",
      ".config/opencode/agents/chiron.md",
      ".config/opencode/agents/mine.md",
      ".config/opencode/agents/new.md",
    ],
  );
  assert.equal(read(".config/opencode/agents/mine.md"), "mine");
});

test("a directory that contains other files stays", () => {
  apply(request(one));
  put(".config/opencode/skills/x/notes.md", "mine");
  apply(request(two));
  assert.equal(read(".config/opencode/skills/x/notes.md"), "mine");
});

test("a directory that existed before stays, even if it becomes empty", () => {
  mkdirSync(join(home.path, ".config/opencode/skills/x"), { recursive: true });
  apply(request(one));
  apply(request(two));
  assert.ok(statSync(join(home.path, ".config/opencode/skills/x")).isDirectory());
});

test("a foreign file is refused by name, and nothing is written", () => {
  put(".config/opencode/agents/chiron.md", "my own agent");
  put(".config/opencode/skills/x/run.sh", "my own script");
  assert.deepEqual(refusal(one), [
    "foreign-file .config/opencode/agents/chiron.md",
    "foreign-file .config/opencode/skills/x/run.sh",
  ]);
});

test("an edited file is refused by name, whether it would be replaced or removed", () => {
  apply(request(one));
  put(".config/opencode/agents/chiron.md", "edited");
  put(".config/opencode/skills/x/run.sh", "edited");
  assert.deepEqual(refusal(two), [
    "edited-file .config/opencode/agents/chiron.md",
    "edited-file .config/opencode/skills/x/run.sh",
  ]);
});

test("a file with the same content is adopted", () => {
  put(".config/opencode/agents/chiron.md", "one\n");
  assert.deepEqual(done(apply(request(one))), [
    "adopt .config/opencode/agents/chiron.md",
    "write .config/opencode/skills/x/run.sh",
  ]);
  assert.deepEqual(done(apply(request(two)))[0], "write .config/opencode/agents/chiron.md");
});

test("a deleted generated file is restored, unless it is no longer produced", () => {
  apply(request(one));
  unlinkSync(join(home.path, ".config/opencode/agents/chiron.md"));
  unlinkSync(join(home.path, ".config/opencode/skills/x/run.sh"));
  assert.deepEqual(done(apply(request(two))), [
    "write .config/opencode/agents/chiron.md",
    "write .config/opencode/agents/new.md",
  ]);
});

test("a lost executable bit is restored", () => {
  apply(request(one));
  chmodSync(join(home.path, ".config/opencode/skills/x/run.sh"), 0o644);
  assert.deepEqual(done(apply(request(one))), ["write .config/opencode/skills/x/run.sh"]);
  assert.equal(statSync(join(home.path, ".config/opencode/skills/x/run.sh")).mode & 0o777, 0o755);
});

test("a link in place of a file is refused, even to the same content", () => {
  put("store/chiron.md", "one\n");
  mkdirSync(join(home.path, ".config/opencode/agents"), { recursive: true });
  symlinkSync(join(home.path, "store/chiron.md"), join(home.path, ".config/opencode/agents/chiron.md"));
  assert.deepEqual(refusal(one), ["behind-link .config/opencode/agents/chiron.md"]);
});

test("nothing is written or removed through a linked parent directory", () => {
  apply(request(one));
  renameSync(join(home.path, ".config/opencode"), join(home.path, "elsewhere"));
  symlinkSync("../elsewhere", join(home.path, ".config/opencode"));
  assert.deepEqual(refusal(two), [
    "behind-link .config/opencode/agents/chiron.md",
    "behind-link .config/opencode/agents/new.md",
  ]);
});

test("a directory in place of a file, or a file in place of a directory, is refused", () => {
  mkdirSync(join(home.path, ".config/opencode/agents/chiron.md"), { recursive: true });
  put(".config/opencode/skills", "a file");
  assert.deepEqual(refusal(one), [
    "foreign-file .config/opencode/agents/chiron.md",
    "foreign-file .config/opencode/skills/x/run.sh",
  ]);
});

test("the record is never written through a link, and an unreadable one is not overwritten", () => {
  mkdirSync(join(home.path, "elsewhere"));
  symlinkSync("elsewhere", join(home.path, ".local"));
  assert.deepEqual(refusal(one), ["behind-link .local"]);
  unlinkSync(join(home.path, ".local"));
  put(state, '{"applied": 2}');
  assert.deepEqual(refusal(one), [`foreign-file ${state}`]);
});

test("files of a run behind a linked record directory stay there", () => {
  mkdirSync(join(home.path, "elsewhere/state/surcingle/.apply.surcingle.999999999.0123456789ab"), { recursive: true });
  symlinkSync("elsewhere", join(home.path, ".local"));
  assert.deepEqual(refusal(one), ["behind-link .local"]);
});

test("a home that does not exist is not created", () => {
  const result = apply(request(one, { to: join(home.path, "nobody") }));
  assert.equal(result.kind === "refused" && result.problems[0]?.code, "output-place");
  assert.deepEqual(snapshot(home.path), {});
});

test("a preview reports the same as apply and changes nothing", () => {
  apply(request(one));
  const before = snapshot(home.path);
  const preview = done(previewApply(request(two)));
  assert.deepEqual(snapshot(home.path), before);
  assert.deepEqual(done(apply(request(two))), preview);
});

test("a run for some harnesses leaves the files of the others", () => {
  const pi = { id: "pi", root: ".pi/agent", directories: [], files: [wholeFile("SYSTEM.md", "be kind\n")] };
  const all = [...request(one).outputs, pi];
  apply(request(one, { outputs: all }));
  assert.deepEqual(done(apply(request(one, { outputs: [pi] }))), []);
  assert.deepEqual(done(apply(request(one, { outputs: all }))), []);
});

test("skills that a harness reads outside its root are written there", () => {
  const files = [wholeFile("agents/a.toml", "a\n"), wholeFile(".agents/skills/x/SKILL.md", "x\n")];
  const outputs = [{ id: "codex", root: ".codex", skills: ".agents/skills", directories: [], files }];
  assert.deepEqual(done(apply(request([], { outputs }))), [
    "write .codex/agents/a.toml",
    "write .agents/skills/x/SKILL.md",
  ]);
});

test("in a repository the record is next to the files", () => {
  apply(request(one, { scope: "project" }));
  assert.ok(statSync(join(home.path, ".surcingle/manifest.json")).isFile());
});

test("nothing is written while another run is active", () => {
  mkdirSync(join(home.path, `.local/state/surcingle/.apply.surcingle.${process.ppid}.0123456789ab`), {
    recursive: true,
  });
  assert.deepEqual(refusal(one), [`output-busy ${home.path}`]);
});

test("applying other roots keeps foreign files; applying the same roots removes their own", () => {
  const mine = [wholeFile("agents/mine.md", "mine\n")];
  assert.equal(apply(request(one, { roots: "/company" })).kind, "planned");
  const other = apply(request(mine, { roots: "/team" }));
  assert.deepEqual(done(other), ["write .config/opencode/agents/mine.md"]);
  assert.deepEqual(other.kind === "planned" && [...other.others], [["/company", 2]]);
  assert.equal(read(".config/opencode/agents/chiron.md"), "one\n");
  // A file that both produce belongs to the last one.
  assert.deepEqual(done(apply(request([...mine, ...one], { roots: "/team" }))), []);
  assert.deepEqual(done(apply(request([], { roots: "/company" }))), []);
  assert.deepEqual(done(apply(request(mine, { roots: "/team" }))), [
    "remove .config/opencode/agents/chiron.md",
    "remove .config/opencode/skills/x/run.sh",
  ]);
});

test("replace removes files of other roots, unless they were edited", () => {
  apply(request(one, { roots: "/company" }));
  put(".config/opencode/agents/chiron.md", "edited");
  assert.deepEqual(refusal([], { roots: "/team", replace: true }), ["edited-file .config/opencode/agents/chiron.md"]);
  put(".config/opencode/agents/chiron.md", "one\n");
  assert.deepEqual(done(apply(request([], { roots: "/team", replace: true }))), [
    "remove .config/opencode/agents/chiron.md",
    "remove .config/opencode/skills/x/run.sh",
  ]);
});

test("files recorded by an older version belong to the next apply", () => {
  apply(request(one));
  assert.deepEqual(done(apply(request([], { roots: "/team" }))), [
    "remove .config/opencode/agents/chiron.md",
    "remove .config/opencode/skills/x/run.sh",
  ]);
});

test("keys of two roots in a shared file are added and removed independently", () => {
  const path = ".config/opencode/opencode.json";
  put(path, '{\n  "theme": "dark"\n}\n');
  const both = { withShared: true } as const;
  const text = read(path);
  apply(request([shared({ agent: { a: "1", b: "1" } })], { ...both, roots: "/company" }));
  apply(request([shared({ agent: { b: "2", c: "2" } })], { ...both, roots: "/team" }));
  assert.deepEqual(JSON.parse(read(path)), { theme: "dark", agent: { a: "1", b: "2", c: "2" } });
  apply(request([], { ...both, roots: "/company" }));
  assert.deepEqual(JSON.parse(read(path)), { theme: "dark", agent: { b: "2", c: "2" } });
  apply(request([shared({ agent: { c: "2" } })], { ...both, roots: "/team" }));
  assert.deepEqual(JSON.parse(read(path)), { theme: "dark", agent: { c: "2" } });
  assert.equal(
    removeApplied({ to: home.path, cwd: "/", scope: "user", harnesses: ["opencode"] }, false).kind,
    "planned",
  );
  assert.equal(read(path), text);
});

test("adopt moves foreign and edited files to a backup with their mode, and replaces them", () => {
  put(".config/opencode/agents/chiron.md", "my own chiron");
  chmodSync(join(home.path, ".config/opencode/agents/chiron.md"), 0o600);
  assert.deepEqual(refusal(one), ["foreign-file .config/opencode/agents/chiron.md"]);
  apply(request(one, { adopt: "first" }));
  const backup = ".local/state/surcingle/backup/first/.config/opencode/agents/chiron.md";
  assert.equal(read(backup), "my own chiron");
  assert.equal(statSync(join(home.path, backup)).mode & 0o777, 0o600);
  assert.equal(read(".config/opencode/agents/chiron.md"), "one\n");
  put(".config/opencode/skills/x/run.sh", "edited");
  apply(request(two, { adopt: "second" }));
  assert.equal(read(".local/state/surcingle/backup/second/.config/opencode/skills/x/run.sh"), "edited");
  assert.equal(read(backup), "my own chiron");
});

test("a backup never overwrites another backup", () => {
  put(".config/opencode/agents/chiron.md", "my own chiron");
  put(".local/state/surcingle/backup/first/.config/opencode/agents/chiron.md", "older");
  assert.equal(refusal(one, { adopt: "first" }).length, 1);
  assert.equal(read(".local/state/surcingle/backup/first/.config/opencode/agents/chiron.md"), "older");
});

test("an optional file is skipped if the user has one, and the rest is written", () => {
  put(".config/opencode/AGENTS.md", "mine");
  const files = [...one, { ...wholeFile("AGENTS.md", "ours\n"), isOptional: true } as const];
  assert.ok(done(apply(request(files))).includes("leave .config/opencode/AGENTS.md"));
  assert.equal(read(".config/opencode/AGENTS.md"), "mine");
  assert.deepEqual(done(apply(request(files))), ["leave .config/opencode/AGENTS.md"]);
  apply(request(files, { adopt: "first" }));
  assert.equal(read(".config/opencode/AGENTS.md"), "mine", "it conflicts with nothing, so it is not adopted either");
});

test("remove leaves the home as it was before the first apply", () => {
  put(".config/opencode/agents/mine.md", "mine");
  put(".config/opencode/opencode.json", '{ "theme": "dark" }\n');
  put(".local/state/other", "x");
  const before = snapshot(home.path);
  apply(request([...one, shared({ agent: { a: "1" } })], { withShared: true, roots: "/company" }));
  apply(request(two, { roots: "/team" }));
  const order = { to: home.path, cwd: "/", scope: "user", harnesses: ["opencode"] } as const;
  const applied = snapshot(home.path);
  assert.equal(removeApplied(order, true).kind, "planned");
  assert.deepEqual(snapshot(home.path), applied, "a preview changes nothing");
  assert.equal(removeApplied(order, false).kind, "planned");
  assert.deepEqual(snapshot(home.path), before);
  assert.deepEqual(done(removeApplied(order, false)), []);
  assert.deepEqual(snapshot(home.path), before);
});

test("remove refuses an edited file by name and removes nothing; adopt backs it up", () => {
  apply(request(one));
  put(".config/opencode/agents/chiron.md", "edited");
  const applied = snapshot(home.path);
  const order = { to: home.path, cwd: "/", scope: "user", harnesses: ["opencode"] } as const;
  assert.equal(removeApplied(order, false).kind, "refused");
  assert.deepEqual(snapshot(home.path), applied);
  removeApplied({ ...order, adopt: "last" }, false);
  const files = Object.keys(snapshot(home.path)).filter((path) => !path.endsWith("/"));
  assert.deepEqual(files, [".local/state/surcingle/backup/last/.config/opencode/agents/chiron.md"]);
});
